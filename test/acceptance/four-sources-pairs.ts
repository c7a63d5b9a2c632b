import type { Cause } from '../../src/domain/cause.ts'
import type { Certainty } from '../../src/domain/diagnosis.ts'
import type { DialectName } from '../../src/sandbox/fleet/dialects/dialect.ts'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'

/** A story told by a fleet of one release. */
export interface Pair {
  /** Such as `skew v1-0.8`: it tells the pair's series from all others. */
  readonly id: string
  readonly story: Scenario
  readonly dialect: DialectName
}

/** Whether a source holds the exporters' series, too, or what the engines show and nothing else. */
export type Sight = 'all' | 'engines'

export interface Headline {
  readonly cause: string
  readonly certainty: Certainty
}

/** Where the headline is not the story's own cause, or that not firmly, and why no more can be known. */
interface Exception {
  readonly story: string
  /** All unless stated. */
  readonly dialects?: readonly DialectName[]
  /** Whatever the source sees unless stated. */
  readonly sight?: Sight
  /** The story's own unless stated. */
  readonly cause?: Cause
  readonly certainty: Certainty
  readonly why: string
}

const DIALECTS: readonly DialectName[] = ['v0-0.6', 'v1-0.8', 'v1-0.10', 'v1-0.19']
const V0: readonly DialectName[] = ['v0-0.6']

export const PAIRS: readonly Pair[] = catalog.flatMap((story) =>
  DIALECTS.map((dialect) => ({ id: `${story.id} ${dialect}`, story: { ...story, dialect }, dialect })),
)

/** The last that fits a pair holds. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    story: 'instance-down',
    certainty: 'tentative',
    why: 'a failed scrape is all there is: nobody asked the instance itself',
  },
  { story: 'healthy', certainty: 'tentative', why: 'trouble older than the history of an hour looks like health' },
  { story: 'idle', certainty: 'tentative', why: 'without requests the gateway has no series to clear it' },
  { story: 'high-kv', certainty: 'tentative', why: 'latency has risen by a tenth, which is nothing to be sure of' },
  {
    story: 'longer-prompts',
    dialects: V0,
    certainty: 'tentative',
    why: 'V0 has no prefix cache counters: whether hits dropped as well cannot be told',
  },
  {
    story: 'prefix-cache-drop',
    dialects: V0,
    cause: 'prefill',
    certainty: 'tentative',
    why: 'V0 has no prefix cache counters, and its hit rate is of the whole life of the process',
  },
  {
    story: 'crash-loop',
    dialects: V0,
    certainty: 'tentative',
    why: 'V0 with its frontend in a process of its own shows no process_start_time_seconds',
  },
  {
    story: 'outside',
    dialects: V0,
    certainty: 'tentative',
    why: 'V0 times in the engine: the API server looks like the gateway',
  },
  {
    story: 'api-server',
    dialects: V0,
    cause: 'outside',
    certainty: 'tentative',
    why: 'V0 times in the engine: the API server looks like the gateway',
  },
  {
    story: 'gpu-throttling',
    sight: 'engines',
    cause: 'decode',
    certainty: 'tentative',
    why: 'the clocks are in the GPU exporter',
  },
  {
    story: 'batch-growth',
    sight: 'engines',
    certainty: 'tentative',
    why: 'that no clock was held down is in the GPU exporter',
  },
  {
    story: 'outside',
    sight: 'engines',
    cause: 'healthy',
    certainty: 'tentative',
    why: 'what lies outside the engines is not in their series',
  },
  {
    story: 'api-server',
    dialects: V0,
    sight: 'engines',
    cause: 'inconclusive',
    certainty: 'none',
    why: 'V0 times in the engine, and what lies outside is not in its series',
  },
]

/** What each source that sees so much has to conclude of a pair, and why where that is not the story's own cause. */
export function expectedOf({ story, dialect }: Pair, sight: Sight): Headline & { readonly why?: string } {
  const exception = EXCEPTIONS.findLast((one) => fits(one, { story, dialect, sight }))
  if (exception === undefined) return { cause: story.expectedCause, certainty: 'firm' }
  const { cause = story.expectedCause, certainty, why } = exception
  return { cause, certainty, why }
}

function fits(
  exception: Exception,
  { story, dialect, sight }: Pick<Pair, 'story' | 'dialect'> & { readonly sight: Sight },
): boolean {
  const { story: id, dialects, sight: seen = sight } = exception
  return id === story.id && (dialects === undefined || dialects.includes(dialect)) && seen === sight
}
