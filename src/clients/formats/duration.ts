const UNITS = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60 } as const
type Unit = keyof typeof UNITS

/** Seconds of a text that says its unit: `0.007911s`, `12ms`, Go's `1m2.5s`; a bare number tells none. */
export function unitSeconds(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^(?:\d{1,12}(?:\.\d{1,12})?(?:ns|us|µs|ms|s|m))+$/u.test(value.slice(0, 64))) {
    return undefined
  }
  let sum = 0
  for (const [, number, name] of value.slice(0, 64).matchAll(/([\d.]+)([a-zµ]+)/gu)) {
    const unit = Object.keys(UNITS).find((known): known is Unit => known === name)
    if (unit === undefined) return undefined
    sum += Number(number) * UNITS[unit]
  }
  return sum
}
