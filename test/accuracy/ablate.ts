import type { Answer } from '../../src/domain/diagnosis.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import type { AbsentReason, PresentReading, Reading, RowKey } from '../../src/domain/reading.ts'
import { absent, idOfRow } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { answerFrom, countsAsYes } from '../../src/triage/predicates/belief.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import type { Branch, Group, Node } from '../../src/triage/node.ts'
import type { Outcome, Predicate } from '../../src/triage/predicates/predicate.ts'
import { TREE } from '../../src/triage/tree.ts'
import type { Case } from './case.ts'
import { outcomeOf } from './outcome.ts'

/** One reading of one case taken away: of the whole fleet, or of one row. */
export interface Ablation {
  readonly id: string
  readonly truth: string
  readonly signal: string
  readonly row?: RowKey
  /** Whether the headline is still the same cause. */
  readonly isSame: boolean
  /** What may not be, each in one line. */
  readonly faults: readonly string[]
}

/** A reading that could not be read; whose yes or no it made is then not known. */
const UNREAD: AbsentReason = 'timeout'
/** A fleet that does not have it, too; then one witness may stand in for another, but no wrong cause may be firm. */
const REASONS: readonly AbsentReason[] = [UNREAD, 'not_exposed', 'no_samples']
/** A row that a source did not give has no samples. */
const ROW_REASONS: readonly AbsentReason[] = [UNREAD, 'no_samples']

/**
 * Every reading of a case taken away, one by one, for the fleet and for each of its rows, of rows that are alike in all
 * readings for the first. What cannot matter is not asked: a test is answered anew where it reads the signal, and the whole
 * is decided anew where one of them stands otherwise.
 */
export function ablate(one: Case): readonly Ablation[] {
  const { id, truth, evidence } = one
  const stand = standingOf(evidence)
  const headline = decide(evidence, inEnglish).headline
  const apart = rowsApart(evidence)
  return presentIn(evidence).flatMap((reading) =>
    takenFrom(evidence, reading, apart).map(({ row, less }) => {
      const heads = (row === undefined ? REASONS : ROW_REASONS).flatMap((reason) => {
        const now = standingAnew(less(reason), reading.signal, stand)
        return isAlike(stand, now) ? [] : [{ reason, now, ...decide(less(reason), inEnglish).headline }]
      })
      const [unread] = heads.filter(({ reason }) => reason === UNREAD)
      const firm = heads.filter((head) => outcomeOf(one, head) === 'wrong_firm')
      const wrong = headline.certainty === 'firm' ? firm.filter(({ cause }) => cause !== headline.cause) : firm
      const what = row === undefined ? reading.signal : `${reading.signal} of ${rowsText([row])}`
      return {
        id,
        truth,
        signal: reading.signal,
        ...(row === undefined ? {} : { row }),
        isSame: unread === undefined || unread.cause === headline.cause,
        faults: [
          ...wrong.map(({ cause, reason }) => `WRONG FIRM ${cause}, and it was ${truth} (${reason})`),
          ...(unread === undefined ? [] : changesOf(stand, unread.now)),
        ].map((fault) => `${id} without ${what}: ${fault}`),
      }
    }),
  )
}

interface Taken {
  readonly row?: RowKey
  readonly less: (reason: AbsentReason) => Evidence
}

/** The rows to take away: of those that differ in nothing but their names one. */
function rowsApart(evidence: Evidence): ReadonlySet<string> {
  const told = new Map<string, string>()
  for (const { signal, rows } of presentIn(evidence)) {
    for (const { key, now, before } of rows) {
      const of = JSON.stringify([signal, key.engine, key.modelName, now, before])
      told.set(key.instance, `${told.get(key.instance) ?? ''}${of}`)
    }
  }
  const first = new Map([...told].toReversed().map(([instance, all]) => [all, instance]))
  return new Set(first.values())
}

function takenFrom(evidence: Evidence, reading: PresentReading, apart: ReadonlySet<string>): readonly Taken[] {
  const { signal, rows } = reading
  const whole: Taken = { less: (reason) => withReading(evidence, { status: 'absent', signal, reason }) }
  const byRow = rows.filter(({ now }) => now.status === 'present').map(({ key }) => key)
  // Of one row alone there is nothing left but the fleet's value, which is that row's.
  if (byRow.length < 2) return [whole]
  return [
    whole,
    ...byRow
      .filter(({ instance }) => apart.has(instance))
      .map((row) => ({
        row,
        less: (reason: AbsentReason) =>
          withReading(evidence, {
            ...reading,
            rows: rows.map((one) => (one.key === row ? { ...one, now: absent(reason), before: absent(reason) } : one)),
          }),
      })),
  ]
}

function withReading(evidence: Evidence, reading: Reading): Evidence {
  return { ...evidence, readings: { ...evidence.readings, [reading.signal]: reading } }
}

function presentIn({ readings }: Evidence): readonly PresentReading[] {
  return Object.values(readings).filter((reading) => reading.status === 'present')
}

interface Test {
  readonly id: string
  readonly when: Predicate
  readonly confirm: Branch['confirm']
}

const NODES = [...TREE.causes, ...TREE.calm]
const TESTS: readonly Test[] = [
  ...NODES.flatMap(groupsIn).flatMap(({ id, when }) => (when === undefined ? [] : [{ id, when, confirm: [] }])),
  ...NODES.flatMap(branchesOf),
]

function groupsIn(node: Node): readonly Group[] {
  return node.kind === 'branch' ? [] : [node, ...node.members.flatMap(groupsIn)]
}

/**
 * How every test of the tree stands, also those that a wider question's no keeps from being asked: whether they are asked
 * depends on another reading. What confirms a yes is asked of the rows of the yes.
 */
type Standing = ReadonlyMap<Predicate, Stands>

interface Stands {
  readonly when: Outcome
  readonly confirmed: readonly Outcome[]
}

function standingOf(evidence: Evidence): Standing {
  return new Map(
    TESTS.map(({ when, confirm }) => {
      const outcome = when.evaluate(evidence)
      return [when, { when: outcome, confirmed: confirmedOf(evidence, confirm, outcome) }]
    }),
  )
}

/** Of the tests that read the signal; the others stand as before. */
function standingAnew(evidence: Evidence, signal: string, before: Standing): Standing {
  const changed = TESTS.flatMap(({ when, confirm }): readonly (readonly [Predicate, Stands])[] => {
    const was = before.get(when)
    if (was === undefined) return []
    const isAsked = readsIt(when, signal)
    if (!isAsked && !(countsAsYes(was.when.answer) && confirm.some(({ test }) => readsIt(test, signal)))) return []
    const outcome = isAsked ? when.evaluate(evidence) : was.when
    return [[when, { when: outcome, confirmed: confirmedOf(evidence, confirm, outcome) }]]
  })
  return new Map(changed)
}

function readsIt({ reads }: Predicate, signal: string): boolean {
  return reads.some(({ id }) => id === signal)
}

function confirmedOf(evidence: Evidence, confirm: Branch['confirm'], { answer, rows }: Outcome): readonly Outcome[] {
  return countsAsYes(answer) ? confirm.map(({ test }) => test.evaluate(evidence, rows)) : []
}

function isAlike(before: Standing, after: Standing): boolean {
  return [...after].every(([test, now]) => {
    const was = before.get(test)
    return was !== undefined && standText(was) === standText(now)
  })
}

function standText({ when, confirmed }: Stands): string {
  return [when.answer, rowsText(when.rows), ...confirmed.map(({ answer }) => answer)].join(' ')
}

function rowsText(rows: readonly RowKey[]): string {
  return rows.map(idOfRow).join(' ').replaceAll('\u0000', '/')
}

function changesOf(before: Standing, after: Standing): readonly string[] {
  return TESTS.flatMap(({ id, when, confirm }) => {
    const [was, now] = [before.get(when), after.get(when)]
    if (was === undefined || now === undefined) return []
    const ofWhen = changeOf(id, was.when, now.when)
    // What is asked of other rows is another question.
    if (rowsText(was.when.rows) !== rowsText(now.when.rows)) return ofWhen
    const ofConfirmations = confirm.flatMap(({ excludes }, index) => {
      const [first, second] = [was.confirmed[index], now.confirmed[index]]
      const name = `${id}, confirmed ${index + 1} against ${excludes}, of ${rowsText(now.when.rows)}`
      return first === undefined || second === undefined ? [] : changeOf(name, first, second)
    })
    return [...ofWhen, ...ofConfirmations]
  })
}

function changeOf(name: string, before: Outcome, after: Outcome): readonly string[] {
  const [was, now]: readonly Answer[] = [answerFrom(before.answer), answerFrom(after.answer)]
  return now === was || now === 'unknown' || was === undefined ? [] : [`${name}: ${was} became ${now ?? ''}`]
}
