import type { Cause } from '../../src/domain/cause.ts'
import type { DialectName } from '../../src/sandbox/fleet/dialects/dialect.ts'
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import type { Dress } from './four-sources-dress.ts'
import { expectedOf } from './four-sources-pairs.ts'
import type { Expectation, Sight } from './four-sources-pairs.ts'
import type { StoryTelling } from './four-sources-stores.ts'

/** Another look of a fleet, that has to make no difference to what is found. */
interface Guise {
  readonly name: 'under Ray of old' | 'under Ray' | 'without colons' | '0.8 and 0.19' | '0.6 and 0.19'
  readonly releases: readonly [DialectName, DialectName]
  readonly dress: Dress
  /** The release by itself, whose headlines are to be found. */
  readonly as: DialectName
}

const GUISES: readonly Guise[] = [
  { name: 'under Ray of old', releases: ['v0-0.6', 'v0-0.6'], dress: 'ray_old', as: 'v0-0.6' },
  { name: 'under Ray', releases: ['v1-0.19', 'v1-0.19'], dress: 'ray', as: 'v1-0.19' },
  { name: 'without colons', releases: ['v1-0.19', 'v1-0.19'], dress: 'underscores', as: 'v1-0.19' },
  { name: '0.8 and 0.19', releases: ['v1-0.8', 'v1-0.19'], dress: 'plain', as: 'v1-0.19' },
  { name: '0.6 and 0.19', releases: ['v0-0.6', 'v1-0.19'], dress: 'plain', as: 'v1-0.19' },
]

export interface Disguised extends StoryTelling, Guise {}

export const DISGUISED: readonly Disguised[] = catalog.flatMap((story) =>
  GUISES.map((guise): Disguised => ({ ...guise, id: `${story.id} ${guise.name}`, story })),
)

interface Exception {
  readonly stories: readonly string[]
  readonly guises: readonly Guise['name'][]
  readonly cause: Cause
  readonly why: string
}

/** Where the guise makes a difference, for want of something that the plain fleet shows; never to a firm cause. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    stories: ['crash-loop', 'instance-down'],
    guises: ['under Ray of old', 'under Ray'],
    cause: 'healthy',
    why: 'Ray’s agent answers for a worker that is gone, and a new worker’s series begin anew: the others are well',
  },
]

export function expectedIn({ story, name, as }: Disguised, sight: Sight): Expectation {
  const exception = EXCEPTIONS.findLast(({ stories, guises }) => stories.includes(story.id) && guises.includes(name))
  if (exception === undefined) return expectedOf({ story, dialect: as }, sight)
  return { cause: exception.cause, certainty: 'tentative', why: exception.why }
}
