import type { Evidence } from '../../src/domain/evidence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { decide } from '../../src/triage/decide.ts'
import type { Case, CaseSet } from './case.ts'
import { OUTCOMES, isCalm, outcomeOf } from './outcome.ts'
import type { Headline, Outcome } from './outcome.ts'

/** Of these headlines must be right, or name the right parent. */
const LEAST_RIGHT = 0.95

export interface Scored extends Headline {
  readonly id: string
  readonly truth: string
  readonly outcome: Outcome
  readonly tellable: NonNullable<Case['tellable']>
}

export interface SetScore {
  readonly name: string
  readonly scored: readonly Scored[]
  /** Of those that are not healthy and of which enough was told, or of which something wrong was said all the same. */
  readonly rightShare: number
  /** What may not be, each in one line. */
  readonly faults: readonly string[]
}

export function headlineOf(evidence: Evidence): Headline {
  const { cause, certainty } = decide(evidence, inEnglish).headline
  return { cause, certainty }
}

function scoreOf(one: Case): Scored {
  const headline = headlineOf(one.evidence)
  const { id, truth, tellable = 'cause' } = one
  return { id, truth, ...headline, outcome: outcomeOf(one, headline), tellable }
}

export function scoreSet({ name, cases }: CaseSet): SetScore {
  const scored = cases.map(scoreOf)
  const rightShare = shareOf(scored.filter(isCounted))
  const wrong = scored.filter(({ outcome }) => outcome === 'wrong_firm').map((one) => `WRONG FIRM: ${lineOf(one)}`)
  const alarms = scored
    .filter(({ truth, cause }) => isCalm(truth) && !isCalm(cause))
    .filter(({ outcome, tellable }) => tellable !== 'nothing' || outcome !== 'inconclusive')
    .map((one) => `healthy, but not called so: ${lineOf(one)}`)
  const few = rightShare < LEAST_RIGHT ? [`${percent(rightShare)} right or parent, not ${percent(LEAST_RIGHT)}`] : []
  const none = cases.length === 0 ? ['there is no case to be right of'] : []
  return {
    name,
    scored,
    rightShare,
    faults: [...none, ...wrong, ...alarms, ...few].map((fault) => `${name}: ${fault}`),
  }
}

/** Where too little is told, to say so is right, to be right all the same is luck, and to say something wrong is wrong. */
function isCounted({ truth, outcome, tellable }: Scored): boolean {
  return !isCalm(truth) && (tellable !== 'nothing' || WRONG.has(outcome))
}

const WRONG: ReadonlySet<Outcome> = new Set<Outcome>(['also_true', 'wrong_tentative', 'wrong_firm'])

function shareOf(scored: readonly Scored[]): number {
  return scored.length === 0 ? 1 : scored.filter(isRight).length / scored.length
}

function isRight({ outcome }: Scored): boolean {
  return outcome === 'right' || outcome === 'parent'
}

function lineOf({ id, truth, cause, certainty }: Scored): string {
  return `${id}: ${truth} was called ${cause}, ${certainty}`
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}

/** By cause, since a share of all hides the cause that is never found; the healthy ones apart. */
export function scoreTable({ name, scored, rightShare }: SetScore): string {
  const sick = scored.filter(({ truth }) => !isCalm(truth))
  const calm = scored.filter(({ truth }) => isCalm(truth))
  const misses = scored
    .filter((one) => !isRight(one))
    .map(
      (one) =>
        `    ${one.outcome.padEnd(15)} ${lineOf(one)}${one.tellable !== 'nothing' ? '' : ' (too little is told)'}`,
    )
  const known = sick.filter(isCounted).length
  const proven = sick.filter(({ tellable }) => tellable === 'cause')
  const exact = proven.filter(({ outcome }) => outcome === 'right').length
  return [
    `${name}: ${scored.length} scored; right or parent: ${percent(rightShare)} of ${known} of which enough is told, ${percent(shareOf(sick))} of all ${sick.length} with a cause; the cause itself: ${exact} of ${proven.length} that tell it`,
    row('cause', ['n', ...OUTCOMES.map((outcome) => (outcome === 'wrong_firm' ? 'WRONG FIRM' : outcome))]),
    ...rowsOf(sick),
    ...(calm.length === 0 ? [] : ['  healthy ones', ...rowsOf(calm)]),
    ...(misses.length === 0 ? [] : ['  not right:', ...misses]),
    '',
  ].join('\n')
}

function rowsOf(scored: readonly Scored[]): readonly string[] {
  return [...new Set(scored.map(({ truth }) => truth))].toSorted().map((truth) => {
    const those = scored.filter((one) => one.truth === truth)
    const counts = OUTCOMES.map((outcome) => those.filter((one) => one.outcome === outcome).length)
    return row(
      truth,
      [those.length, ...counts].map((count) => (count === 0 ? '·' : String(count))),
    )
  })
}

function row(first: string, cells: readonly string[]): string {
  return `  ${first.padEnd(34)}${cells.map((cell) => cell.padStart(16)).join('')}`
}
