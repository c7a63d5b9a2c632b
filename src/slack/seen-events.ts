/** Remembers which events were taken, the newest `limit` of them. */
export interface SeenEvents {
  /** True the first time an id is shown, false from then on. */
  take(eventId: string): boolean
}

/** Slack delivers an event again when it missed the acknowledgement, minutes later at most, so a short memory will do. */
export function createSeenEvents(limit = 1000): SeenEvents {
  const seen = new Set<string>()
  return {
    take: (eventId) => {
      if (seen.has(eventId)) return false
      seen.add(eventId)
      const [oldest] = seen
      if (seen.size > limit && oldest !== undefined) seen.delete(oldest)
      return true
    },
  }
}
