import type { RowKey } from '../../domain/reading.ts'
import { valueOf } from '../../domain/reading.ts'
import type { Text } from '../../domain/text.ts'
import { inEnglish, listOf, say } from '../../domain/text.ts'
import {
  loggedAbortFailures,
  loggedAborts,
  loggedDeaths,
  loggedDiskFull,
  loggedGeneration,
  loggedGpuFaults,
  loggedGrammarFailures,
  loggedNcclTimeouts,
  loggedOutOfMemory,
  loggedRefusals,
  loggedShmFull,
  loggedStartFailures,
  loggedStartsCut,
  loggedStatsAge,
  loggedWorkerDeaths,
  loggedWorkerHangs,
} from '../../signals/log.ts'
import type { Signal } from '../../signals/signal.ts'
import { isUnread, rowNow } from '../predicates/lookup.ts'
import type { Case } from '../node.ts'
import { joinAll, judge } from '../predicates/predicate.ts'
import { eitherOf, rowWhereThere } from '../predicates/row-logic.ts'
import { rowAbove } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import type { Outcome, Predicate } from '../predicates/predicate.ts'
import { rowSentence } from '../predicates/sentences.ts'

/** A log that does not tell of something, or is not read, leaves open whether it was: never a no. */
const OPEN: Outcome = { answer: 'unknown', used: [], rows: [], missing: [] }

/** The log of one of the rows that a branch is about tells of one of these. */
export function logTells(...signals: readonly [Signal, ...Signal[]]): Predicate {
  return {
    reads: signals,
    text: `its log tells of ${signals.map((signal) => inEnglish(wordsOf(signal))).join(' or ')}`,
    evaluate(evidence, about = []) {
      const told = about.flatMap((row) =>
        signals.flatMap((signal) => {
          const now = rowNow(evidence, signal, row)
          const isTold = now.status === 'present' && now.value > 0
          return isTold ? [judge({ evidence, signal, now, row, threshold: say`> 0 events`, holds: 'yes' })] : []
        }),
      )
      return told.length === 0 ? OPEN : joinAll(told)
    },
  }
}

/** A row's log tells of one of these. Without a log nothing is told, which leaves nothing open. */
export function logged(first: Signal, ...others: readonly Signal[]): RowTest {
  return rowWhereThere(eitherOf(rowAbove(first, 0), ...others.map((signal) => rowAbove(signal, 0))))
}

/** A test to which a log's word is added, or in whose place it stands where the test cannot be read; a no stays one. */
export function orLogTells(test: Predicate, ...signals: readonly [Signal, ...Signal[]]): Predicate {
  const log = logTells(...signals)
  return {
    reads: [...new Set([...test.reads, ...log.reads])],
    text: `${test.text}, or ${log.text}`,
    evaluate(evidence, about) {
      const outcome = test.evaluate(evidence, about)
      const told = log.evaluate(evidence, about)
      if (outcome.answer === 'no' || told.answer === 'unknown') return outcome
      return outcome.answer === 'yes' ? joinAll([outcome, told]) : told
    },
  }
}

/** No log of the rows tells of tokens in the last minute. True also without a log: it has no witness then. One that is there and was not read may deny it. */
export const logShowsNoTokens: Predicate = {
  reads: [loggedGeneration],
  text: 'no log of theirs tells of tokens in the last minute',
  evaluate(evidence, about = []) {
    const known = about.flatMap((row) => {
      const now = rowNow(evidence, loggedGeneration, row)
      const holds = now.status === 'present' && now.value > 0 ? 'no' : 'yes'
      return now.status === 'absent'
        ? []
        : [judge({ evidence, signal: loggedGeneration, now, row, threshold: say`= 0 tokens/s`, holds })]
    })
    if (known.some(({ answer }) => answer === 'no')) return joinAll(known)
    const isOpen = about.some((row) => isUnread(rowNow(evidence, loggedGeneration, row)))
    if (isOpen) return { ...OPEN, missing: [loggedGeneration] }
    return known.length === 0 ? { ...OPEN, answer: 'yes' } : joinAll(known)
  },
}

/** What happens first stands first: the rest follows from it. */
const WORDS: readonly (readonly [Signal, Text])[] = [
  [loggedOutOfMemory, say`CUDA out of memory`],
  [loggedGpuFaults, say`a GPU fault`],
  [loggedNcclTimeouts, say`an NCCL operation did not end`],
  [loggedShmFull, say`no space left in /dev/shm`],
  [loggedDiskFull, say`no space left on the disk`],
  [loggedRefusals, say`the engine refused its settings`],
  [loggedAbortFailures, say`the engine failed while it handled an abort`],
  [loggedGrammarFailures, say`a grammar refused the tokens of its request`],
  [loggedWorkerDeaths, say`a worker died`],
  [loggedWorkerHangs, say`a worker does not answer`],
  [loggedDeaths, say`EngineCore encountered a fatal error`],
  [loggedStartFailures, say`the engine failed to start`],
  [loggedStartsCut, say`a start ended without a word before it served`],
  [loggedAborts, say`a request was aborted`],
]

function wordsOf(signal: Signal): Text {
  return WORDS.find(([known]) => known === signal)?.[1] ?? signal.title
}

/** `a's log says: CUDA out of memory (3 times); …`, and how long it is silent; nothing where it tells of nothing. */
export function logSentences(at: Case, key: RowKey): readonly Text[] {
  const told = WORDS.flatMap(([signal, words]) => {
    const count = valueOf(rowNow(at.evidence, signal, key)) ?? 0
    if (count === 0) return []
    return [count === 1 ? words : say`${words} (${Math.round(count)} times)`]
  })
  const age = rowNow(at.evidence, loggedStatsAge, key)
  return [
    ...(told.length === 0 ? [] : [say`${key.instance}'s log says: ${listOf(told)}`]),
    ...(age.status === 'present' ? [rowSentence(at, loggedStatsAge, key)] : []),
  ]
}
