import { type Seconds, seconds } from '../../../domain/time.ts'
import type { Matcher } from '../../../domain/matcher.ts'
import type { Labels } from '../../../domain/series.ts'
import { lengthOf } from '../../../domain/window.ts'
import type { Family, ResolvedNames } from '../../../signals/family.ts'
import type { Exposer, Signal } from '../../../signals/signal.ts'
import { familiesOf } from '../../../signals/term.ts'
import type { GatherRequest } from '../../source.ts'
import type { Backend, Part } from './backend.ts'
import { NODE_NAME } from './discover.ts'
import {
  ENGINE_JOIN_LABELS,
  GPU_JOIN_LABELS,
  type GpuJoin,
  type JoinInput,
  NODE_JOIN_LABELS,
  joinGpus,
} from './join-gpus.ts'
import type { Layout } from './layout.ts'

export interface JoinSearch {
  readonly backend: Backend
  readonly layout: Layout
  readonly request: GatherRequest
  readonly names: ResolvedNames
}

/** Asks once which instances, GPUs and hosts there are, and joins them; undefined when there is nothing to join. */
export async function findGpuJoin({ backend, layout, request, names }: JoinSearch): Promise<GpuJoin | undefined> {
  const { signals, window } = request
  const gpu = exposedFamily(signals, 'gpu', names)
  const engine = exposedFamily(signals, 'scrape', names) ?? exposedFamily(signals, 'engine', names)
  if (gpu === undefined || engine === undefined) return undefined
  const count = (of: Presence): Part => presencePart(of, names, lengthOf(window))
  const answer = await backend.read([
    count({
      name: 'engines',
      family: engine,
      matchers: layout.engines,
      by: [layout.instanceLabel, ...ENGINE_JOIN_LABELS],
    }),
    count({ name: 'gpus', family: gpu, matchers: layout.gpus, by: GPU_JOIN_LABELS }),
    ...(names[NODE_NAME.id] === undefined
      ? []
      : [count({ name: 'nodes', family: NODE_NAME, matchers: layout.nodes, by: NODE_JOIN_LABELS })]),
  ])
  if (answer.status === 'failed') return undefined
  const labelsOf = (name: string): readonly Labels[] =>
    answer.value.values.filter(({ part }) => part === name).map(({ labels }) => labels)
  const input: JoinInput = {
    engines: labelsOf('engines'),
    gpus: labelsOf('gpus'),
    nodes: labelsOf('nodes'),
    instanceLabel: layout.instanceLabel,
  }
  return joinGpus(input)
}

/** A family of one series a target, so that counting it is cheap; `up` above all. */
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
