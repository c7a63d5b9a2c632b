import type { Text } from '../../../domain/text.ts'
import { fewOf, kept, say } from '../../../domain/text.ts'
import type { Reading } from '../../../domain/reading.ts'
import { SIGNALS } from '../../../signals/catalog.ts'
import type { Exposer, Signal } from '../../../signals/signal.ts'
import type { Facts, PrometheusFacts } from '../facts.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'

interface Beside {
  readonly exposer: Exposer
  /** What is looked for, for people. */
  readonly what: Text
  readonly setting: string
  readonly selectorOf: (settings: Facts['settings']) => string | undefined
  /** Whether its readings must be told apart by instance to be of use. */
  readonly isJoined: boolean
  readonly joinWith: Text
}

/** Whether the fleet's GPUs are found, and which instance each serves. */
export const gpus: Link = {
  id: 'gpus',
  question: 'Are its GPUs found?',
  examine: besideOf({
    exposer: 'gpu',
    what: say`GPU series`,
    setting: 'gpu_selector',
    selectorOf: ({ gpuSelector }) => gpuSelector,
    isJoined: true,
    joinWith: say`give them a label in common: in Kubernetes run dcgm-exporter with pod labels (DCGM_EXPORTER_KUBERNETES=true), elsewhere scrape both by the same host address`,
  }),
}

export const hosts: Link = {
  id: 'hosts',
  question: 'Are its hosts found?',
  examine: besideOf({
    exposer: 'host',
    what: say`host series`,
    setting: 'node_selector',
    selectorOf: ({ nodeSelector }) => nodeSelector,
    isJoined: true,
    joinWith: say`scrape node_exporter and vLLM by the same host address, or give both the label node`,
  }),
}

export const gateway: Link = {
  id: 'gateway',
  question: 'Is its gateway found?',
  examine: besideOf({
    exposer: 'gateway',
    what: say`gateway series`,
    setting: 'gateway_selector',
    selectorOf: ({ gatewaySelector }) => gatewaySelector,
    isJoined: false,
    joinWith: say``,
  }),
}

function besideOf(beside: Beside): Link['examine'] {
  return ({ prometheus, settings }) => {
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    const own = SIGNALS.filter(({ exposer }) => exposer === beside.exposer)
    const readings = own.flatMap(({ id }) => prometheus.readings.filter(({ signal }) => signal === id))
    if (readings.every(isUnanswered)) return unknown(say`not looked at: the questions failed`)
    const found = readings.filter(({ status }) => status === 'present')
    if (found.length > 0) return isThere(beside, prometheus, found)
    return isMissing(beside, beside.selectorOf(settings), own)
  }
}

function isUnanswered(reading: Reading): boolean {
  return reading.status === 'absent' && !['not_exposed', 'no_samples', 'no_traffic', 'stale'].includes(reading.reason)
}

function isThere(beside: Beside, { notes }: PrometheusFacts, found: readonly Reading[]): Finding<Text> {
  const names = [...new Set(found.flatMap((reading) => (reading.status === 'present' ? reading.names : [])))]
  const said = names.length === 0 ? beside.what : fewOf(names, 1)
  if (!beside.isJoined) return ok(said)
  const hasRows = found.some((reading) => reading.status === 'present' && reading.rows.length > 0)
  const noun = beside.exposer === 'gpu' ? /^GPU/ : /^hosts?\b/i
  const note = notes.find((text) => noun.test(text))
  if (hasRows) return ok(note === undefined ? say`${said}, told apart by instance` : kept(note))
  return unknown(say`${said}, but no label tells whose they are`, beside.joinWith)
}

/** Nobody must have them; a selector that finds nothing is a mistake. */
function isMissing({ what, setting }: Beside, selector: string | undefined, own: readonly Signal[]): Finding<Text> {
  const enable = own[0] === undefined ? '' : own[0].enableWith
  if (selector === undefined) return ok(say`none found; not needed, see below what they would tell`)
  return broken(
    say`${setting} ${selector} matches no ${what}`,
    say`Correct ${setting} in whyslow.yml, or leave it out to read all that the store has. They come of this: ${enable}. As in:`,
    [`${setting}: 'job="JOB"'`],
  )
}
