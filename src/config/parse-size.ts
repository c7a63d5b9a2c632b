const UNITS: Readonly<Record<string, number>> = { '': 1, B: 1, KiB: 1024, MiB: 1024 ** 2, kB: 1000, MB: 1e6 }

/** A number of bytes: `2MiB`, `500kB`, `1000`. `undefined` for anything else. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+)\s*(B|KiB|MiB|kB|MB|)$/u.exec(text)
  return match === null ? undefined : Number(match[1]) * (UNITS[match[2] ?? ''] ?? 1)
}
