import type { Finding, NotRuledOut } from '../../domain/diagnosis.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { Text } from '../../domain/text.ts'
import type { Confirmation } from '../node.ts'
import { isOpen } from '../walk.ts'
import type { Answered } from '../walk.ts'

interface Told {
  readonly finding: Pick<Finding, 'cause'>
  readonly contributing: readonly Pick<Finding, 'cause'>[]
  /** Confirmations that the headline itself lacks. */
  readonly open: readonly Confirmation[]
}

/** Open questions and the look-alikes that the headline could not exclude, each cause once. */
export function notRuledOut(
  evidence: Evidence,
  answered: readonly Answered[],
  { finding, contributing, open }: Told,
): readonly NotRuledOut<Text>[] {
  const said = new Set([finding.cause, ...contributing.map(({ cause }) => cause)])
  const lookAlikes = open.map(({ excludes, test, settleWith }) => ({
    cause: excludes,
    missing: test.reads.map(({ title }) => title),
    settleWith,
  }))
  const questions = answered
    .filter(({ outcome }) => isOpen(evidence, outcome))
    .map(({ branch, outcome }) => ({
      cause: branch.conclude.cause,
      missing: outcome.missing.map(({ title }) => title),
      settleWith: branch.settleWith,
    }))
  const byCause = new Map<string, NotRuledOut<Text>>()
  for (const one of [...lookAlikes, ...questions]) {
    if (!said.has(one.cause) && !byCause.has(one.cause)) byCause.set(one.cause, one)
  }
  return [...byCause.values()]
}
