/** Tells whoever listens that something in the workspace changed; what changed, they look up themselves. */
export type Changes = {
  readonly announce: () => void
  /** Returns the way to stop listening. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createChanges(): Changes {
  const listeners = new Set<() => void>()
  return {
    announce: () => {
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
