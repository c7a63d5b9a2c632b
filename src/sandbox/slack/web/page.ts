/** One page of a list; `next` is empty on the last one. */
type Page<T> = { readonly items: readonly T[]; readonly next: string }

/** Cuts a page out of a list. Nothing when the cursor is not one this server gave out. */
export function page<T>(all: readonly T[], cursor: string | undefined, limit: number): Page<T> | undefined {
  const from = cursor === undefined ? 0 : offsetOf(cursor)
  if (from === undefined || from > all.length) return undefined
  const size = Math.min(Math.max(1, Math.floor(limit)), 1000)
  const end = from + size
  return { items: all.slice(from, end), next: end < all.length ? cursorAt(end) : '' }
}

function cursorAt(offset: number): string {
  return Buffer.from(`next:${offset}`).toString('base64')
}

function offsetOf(cursor: string): number | undefined {
  const offset = /^next:(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('utf8'))?.[1]
  return offset === undefined ? undefined : Number(offset)
}
