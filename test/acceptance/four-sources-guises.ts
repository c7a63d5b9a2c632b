import type { Cause } from '../../src/domain/cause.ts'
import type { Certainty } from '../../src/domain/diagnosis.ts'
import type { DialectName } from '../../src/sandbox/fleet/dialects/dialect.ts'
import type { Dress } from './four-sources-dress.ts'
import { STORIES, expectedOf } from './four-sources-pairs.ts'
import type { Expectation, Sight } from './four-sources-pairs.ts'
import type { StoryTelling } from './four-sources-stores.ts'

/** Another look of a fleet, that has to make no difference to what is found. */
interface Guise {
  readonly name: 'under Ray of old' | 'under Ray' | 'without colons' | 'data-parallel' | '0.8 and 0.19' | '0.6 and 0.19'
  readonly releases: readonly [DialectName, DialectName]
  readonly dress: Dress
  /** The release by itself, whose headlines are to be found. */
  readonly as: DialectName
}

const GUISES: readonly Guise[] = [
  { name: 'under Ray of old', releases: ['v0-0.6', 'v0-0.6'], dress: 'ray_old', as: 'v0-0.6' },
  { name: 'under Ray', releases: ['v1-0.19', 'v1-0.19'], dress: 'ray', as: 'v1-0.19' },
  { name: 'without colons', releases: ['v1-0.19', 'v1-0.19'], dress: 'underscores', as: 'v1-0.19' },
  { name: 'data-parallel', releases: ['v1-0.19', 'v1-0.19'], dress: 'data_parallel', as: 'v1-0.19' },
  { name: '0.8 and 0.19', releases: ['v1-0.8', 'v1-0.19'], dress: 'plain', as: 'v1-0.19' },
  { name: '0.6 and 0.19', releases: ['v0-0.6', 'v1-0.19'], dress: 'plain', as: 'v1-0.19' },
]

export interface Disguised extends StoryTelling, Guise {}

export const DISGUISED: readonly Disguised[] = STORIES.flatMap((story) =>
  GUISES.filter(({ name }) => !isSenseless(story.id, name)).map((guise): Disguised => ({
    ...guise,
    id: `${story.id} ${guise.name}`,
    story,
  })),
)

/** The engines of one server live and end together. */
function isSenseless(story: string, guise: Guise['name']): boolean {
  return guise === 'data-parallel' && ['crash-loop', 'instance-down', 'out-of-memory', 'gpu-fault'].includes(story)
}

interface Exception {
  readonly stories: readonly string[]
  readonly guises: readonly Guise['name'][]
  /** Whatever the source sees unless stated. */
  readonly sights?: readonly Sight[]
  /** The story's own unless stated. */
  readonly cause?: Cause
  readonly certainty: Certainty
  readonly why: string
}

/** Where the guise makes a difference, for want of something that the plain fleet shows, or since it is another thing. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    stories: ['crash-loop', 'out-of-memory', 'instance-down', 'gpu-fault'],
    guises: ['under Ray of old', 'under Ray'],
    cause: 'healthy',
    certainty: 'tentative',
    why: 'Ray’s agent answers for a worker that is gone, and a new worker’s series begin anew: the others are well',
  },
  {
    stories: ['crash-loop', 'out-of-memory'],
    guises: ['under Ray of old', 'under Ray'],
    sights: ['all'],
    cause: 'outside',
    certainty: 'tentative',
    why: 'what is left to see of a worker that is gone is what the gateway answers',
  },
  {
    stories: ['instance-down', 'gpu-fault'],
    guises: ['under Ray of old', 'under Ray'],
    sights: ['all'],
    cause: 'telemetry.partial',
    certainty: 'tentative',
    why: 'what is left to see of a worker that is gone is an agent that is up and fewer engines that report',
  },
  {
    stories: ['no-vllm-series'],
    guises: ['0.6 and 0.19'],
    sights: ['asked'],
    certainty: 'firm',
    why: 'the page of the older half shows nothing at all, so it is asked whether it serves',
  },
  {
    stories: ['crash-loop'],
    guises: ['0.6 and 0.19'],
    certainty: 'tentative',
    why: 'the one that starts again and again is of the older half, which shows no process_start_time_seconds',
  },
  {
    stories: ['outside'],
    guises: ['0.6 and 0.19'],
    sights: ['all'],
    certainty: 'tentative',
    why: 'the older half times in the engine: there the API server looks like the gateway',
  },
  {
    stories: ['one-hot-gpu'],
    guises: ['data-parallel'],
    sights: ['all'],
    cause: 'decode',
    certainty: 'tentative',
    why: 'the engines of one server share the rows of its GPUs: which of them is slow for a clock is not told',
  },
  {
    stories: ['skew', 'sticky-sessions'],
    guises: ['data-parallel'],
    cause: 'queue.skew.dp',
    certainty: 'firm',
    why: 'one engine of a server takes most: the server spreads requests, not the gateway',
  },
]

export function expectedIn({ story, name, as }: Disguised, sight: Sight): Expectation {
  const exception = EXCEPTIONS.findLast(
    ({ stories, guises, sights = [sight] }) =>
      stories.includes(story.id) && guises.includes(name) && sights.includes(sight),
  )
  if (exception === undefined) return expectedOf({ story, dialect: as }, sight)
  const { cause = story.expectedCause, certainty, why } = exception
  return { cause, certainty, why }
}
