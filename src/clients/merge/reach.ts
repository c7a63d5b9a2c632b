import type { ClientMeasure, PresentAttribution } from '../../domain/client-attribution.ts'
import type { PresentClients } from '../../domain/clients.ts'
import type { Measure } from '../../domain/reading.ts'
import { absent, present } from '../../domain/reading.ts'
import { lengthOf } from '../../domain/window.ts'
import type { EngineLoad } from './engine-load.ts'

/** Of what the engines themselves count, how much the named clients account for. */
export function coverageOf(
  { total, unattributed, window }: PresentClients,
  by: ClientMeasure,
  engines: EngineLoad,
): Measure {
  const length = lengthOf(window)
  const seen = (counts: PresentClients['total']['now']): number | undefined =>
    by === 'tokens' ? counts.promptTokens : counts.requests
  const whole = by === 'tokens' ? engines.promptTokensPerSecond : engines.requestsPerSecond
  const all = seen(total.now)
  if (whole === undefined || all === undefined || length <= 0) return absent('no_samples')
  if (whole <= 0) return absent('no_traffic')
  return present((all - (seen(unattributed.now) ?? 0)) / length / whole)
}

/** What holds bytes of requests against the prompt tokens that the engines count, now and before. */
export function bytesPerTokenOf(
  { total, window, baseline }: PresentClients,
  { promptTokensPerSecond: now, promptTokensPerSecondBefore: before }: EngineLoad,
): PresentAttribution['bytesPerToken'] {
  const [bytes, bytesBefore] = [total.now.requestBytes, total.before?.requestBytes]
  if (bytes === undefined || bytesBefore === undefined || baseline === undefined) return undefined
  const [length, lengthBefore] = [lengthOf(window), lengthOf(baseline)]
  if (length <= 0 || lengthBefore <= 0 || !isSome(now) || !isSome(before)) return undefined
  return { now: bytes / length / now, before: bytesBefore / lengthBefore / before }
}

function isSome(rate: number | undefined): rate is number {
  return rate !== undefined && rate > 0
}
