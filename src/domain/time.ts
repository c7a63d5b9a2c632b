/** Seconds since the Unix epoch; the unit of time in every pure room, as on Prometheus' wire. */
export type UnixSeconds = number & { readonly __unit: 'unix_seconds' }

/** A length of time in seconds. */
export type Seconds = number & { readonly __unit: 'seconds' }

export function unixSeconds(value: number): UnixSeconds {
  return value as UnixSeconds
}

export function seconds(value: number): Seconds {
  return value as Seconds
}

export function minutes(value: number): Seconds {
  return seconds(value * 60)
}

export function hours(value: number): Seconds {
  return seconds(value * 3600)
}

export function later(at: UnixSeconds, by: Seconds): UnixSeconds {
  return unixSeconds(at + by)
}

export function earlier(at: UnixSeconds, by: Seconds): UnixSeconds {
  return unixSeconds(at - by)
}

export function elapsed(from: UnixSeconds, to: UnixSeconds): Seconds {
  return seconds(to - from)
}

/** RFC 3339 in UTC with whole seconds, for JSON and logs. */
export function toIso(at: UnixSeconds): string {
  return new Date(Math.round(at) * 1000).toISOString().replace('.000Z', 'Z')
}
