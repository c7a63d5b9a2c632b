import type { DrawnStage, History, InstanceTrack, Track } from '../../../domain/history.ts'
import { isEmpty } from '../../../domain/history.ts'
import { seconds, unixSeconds } from '../../../domain/time.ts'
import type { Signal } from '../../../signals/signal.ts'
import { familiesOf } from '../../../signals/term.ts'
import { decodeMean, endToEndMean, prefillMean, queueMean } from '../../../signals/vllm/latency.ts'
import { waitingRequests } from '../../../signals/vllm/scheduler.ts'
import { arrivals } from '../../../signals/vllm/traffic.ts'
import { possibleFor } from '../../possible.ts'
import type { HistoryRequest } from '../../source.ts'
import type { Outcome, Part, RangeBackend, RangeRow } from './backend.ts'
import { discover } from './discover.ts'
import { rangeOf } from './history-steps.ts'
import { type Layout, matchersOf } from './layout.ts'

/** Read of the fleet, and told apart by instance: each group by one query. */
const OF_FLEET = [queueMean, prefillMean, decodeMean, endToEndMean]
const GROUPS = [OF_FLEET, [waitingRequests], [arrivals]]

/** How an incident came about: the signals' own expressions at each of the times, by queries whose number is fixed. */
export async function readTracks(
  backend: RangeBackend,
  layout: Layout,
  { scope, times, deadline }: HistoryRequest,
): Promise<Outcome<History>> {
  const window = { start: unixSeconds(times[0] ?? 0), end: unixSeconds(times.at(-1) ?? 0) }
  const found = await discover(backend, layout, { scope, window, baselines: [], signals: GROUPS.flat(), deadline })
  if (found.status === 'failed') return found
  const { names, model } = found.value
  const partOf = (signal: Signal): readonly Part[] => {
    if (familiesOf(signal.term).some(({ id }) => names[id] === undefined)) return []
    const by = OF_FLEET.includes(signal) ? [] : [layout.instanceLabel]
    const matchers = [...matchersOf(layout, signal.exposer), ...model]
    const context = { names, matchers, by, range: rangeOf(times), offset: seconds(0) }
    return [{ signal: signal.id, name: 'track', term: signal.term, context }]
  }
  const answers = await Promise.all(
    GROUPS.map((signals) => signals.flatMap(partOf))
      .filter((parts) => parts.length > 0)
      .map((parts) => backend.readRange(parts, times)),
  )
  const failed = answers.find((answer) => answer.status === 'failed')
  if (failed !== undefined && !answers.some(({ status }) => status === 'ok')) return failed
  const history = assemble(
    answers.flatMap((answer) => (answer.status === 'ok' ? answer.value : [])),
    { layout, times },
  )
  const isNothing = [...Object.values(history.stages), ...history.waiting, ...history.arrivals].every((one) =>
    'track' in one ? isEmpty(one.track) : isEmpty(one),
  )
  return isNothing
    ? { status: 'failed', reason: 'no_samples', detail: 'nothing was recorded in that time' }
    : { status: 'ok', value: history }
}

function assemble(
  rows: readonly RangeRow[],
  { layout, times }: { readonly layout: Layout; readonly times: HistoryRequest['times'] },
): History {
  const tracksOf = (signal: Signal): readonly InstanceTrack[] =>
    rows
      .filter((row) => row.signal === signal.id)
      .map(({ labels, track }) => ({ instance: labels[layout.instanceLabel] ?? '', track: believed(signal, track) }))
  const byInstance = (signal: Signal): readonly InstanceTrack[] =>
    tracksOf(signal).filter(({ instance, track }) => instance !== '' && !isEmpty(track))
  const ofFleet = (signal: Signal): Track => tracksOf(signal)[0]?.track ?? times.map(() => undefined)
  const whole = ofFleet(endToEndMean)
  const inside = { queue: ofFleet(queueMean), prefill: ofFleet(prefillMean), decode: ofFleet(decodeMean) }
  const range = rangeOf(times)
  return {
    times,
    stages: { ...inside, api_server: whole.map((value, index) => rest(value, inside, index)) },
    waiting: byInstance(waitingRequests),
    arrivals: byInstance(arrivals).map(({ instance, track }) => ({
      instance,
      track: track.map((value) => (value === undefined ? undefined : value / range)),
    })),
  }
}

/** What cannot be is no number here either: 0/0 where nothing finished, or less than nobody that came. */
function believed(signal: Signal, track: Track): Track {
  const isPossible = possibleFor(signal)
  return track.map((value) => {
    if (value === undefined || !Number.isFinite(value) || !isPossible(value)) return undefined
    return signal.unit === 'requests' && value < 0 ? undefined : value
  })
}

/** What end-to-end latency has beyond the stages; nothing where one of them is missing, and never less than zero. */
function rest(
  whole: number | undefined,
  inside: Readonly<Record<Exclude<DrawnStage, 'api_server'>, Track>>,
  index: number,
): number | undefined {
  const parts = Object.values(inside).map((track) => track[index])
  return parts.reduce<number | undefined>(
    (left, part) => (left === undefined || part === undefined ? undefined : Math.max(0, left - part)),
    whole,
  )
}
