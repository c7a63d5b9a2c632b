interface Waiting<In, Out> {
  readonly input: In
  readonly resolve: (output: Out) => void
  readonly reject: (error: Error) => void
}

/** More in one transaction would make the first of them wait for the last. */
const MAX_BATCH = 100

/**
 * Puts inputs that arrive together through `commit` together: the disk confirms a hundred notifications as fast as one.
 * Each caller gets its own output, after the commit. When a batch fails, its inputs are tried one by one, so that one bad
 * input fails alone.
 */
export function createGroupCommit<In, Out>(
  commit: (inputs: readonly In[]) => Promise<readonly Out[]>,
): (input: In) => Promise<Out> {
  let queue: readonly Waiting<In, Out>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH)
      queue = queue.slice(MAX_BATCH)
      await commitBatch(batch)
    }
    isRunning = false
  }

  async function commitBatch(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const outputs = await commit(batch.map(({ input }) => input))
      for (const [index, output] of outputs.entries()) batch[index]?.resolve(output)
    } catch (error) {
      const [only, ...others] = batch
      if (others.length > 0) {
        for (const one of batch) await commitBatch([one])
      } else {
        only?.reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }

  return (input) =>
    new Promise<Out>((resolve, reject) => {
      queue = [...queue, { input, resolve, reject }]
      if (isRunning) return
      isRunning = true
      // After this turn's other requests have been read, so that they come along.
      setImmediate(() => void run())
    })
}
