import type { Cause } from '../../src/domain/cause.ts'
import type { Certainty } from '../../src/domain/diagnosis.ts'
import type { DialectName } from '../../src/sandbox/fleet/dialects/dialect.ts'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import type { Telling } from './four-sources-history.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'

/** A story told by a fleet of one release. */
export interface Pair extends Telling {
  readonly story: Scenario
  readonly dialect: DialectName
}

/**
 * How much a source sees: the exporters' series, too; what the engines show and nothing else; or that, and whether an
 * instance answers when it is asked directly.
 */
export const SIGHTS = ['all', 'engines', 'asked'] as const
export type Sight = (typeof SIGHTS)[number]

export interface Headline {
  readonly cause: string
  readonly certainty: Certainty
}

export function headlineOf({ cause, certainty }: Headline): Headline {
  return { cause, certainty }
}

export interface Expectation extends Headline {
  /** Why it is not the story's own cause, or that not firmly. */
  readonly why?: string
}

const DIALECTS: readonly DialectName[] = ['v0-0.4', 'v0-0.6', 'v1-0.7', 'v1-0.8', 'v1-0.10', 'v1-0.19', 'v1-0.25']

export const STORIES: readonly Scenario[] = catalog

export const PAIRS: readonly Pair[] = STORIES.flatMap((story) =>
  DIALECTS.map((dialect): Pair => ({
    id: `${story.id} ${dialect}`,
    story,
    dialect,
    releases: [dialect, dialect],
    dress: 'plain',
  })),
)

interface Exception {
  readonly stories: readonly string[]
  /** All unless stated. */
  readonly dialects?: readonly DialectName[]
  /** Whatever the source sees unless stated. */
  readonly sights?: readonly Sight[]
  /** The story's own unless stated. */
  readonly cause?: Cause
  readonly certainty: Certainty
  readonly why: string
}

const ENGINES_ALONE: readonly Sight[] = ['engines', 'asked']
const V0: readonly DialectName[] = ['v0-0.4', 'v0-0.6']
const WITHOUT_PREEMPTIONS: readonly DialectName[] = ['v0-0.4', 'v1-0.7']

/** Where the headline is not the story's own cause, or that not firmly. The last that fits a pair holds. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    stories: ['instance-down'],
    sights: ['all', 'engines'],
    certainty: 'tentative',
    why: 'a failed scrape is all there is: nobody asked the instance itself',
  },
  { stories: ['healthy'], certainty: 'tentative', why: 'trouble older than the history of an hour looks like health' },
  { stories: ['idle'], certainty: 'tentative', why: 'without requests the gateway has no series to clear it' },
  {
    stories: ['idle'],
    sights: ENGINES_ALONE,
    cause: 'healthy',
    certainty: 'tentative',
    why: 'no exporter tells of the memory of the GPUs: that nothing runs is all there is to see',
  },
  {
    stories: ['no-vllm-series'],
    sights: ['all', 'engines'],
    certainty: 'tentative',
    why: 'what answers scrapes without a series of vLLM may be another service',
  },
  {
    stories: ['no-vllm-series'],
    dialects: DIALECTS.filter((dialect) => dialect !== 'v0-0.6'),
    sights: ['asked'],
    certainty: 'tentative',
    why: 'a page that shows a process is not asked whether it serves; that of 0.6 shows nothing at all, and is',
  },
  { stories: ['high-kv'], certainty: 'tentative', why: 'latency has risen by a tenth, which is nothing to be sure of' },
  {
    stories: ['high-kv'],
    dialects: WITHOUT_PREEMPTIONS,
    cause: 'healthy',
    certainty: 'tentative',
    why: 'that nothing is evicted can’t be told without a counter of preemptions; that the fleet works can',
  },
  {
    stories: ['sticky-sessions', 'even-overload'],
    dialects: WITHOUT_PREEMPTIONS,
    certainty: 'tentative',
    why: 'without a counter of preemptions, evictions may be what makes requests wait or tokens slow',
  },
  {
    stories: ['skew'],
    dialects: ['v0-0.4'],
    certainty: 'tentative',
    why: '0.4 counts no preemptions, nor what goes into a step: evictions may be what makes requests wait',
  },
  {
    stories: ['preemption-thrash'],
    dialects: ['v0-0.4'],
    cause: 'queue.capacity',
    certainty: 'tentative',
    why: 'without a counter of preemptions what is left to see is a full cache and requests that wait',
  },
  {
    stories: ['preemption-thrash'],
    dialects: ['v1-0.7'],
    cause: 'decode.prefill_interference',
    certainty: 'tentative',
    why: 'without a counter of preemptions what is left to see is steps that stall and more prompt tokens',
  },
  {
    stories: ['max-num-seqs', 'hang', 'gpu-throttling', 'one-hot-gpu'],
    dialects: ['v0-0.4'],
    certainty: 'tentative',
    why: '0.4 counts neither preemptions nor steps, and knows no stages of a request',
  },
  {
    stories: ['hang'],
    dialects: ['v0-0.4'],
    sights: ['all'],
    cause: 'engine.hang.kernel',
    certainty: 'tentative',
    why: 'without steps no hang is firm, and its GPU says what kind this would be',
  },
  {
    stories: ['longer-prompts'],
    dialects: V0,
    certainty: 'tentative',
    why: 'V0 has no prefix cache counters: whether hits dropped as well can’t be told',
  },
  {
    stories: ['prefix-cache-drop'],
    dialects: ['v0-0.6'],
    cause: 'prefill',
    certainty: 'tentative',
    why: 'V0 has no prefix cache counters, and its hit rate is of the whole life of the process',
  },
  {
    stories: ['prefix-cache-drop'],
    dialects: ['v0-0.4'],
    cause: 'inconclusive',
    certainty: 'none',
    why: '0.4 shows neither hits nor how long prefill takes',
  },
  {
    stories: ['crash-loop'],
    dialects: ['v0-0.6'],
    certainty: 'tentative',
    why: 'V0 with its frontend in a process of its own shows no process_start_time_seconds',
  },
  {
    stories: ['outside'],
    dialects: V0,
    certainty: 'tentative',
    why: 'V0 times in the engine: the API server looks like the gateway',
  },
  {
    stories: ['api-server'],
    dialects: V0,
    cause: 'outside',
    certainty: 'tentative',
    why: 'V0 times in the engine: the API server looks like the gateway',
  },
  {
    stories: ['gpu-throttling', 'one-hot-gpu'],
    sights: ENGINES_ALONE,
    cause: 'decode',
    certainty: 'tentative',
    why: 'the clocks are in the GPU exporter',
  },
  {
    stories: ['batch-growth'],
    certainty: 'tentative',
    why: 'four even engines show no larger batch in an hour, so nothing tells what one takes',
  },
  {
    stories: ['outside'],
    sights: ENGINES_ALONE,
    cause: 'healthy',
    certainty: 'tentative',
    why: 'what lies outside the engines is not in their series',
  },
  {
    stories: ['api-server'],
    dialects: V0,
    sights: ENGINES_ALONE,
    cause: 'inconclusive',
    certainty: 'none',
    why: 'V0 times in the engine, and what lies outside is not in its series',
  },
  {
    stories: ['longer-answers'],
    certainty: 'tentative',
    why: 'no more answers end at their limit than before: longer ones may be what was asked for',
  },
  {
    stories: ['down-and-throttling'],
    dialects: ['v0-0.4'],
    sights: ['all'],
    cause: 'instance.down',
    certainty: 'tentative',
    why: '0.4 knows no stages of a request, so that the other of the two is no surer; nobody asked the instance itself',
  },
  {
    stories: ['down-and-throttling', 'gpu-fault'],
    sights: ['engines'],
    cause: 'instance.down',
    certainty: 'tentative',
    why: 'what the GPUs say is not in the series of the engines; one of them is down by its scrape alone',
  },
  {
    stories: ['down-and-throttling', 'gpu-fault'],
    sights: ['asked'],
    cause: 'instance.down',
    certainty: 'firm',
    why: 'what the GPUs say is not in the series of the engines; one of them is down, and does not answer',
  },
  {
    stories: ['out-of-memory'],
    cause: 'engine.crash_loop',
    certainty: 'firm',
    why: 'the kernel of the host killed something, by its exporter, and not surely this; that it starts again and again is sure',
  },
  {
    stories: ['out-of-memory'],
    dialects: ['v0-0.6'],
    sights: ['all'],
    cause: 'engine.crash.oom_host',
    certainty: 'tentative',
    why: 'without process_start_time_seconds the loop is no surer than its reason',
  },
  {
    stories: ['out-of-memory'],
    dialects: ['v0-0.6'],
    sights: ENGINES_ALONE,
    cause: 'engine.crash_loop',
    certainty: 'tentative',
    why: 'without process_start_time_seconds, and without the host, counters that begin anew are all there is',
  },
]

/** What each source that sees so much has to conclude of a pair. */
export function expectedOf({ story, dialect }: Pick<Pair, 'story' | 'dialect'>, sight: Sight): Expectation {
  const exception = EXCEPTIONS.findLast((one) => {
    const { stories, dialects = [dialect], sights = [sight] } = one
    return stories.includes(story.id) && dialects.includes(dialect) && sights.includes(sight)
  })
  if (exception === undefined) return { cause: story.expectedCause, certainty: 'firm' }
  const { cause = story.expectedCause, certainty, why } = exception
  return { cause, certainty, why }
}
