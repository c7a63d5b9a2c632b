import { formatSeconds } from '../../../domain/quantity.ts'
import { type UnixSeconds, elapsed, toIso } from '../../../domain/time.ts'
import type { Burst } from '../../../vllm-log/bursts.ts'
import type { InstanceLog } from './instance-log.ts'

/** An instance that fails all the time is told of by its newest failures. */
const BURSTS_SHOWN = 2

/** What a log says beyond numbers, in lines for a person: fixed words and numbers, nothing that a client wrote. */
export function describeLog({ instance, reading }: InstanceLog): readonly string[] {
  const { bursts, stats, isWithoutStats, preempted } = reading
  const aggregated = stats.at(-1)?.aggregated
  return [
    ...bursts.slice(-BURSTS_SHOWN).map((burst) => `${instance} ${burstWords(burst)}`),
    ...(aggregated === undefined
      ? []
      : [`${instance}: its stats line is the mean of ${aggregated} engines, in which a hot one hides`]),
    ...(isWithoutStats && stats.length === 0
      ? [`${instance}: vLLM writes no stats line with several API servers, so its silence says nothing`]
      : []),
    ...(preempted === undefined ? [] : [`${instance}: ${preempted} preemptions since its start, by its log`]),
  ]
}

/** `at 08:00:05 UTC: CUDA out of memory; EngineCore encountered a fatal error (it served again since)`. */
function burstWords({ at, failures, cause, isOver }: Burst): string {
  const told = [...new Set([...(cause === undefined ? [] : [cause]), ...failures.map(({ words }) => words)])]
  const began = Math.min(...failures.map((failure) => failure.began))
  const words = told.slice(0, 3).join('; ')
  const since = began < at ? `${words}; it began ${formatSeconds(at - began)} before` : words
  return `at ${clockOf(at)}: ${isOver ? `${since} (it served again since)` : since}`
}

function clockOf(at: UnixSeconds): string {
  return `${toIso(at).slice(11, 19)} UTC`
}

/** Beyond this the clock of the logger and that of the file differ by a zone, not by a line that was written late. */
const ZONE_APART_SECONDS = 10 * 60

/** What the times rest on where no collector tells them, and that they may be wrong. */
export function describeClock(
  { instance, reading }: InstanceLog,
  {
    timezone,
    writtenAt,
    end,
  }: { readonly timezone: string; readonly writtenAt: UnixSeconds; readonly end: UnixSeconds },
): readonly string[] {
  const { clock, last } = reading
  if (clock === 'none') return [`${instance}: its log tells no times, so nothing in it can be placed`]
  if (last === undefined) return []
  const isOld = elapsed(last, end) > STALE_SECONDS
  const old = isOld ? [`${instance}: the last line of its log is of ${toIso(last)}`] : []
  if (clock !== 'logger' || Math.abs(last - writtenAt) <= ZONE_APART_SECONDS) return old
  return [
    `${instance}: its log's last line says ${toIso(last)} in ${timezone}, but was written at ${toIso(writtenAt)}: state its \`timezone\``,
  ]
}

const STALE_SECONDS = 30 * 60
