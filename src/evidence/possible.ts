import type { Unit } from '../domain/quantity.ts'
import type { Reading } from '../domain/reading.ts'
import type { Signal } from '../signals/signal.ts'
import type { Term } from '../signals/term.ts'

/** Ten times the instances of the greatest fleet that is read: what lies beyond the bounds below is no fleet's number. */
const INSTANCES = 10_000
/** Of one instance in a second: a step takes a GPU some milliseconds and gives each of some thousand requests a token. */
const STEPS = 1_000
const CORES = 1_000
const TOKENS = 1_000_000
const REQUESTS = 1_000
/** The longest window. */
const SECONDS_OF_A_DAY = 86_400
/** The greatest context windows are of ten million tokens. */
const TOKENS_OF_A_REQUEST = 1e8
/** No request waits or runs longer than processes live, of which a month is much. */
const LONGEST_SECONDS = 31 * SECONDS_OF_A_DAY
/** Fractions are 0 to 1, but a request can be evicted at each of its steps. */
const EVICTIONS_OF_A_REQUEST = 1e6
/**
 * Exporters have marks for a field that they cannot read: DCGM's begin at 2147483632 (`DCGM_INT32_BLANK`), AMD's are all
 * ones in 16 bits or more. No GPU is near these.
 */
const GPU = { MHz: 10_000, W: 20_000, '°C': 1_000, GiB: 10_000 } as const
/** The greatest XID is below 200, and the greatest bit of DCGM's clock event reasons is the tenth. */
const CODE = 10_000
/** A part of the time is 1 at most, and a little more where a rate is extrapolated. */
const PART_OF_THE_TIME = 2
const ABSOLUTE_ZERO = -273.15
/** Of all requests that can be inside at once: when a fleet restarts, what was inside is gone without having finished. */
const MOST_LOST = 1e6

const MOST: Readonly<Record<Unit, number>> = {
  ...GPU,
  code: CODE,
  instances: INSTANCES,
  requests: INSTANCES * REQUESTS * SECONDS_OF_A_DAY,
  'requests/s': INSTANCES * REQUESTS,
  tokens: TOKENS_OF_A_REQUEST,
  'tokens/s': INSTANCES * TOKENS,
  'steps/s': INSTANCES * STEPS,
  cores: INSTANCES * CORES,
  seconds: LONGEST_SECONDS,
  ratio: EVICTIONS_OF_A_REQUEST,
  events: INSTANCES * REQUESTS * SECONDS_OF_A_DAY,
}

/**
 * Tells which values a signal can have. What it cannot have comes of a broken exporter, of overflow or of somebody who
 * writes into the store, and says nothing of the fleet.
 */
export function possibleFor(signal: Pick<Signal, 'unit' | 'term' | 'exposer'>): (value: number) => boolean {
  const { least, most } = boundsOf(signal)
  return (value) => value >= least && value <= most
}

/** The least and the greatest of these values, for who has to be told. */
export function boundsOf(signal: Pick<Signal, 'unit' | 'term' | 'exposer'>): {
  readonly least: number
  readonly most: number
} {
  return { least: leastOf(signal), most: mostOf(signal) }
}

/** One line for the source's report; the value is not shown, since it is of no use to anybody. */
export function impossibleNote({ signal }: Pick<Reading, 'signal'>, count: number): string {
  return count === 1
    ? `${signal}: a value that it cannot have, taken for a bad answer`
    : `${signal}: ${count} values that it cannot have, taken for a bad answer`
}

function mostOf({ unit, exposer }: Pick<Signal, 'unit' | 'exposer'>): number {
  const isPart = unit === 'ratio' && (exposer === 'gpu' || exposer === 'host')
  return isPart ? PART_OF_THE_TIME : MOST[unit]
}

function leastOf({ unit, term }: Pick<Signal, 'unit' | 'term'>): number {
  if (unit === '°C') return ABSOLUTE_ZERO
  // Where one time is taken from another, it is the older from the newer.
  if (unit === 'seconds') return 0
  return mayShrink(term) ? -MOST_LOST : 0
}

/** Whether a term takes something away, so that its value may be negative. */
function mayShrink(term: Term): boolean {
  switch (term.kind) {
    case 'growth':
    case 'difference':
      return true
    case 'sum':
      return term.terms.some(mayShrink)
    case 'scaled':
      return mayShrink(term.term)
    case 'gauge':
    case 'counter':
    case 'changes':
    case 'histogram':
    case 'ratio':
    case 'label_product':
      return false
    default:
      return term satisfies never
  }
}
