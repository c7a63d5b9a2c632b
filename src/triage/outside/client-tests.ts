import type { ClientLine, PresentAttribution } from '../../domain/client-attribution.ts'
import { LOW_COVERAGE, accusedOf, blameDoubts } from '../../domain/client-doubts.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import { type Evidence, clientsOf } from '../../domain/evidence.ts'
import type { ShownUnit } from '../../domain/quantity.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { type Measure, absent, present } from '../../domain/reading.ts'
import { listOf, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { CLIENT_NUMBERS, clientRequests } from '../../signals/clients.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { negated } from '../predicates/belief.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'
import { ATTEMPTS_PER_REQUEST, LOST, MORE_ATTEMPTS, OTHERS_STEADY } from '../thresholds/outside.ts'

/** Who sends the load, where somebody can be named; undefined where nobody was read or only gateways are seen. */
export function namedClients(evidence: Evidence): PresentAttribution | undefined {
  const clients = clientsOf(evidence)
  return clients.status === 'present' && clients.stopsAt === undefined ? clients : undefined
}

/** The client whose growth it is, surely or perhaps. */
export function accused(evidence: Evidence): ClientLine | undefined {
  const clients = namedClients(evidence)
  return clients === undefined ? undefined : accusedOf(clients)
}

interface Told {
  readonly number: keyof typeof CLIENT_NUMBERS
  readonly now: number | undefined
  readonly before?: number | undefined
  readonly unit: ShownUnit
  readonly threshold: Text
  readonly holds: Answer
}

/** One number of the attribution as an outcome, with the files or the query that it is from. */
function judgeClients(evidence: Evidence, told: Told): Outcome {
  const { number, now, before, unit, threshold, holds } = told
  const clients = clientsOf(evidence)
  const missing = fleetNow(evidence, clientRequests)
  const reason = missing.status === 'absent' ? missing.reason : 'no_samples'
  const measure: Measure = now === undefined ? absent(reason) : present(now)
  return {
    answer: holds,
    used: [
      {
        ...CLIENT_NUMBERS[number],
        now: measure,
        ...(before !== undefined && { baseline: present(before) }),
        unit,
        threshold,
        query: clients.status === 'present' ? clients.query : '',
      },
    ],
    rows: [],
    missing: holds === 'unknown' ? [clientRequests] : [],
  }
}

/** More than half of the growth is one client's; whether it is to blame is another question. */
export const oneClientGrew: Predicate = {
  reads: [clientRequests],
  text: "most of the growth is one client's, which sends at least twice what it did",
  evaluate(evidence) {
    const clients = namedClients(evidence)
    const line = accused(evidence)
    const [first] = clients?.clients ?? []
    const isComparable = clients?.requestsBefore !== undefined
    const answer: Answer = line === undefined ? 'no' : 'yes'
    return judgeClients(evidence, {
      number: 'growth',
      now: (line ?? first)?.growthShare,
      unit: 'ratio',
      threshold: say`most of the growth, at least twice its own`,
      holds: isComparable ? answer : 'unknown',
    })
  },
}

/** The name, the reach of the source and the order in time are such that the client may be accused. */
export const mayAccuse: Predicate = {
  reads: [clientRequests],
  text: `its name is no gateway's and not forged, it grew before requests waited, and at least ${formatPercent(LOW_COVERAGE)} of the load has a name`,
  evaluate(evidence) {
    const clients = namedClients(evidence)
    const line = accused(evidence)
    const doubts = clients === undefined || line === undefined ? undefined : blameDoubts(clients, line)
    return judgeClients(evidence, {
      number: 'coverage',
      now: clients?.coverage.status === 'present' ? clients.coverage.value : undefined,
      unit: 'ratio',
      threshold: doubts === undefined || doubts.length === 0 ? say`≥ ${formatPercent(LOW_COVERAGE)}` : listOf(doubts),
      holds: doubts === undefined ? 'unknown' : answerOf(doubts.length === 0),
    })
  },
}

/** All others send about what they sent: else it is demand, of which one client has the most. */
export const othersAreSteady: Predicate = {
  reads: [clientRequests],
  text: `all others send ≤ ${OTHERS_STEADY} × what they sent`,
  evaluate(evidence) {
    const times = accused(evidence)?.othersTimes
    return judgeClients(evidence, {
      number: 'others',
      now: times,
      unit: 'times',
      threshold: say`≤ ${OTHERS_STEADY} ×`,
      holds: times === undefined ? 'unknown' : answerOf(times <= OTHERS_STEADY),
    })
  },
}

/** The log lists each try: more tries for a request than before. */
export const clientAttemptsGrew: Predicate = {
  reads: [clientRequests],
  text: `≥ ${ATTEMPTS_PER_REQUEST} tries for a request in access logs, ≥ ${MORE_ATTEMPTS} × as many as before`,
  evaluate(evidence) {
    const clients = clientsOf(evidence)
    const tries = clients.status === 'present' ? clients.amplification : undefined
    const isKnown = tries?.before !== undefined
    const isMore = isKnown && tries.now >= ATTEMPTS_PER_REQUEST && tries.now >= (tries.before ?? 0) * MORE_ATTEMPTS
    return judgeClients(evidence, {
      number: 'attempts',
      now: tries?.now,
      before: tries?.before,
      unit: 'times',
      threshold: say`≥ ${ATTEMPTS_PER_REQUEST}, ≥ ${MORE_ATTEMPTS} × as many as before`,
      holds: isKnown ? answerOf(isMore) : 'unknown',
    })
  },
}

/** Most failures have one age: a timeout stands there, of a hop or of a client. */
export const failuresAtOneAge: Predicate = {
  reads: [clientRequests],
  text: 'most requests that fail in access logs have one age',
  evaluate(evidence) {
    const clients = clientsOf(evidence)
    const failed = clients.status === 'present' ? clients.failedAfter : undefined
    return judgeClients(evidence, {
      number: 'failedAt',
      now: failed?.seconds,
      unit: 'seconds',
      threshold: failed === undefined ? say`one age` : say`${failed.requests} of ${failed.of} failures at it`,
      holds: clients.status === 'present' ? answerOf(failed !== undefined) : 'unknown',
    })
  },
}

/** Most failures end at once, on a server that they had been sent on to: its end of the connection was closed. */
export const failuresAtOnce: Predicate = {
  reads: [clientRequests],
  text: `≥ ${formatPercent(LOST.share)} of the requests that fail in access logs had been sent on and ended at once`,
  evaluate(evidence) {
    const clients = clientsOf(evidence)
    const lost = clients.status === 'present' ? clients.lostAtOnce : undefined
    const isMost = lost !== undefined && lost.requests >= LOST.least && lost.requests >= lost.of * LOST.share
    return judgeClients(evidence, {
      number: 'lost',
      now: lost?.requests,
      unit: 'requests',
      threshold: lost === undefined ? say`at once` : say`${lost.requests} of ${lost.of} failures at once`,
      holds: lost === undefined ? 'unknown' : answerOf(isMost),
    })
  },
}

/** Now and then one of many: what is refused, overrun or gone fails far more of them. */
export const fewAreLost: Predicate = {
  reads: [clientRequests],
  text: `≤ ${formatPercent(LOST.few)} of the requests in access logs fail`,
  evaluate(evidence) {
    const clients = clientsOf(evidence)
    const lost = clients.status === 'present' ? clients.lostAtOnce : undefined
    const part = lost === undefined || clients.status === 'absent' ? undefined : lost.of / Math.max(1, clients.requests)
    return judgeClients(evidence, {
      number: 'failed',
      now: part,
      unit: 'ratio',
      threshold: say`≤ ${formatPercent(LOST.few)}`,
      holds: part === undefined ? 'unknown' : answerOf(part <= LOST.few),
    })
  },
}

/** One client has nearly all the failures, while others, with as much to lose, have none: the timeout is its own. */
export const failuresAreOneClients: Predicate = {
  reads: [clientRequests],
  text: "nearly all failures are one client's, and others have hardly any",
  evaluate(evidence) {
    const { line, share, holds } = whoseFailures(evidence)
    return judgeClients(evidence, {
      number: 'failures',
      now: line === undefined ? undefined : share,
      unit: 'ratio',
      threshold: say`≥ ${formatPercent(ONES_FAILURES)} of the failures`,
      holds,
    })
  },
}

/** Part (0..1) of the failures that is "nearly all", and of the others' requests that is "hardly any". Starting points. */
const ONES_FAILURES = 0.8
const HARDLY_ANY = 0.02
/** Requests of the others below which no failure among them is chance. */
const OTHERS_ENOUGH = 20

export interface Failures {
  readonly line: ClientLine | undefined
  /** The client's part of all failures. */
  readonly share: number
  readonly holds: Answer
}

/** Whose the failures are, where the source counts them by client and there is more than one. */
export function whoseFailures(evidence: Evidence): Failures {
  const clients = namedClients(evidence)
  const counted = (clients?.clients ?? []).flatMap((line) =>
    line.failedShare === undefined
      ? []
      : [{ line, requests: line.requestShare, failed: line.failedShare * line.requestShare }],
  )
  const all = counted.reduce((sum, { failed }) => sum + failed, 0)
  const [most] = counted.toSorted((one, other) => other.failed - one.failed)
  if (clients === undefined || most === undefined || all <= 0) return { line: undefined, share: 0, holds: 'unknown' }
  const others = counted.filter((one) => one !== most)
  const requests = others.reduce((sum, one) => sum + one.requests, 0)
  const share = most.failed / all
  const isEnough = requests * clients.requests >= OTHERS_ENOUGH
  const isOnes = share >= ONES_FAILURES && all - most.failed <= requests * HARDLY_ANY
  return { line: most.line, share, holds: isEnough ? answerOf(isOnes) : 'unknown' }
}

function answerOf(holds: boolean): Answer {
  return holds ? 'yes' : 'no'
}

/** Failures at one age are of several clients, so it is no client's own patience that ends. Without an access log nothing speaks for one. */
export const failuresAreShared: Predicate = {
  reads: [clientRequests],
  text: "no access log shows that the failures are one client's",
  evaluate(evidence) {
    const clients = clientsOf(evidence)
    const outcome = failuresAreOneClients.evaluate(evidence)
    const speaks = clients.status === 'present' && clients.failedAfter !== undefined
    return speaks ? { ...outcome, answer: negated(outcome.answer) } : { ...outcome, answer: 'yes', missing: [] }
  },
}
