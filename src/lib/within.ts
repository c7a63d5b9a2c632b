/**
 * Does something that ends in time: its signal aborts then, or when the outer one does.
 *
 * Node 20 forgets an `AbortSignal.timeout` that nothing but an `AbortSignal.any` holds when it collects garbage, and the
 * signal never aborts; a timer of one's own is kept.
 */
export async function within<Value>(
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const inner = new AbortController()
  const abort = (): void => inner.abort()
  const timer = setTimeout(abort, milliseconds)
  outer.addEventListener('abort', abort, { once: true })
  if (outer.aborted) abort()
  try {
    return await work(inner.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', abort)
  }
}
