import type { AbsentReason, Reading } from '../../domain/reading.ts'
import { english, inEnglish } from '../../domain/text.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import { exposedNames } from '../../signals/family.ts'
import type { Exposer, Signal } from '../../signals/signal.ts'
import { familiesOf } from '../../signals/term.ts'
import { plainNames } from '../../signals/vllm-names.ts'
import type { Facts } from './facts.ts'

/** What the fleet can tell by one signal. */
export interface SignalLine {
  readonly id: string
  readonly title: string
  readonly exposer: Exposer
  readonly state: SignalState
  readonly enableWith: string
}

/** Reasons that lie on the way to the store, not in what is exposed. */
const ON_THE_WAY = /^(?:timeout|unreachable|bad_answer|http_\d+)$/

/** What a person must do to have the signal; undefined where that is another link's mend. */
export function toHave({ state, enableWith }: SignalLine): string | undefined {
  if (state.status === 'available' || ON_THE_WAY.test(state.reason)) return undefined
  const isLacking = state.reason === 'not_exposed' || state.reason === 'not_configured'
  return isLacking ? enableWith : 'wait: the window holds too few samples of it yet'
}

export type SignalState =
  /** `isQuiet`: it is measured, and nothing happened in the window. */
  | { readonly status: 'available'; readonly names: readonly string[]; readonly isQuiet: boolean }
  | { readonly status: 'absent'; readonly reason: AbsentReason; readonly detail: string }

/** Every signal in the order a person would read them. */
export function signalTable(facts: Facts): readonly SignalLine[] {
  return SIGNALS.map((signal) => ({
    id: signal.id,
    title: inEnglish(signal.title),
    exposer: signal.exposer,
    state: stateOf(signal, facts),
    enableWith: signal.exposer === 'log' ? english`${signal.enableWith}; ${LOGS}` : inEnglish(signal.enableWith),
  }))
}

const LOGS = 'where they are named, `triage` says what they tell: doctor does not read them'

function stateOf(signal: Signal, { prometheus, engines }: Facts): SignalState {
  if (signal.exposer === 'direct') return engines.length === 0 ? notAsked() : asked(signal)
  if (prometheus === undefined) return onPages(signal, engines)
  const reading = prometheus.readings.find(({ signal: id }) => id === signal.id)
  return reading === undefined ? notAsked() : ofReading(reading, signal)
}

function ofReading(reading: Reading, signal: Signal): SignalState {
  if (reading.status === 'present') {
    const isQuiet = reading.fleet.status === 'absent' && reading.fleet.reason === 'no_traffic'
    return { status: 'available', names: reading.names, isQuiet }
  }
  // 0/0 in the window: the metrics are there, nothing was to be measured.
  if (reading.reason === 'no_traffic') return { status: 'available', names: namesOf(signal), isQuiet: true }
  return { status: 'absent', reason: reading.reason, detail: reading.detail ?? '' }
}

/** Who is asked and says nothing has told something, too. */
function asked(signal: Signal): SignalState {
  return { status: 'available', names: namesOf(signal), isQuiet: false }
}

function notAsked(): SignalState {
  return { status: 'absent', reason: 'not_configured', detail: '' }
}

/** Without Prometheus the engines' own pages say what can be read. */
function onPages(signal: Signal, engines: Facts['engines']): SignalState {
  if (signal.exposer !== 'engine' && signal.exposer !== 'scrape') return notAsked()
  const pages = engines.flatMap(({ answer }) => (answer.kind === 'metrics' ? [answer.names] : []))
  const exposed = new Set(pages.flatMap((names) => [...names]))
  // Who scrapes writes `up`, so it is on no page.
  const families = familiesOf(signal.term).filter(({ id }) => id !== 'target_up')
  const names = families.map((family) => exposedNames(family, exposed)[0])
  if (pages.length > 0 && names.every((name) => name !== undefined)) {
    return { status: 'available', names: names.filter((name) => name !== undefined), isQuiet: false }
  }
  return { status: 'absent', reason: pages.length === 0 ? 'unreachable' : 'not_exposed', detail: '' }
}

function namesOf({ term }: Signal): readonly string[] {
  return familiesOf(term).flatMap(({ names }) => plainNames(names).slice(0, 1))
}
