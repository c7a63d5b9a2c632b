import { type Seconds, seconds } from '../../../domain/time.ts'
import type { Matcher } from '../../../domain/matcher.ts'
import type { Labels } from '../../../domain/series.ts'
import { lengthOf } from '../../../domain/window.ts'
import type { Family, ResolvedNames } from '../../../signals/family.ts'
import type { Exposer, Signal } from '../../../signals/signal.ts'
import { familiesOf } from '../../../signals/term.ts'
import type { GatherRequest } from '../../source.ts'
import type { Backend, Part } from './backend.ts'
import { nodeName } from '../../../signals/host-families.ts'
import type { Join } from './join.ts'
import { ENGINE_JOIN_LABELS, GPU_JOIN_LABELS, joinGpus } from './join-gpus.ts'
import { NODE_JOIN_LABELS, joinHosts } from './join-hosts.ts'
import type { Layout } from './layout.ts'

/** Whose the series of exporters are that know nothing of vLLM. */
export interface Joins {
  readonly gpu: Join | undefined
  readonly host: Join | undefined
}

export interface JoinSearch {
  readonly backend: Backend
  readonly layout: Layout
  readonly request: GatherRequest
  readonly names: ResolvedNames
}

const NOTHING_JOINED: Joins = { gpu: undefined, host: undefined }

/** Asks once which instances, GPUs and hosts there are, and joins them. */
export async function findJoins({ backend, layout, request, names }: JoinSearch): Promise<Joins> {
  const { signals, window } = request
  const gpu = exposedFamily(signals, 'gpu', names)
  const host = exposedFamily(signals, 'host', names)
  const engine = exposedFamily(signals, 'scrape', names) ?? exposedFamily(signals, 'engine', names)
  if (engine === undefined || (gpu === undefined && host === undefined)) return NOTHING_JOINED
  const node = names[nodeName.id] === undefined ? host : nodeName
  const { instanceLabel } = layout
  const presences: readonly Presence[] = [
    { name: 'engines', family: engine, matchers: layout.engines, by: [instanceLabel, ...ENGINE_JOIN_LABELS] },
    ...(gpu === undefined ? [] : [{ name: 'gpus', family: gpu, matchers: layout.gpus, by: GPU_JOIN_LABELS }]),
    ...(node === undefined ? [] : [{ name: 'nodes', family: node, matchers: layout.nodes, by: NODE_JOIN_LABELS }]),
  ]
  const answer = await backend.read(presences.map((one) => presencePart(one, names, lengthOf(window))))
  if (answer.status === 'failed') return NOTHING_JOINED
  const labelsOf = (name: string): readonly Labels[] =>
    answer.value.values.filter(({ part }) => part === name).map(({ labels }) => labels)
  const sides = { engines: labelsOf('engines'), gpus: labelsOf('gpus'), nodes: labelsOf('nodes'), instanceLabel }
  const gpuJoin = joinGpus(sides)
  return { gpu: gpuJoin, host: host === undefined ? undefined : joinHosts({ ...sides, gpuJoin }) }
}

/** A family of few series a target, so that counting it is cheap; `up` above all. */
function exposedFamily(signals: readonly Signal[], exposer: Exposer, names: ResolvedNames): Family | undefined {
  return signals
    .filter((signal) => signal.exposer === exposer)
    .flatMap(({ term }) => familiesOf(term))
    .find(({ id, type }) => type !== 'histogram' && names[id] !== undefined)
}

interface Presence {
  readonly name: string
  readonly family: Family
  readonly matchers: readonly Matcher[]
  readonly by: readonly string[]
}

function presencePart({ name, family, matchers, by }: Presence, names: ResolvedNames, range: Seconds): Part {
  return {
    signal: 'join',
    name,
    term: { kind: 'gauge', family, stat: 'last', across: 'count' },
    context: { names, matchers, by: [...new Set(by)], range, offset: seconds(0) },
  }
}
