import type { Evidence } from '../../src/domain/evidence.ts'
import type { AbsentReason, RowKey } from '../../src/domain/reading.ts'
import { idOfRow } from '../../src/domain/reading.ts'
import { decide } from '../../src/triage/decide.ts'
import { branchesOf } from '../../src/triage/node.ts'
import type { Branch, Group, Node } from '../../src/triage/node.ts'
import type { Outcome, Predicate } from '../../src/triage/predicate.ts'
import { TREE } from '../../src/triage/tree.ts'
import type { Case } from './case.ts'
import { outcomeOf } from './outcome.ts'

/** One reading of one case taken away. */
export interface Ablation {
  readonly id: string
  readonly truth: string
  readonly signal: string
  /** Whether the headline is still the same cause. */
  readonly isSame: boolean
  /** What may not be, each in one line. */
  readonly faults: readonly string[]
}

/** A reading that could not be read; whose yes or no it made is then not known. */
const UNREAD: AbsentReason = 'timeout'
/** A fleet that does not have it, too; then one witness may stand in for another, but no wrong cause may be firm. */
const REASONS: readonly AbsentReason[] = [UNREAD, 'not_exposed', 'no_samples']

/** What cannot be otherwise, with the reason. */
const KNOWN: readonly { readonly fault: RegExp; readonly why: string }[] = [
  {
    fault:
      /without (?:awake|first_tokens|other_engines|gateway_\w+|envoy_\w+): WRONG FIRM (?:healthy|telemetry\.missing), and it was .* \((?:not_exposed|no_samples)\)$/u,
    why: 'not every fleet shows it, and nothing else tells of the trouble: the engines are as well, or as hidden, as is said',
  },
  {
    fault: /without serving: (?:instance_down|telemetry_missing): (?:yes|unknown) became no$/u,
    why: 'an instance that Prometheus does not scrape is known of by asking it alone; not everybody asks',
  },
  {
    fault: /without serving: WRONG FIRM healthy, and it was instance\.down \((?:not_exposed|no_samples)\)$/u,
    why: 'the same where nobody asks',
  },
  {
    fault: /without serving: instance_down: no became yes$/u,
    why: 'that it answers is what tells a broken scrape from a dead instance, and not everybody asks',
  },
  {
    fault: /without log_\w+: .*: no became yes$/u,
    why: 'a log only speaks against a cause: who reads none has nothing that does',
  },
  {
    fault: /without up: WRONG FIRM healthy, and it was telemetry\.missing \((?:not_exposed|no_samples)\)$/u,
    why: 'where nothing is scraped no scrape fails, and the engines are asked themselves',
  },
  {
    fault: /without up: instance_down: no became yes$/u,
    why: 'who is silent when asked is taken for down, tentatively, where whether it is scraped is not known',
  },
  {
    fault: /without (?:up|running): (?:gpu_fault|hang): unknown became no$/u,
    why: 'instances of which nothing else is read are known of by it alone; of those that are left the answer is no',
  },
  {
    fault: /: (?:hang|crash)_\w+: (?:yes|unknown) became no$/u,
    why: 'a kind of hang or crash is said where its own reading says so; without it the plain one is',
  },
  {
    fault: /: WRONG FIRM telemetry\.partial, and it was .* \(not_exposed\)$/u,
    why: 'what is not exposed any more is missing indeed',
  },
]

export function ablate(one: Case): readonly Ablation[] {
  const { id, truth, evidence } = one
  const whole = decide(evidence).headline
  const answers = answersOf(evidence)
  return presentIn(evidence).map((signal) => {
    const heads = REASONS.map((reason) => ({ reason, ...decide(without(evidence, signal, reason)).headline }))
    const firm = heads.filter((head) => outcomeOf(one, head) === 'wrong_firm')
    const wrong = whole.certainty === 'firm' ? firm.filter(({ cause }) => cause !== whole.cause) : firm
    const less = without(evidence, signal, UNREAD)
    return {
      id,
      truth,
      signal,
      isSame: heads[0]?.cause === whole.cause,
      faults: [
        ...wrong.map(({ cause, reason }) => `WRONG FIRM ${cause}, and it was ${truth} (${reason})`),
        ...changesOf(answers, answersOf(less)),
      ]
        .map((fault) => `${id} without ${signal}: ${fault}`)
        .filter((fault) => !KNOWN.some(({ fault: known }) => known.test(fault))),
    }
  })
}

export function without(evidence: Evidence, signal: string, reason: AbsentReason): Evidence {
  return { ...evidence, readings: { ...evidence.readings, [signal]: { status: 'absent', signal, reason } } }
}

function presentIn({ readings }: Evidence): readonly string[] {
  return Object.values(readings)
    .filter(({ status }) => status === 'present')
    .map(({ signal }) => signal)
}

/**
 * The answer of every test in the tree, also of those that a wider question's no keeps from being asked: whether they are
 * asked depends on another reading. What confirms a yes is asked of the rows of the yes.
 */
function answersOf(evidence: Evidence): ReadonlyMap<string, Outcome['answer']> {
  return new Map(TESTS.flatMap((test) => answersTo(test, evidence)))
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

function answersTo({ id, when, confirm }: Test, evidence: Evidence): readonly (readonly [string, Outcome['answer']])[] {
  const { answer, rows } = when.evaluate(evidence)
  const confirmed = confirm.map(({ test, excludes }, index) => {
    const key = `${id}, confirmed ${index + 1} against ${excludes}, of ${rowsText(rows)}`
    return [key, test.evaluate(evidence, rows).answer] as const
  })
  return [[id, answer], ...(answer === 'yes' ? confirmed : [])]
}

function rowsText(rows: readonly RowKey[]): string {
  return rows.map(idOfRow).join(' ').replaceAll('\u0000', '/')
}

function changesOf(
  before: ReadonlyMap<string, Outcome['answer']>,
  after: ReadonlyMap<string, Outcome['answer']>,
): readonly string[] {
  return [...after].flatMap(([test, now]) => {
    const was = before.get(test)
    return was === undefined || now === was || now === 'unknown' ? [] : [`${test}: ${was} became ${now}`]
  })
}
