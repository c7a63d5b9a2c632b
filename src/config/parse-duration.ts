import { type Seconds, seconds } from '../domain/time.ts'

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/gu
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/u

/** A length of time as Prometheus writes it: `10s`, `5m`, `1h30m`. `undefined` for anything else. */
export function parseDuration(text: string): Seconds | undefined {
  if (!WHOLE.test(text)) return undefined
  const parts = [...text.matchAll(PART)]
  return seconds(parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0), 0))
}
