import type { ActionPlan } from '../domain/action.ts'
import type { Cause } from '../domain/cause.ts'
import type { Diagnosis, Finding, Verdict } from '../domain/diagnosis.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Speak, Text } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import { contradictionsIn } from './diagnosis/contradictions.ts'
import { doubtOf } from './diagnosis/doubt.ts'
import { BY_HAND, inconclusive } from './diagnosis/inconclusive.ts'
import { instanceLines } from './diagnosis/instance-lines.ts'
import { latencyBudget } from './engine/latency-budget.ts'
import { leadOf } from './diagnosis/lead.ts'
import { missingOf } from './diagnosis/missing.ts'
import type { Case, Conclusion } from './node.ts'
import { changeLines } from './outside/told-changes.ts'
import type { Outcome } from './predicates/predicate.ts'
import { finerOf, isReasonFor } from './diagnosis/finer-cause.ts'
import { skewOf } from './skew/skew.ts'
import { notRuledOut } from './diagnosis/not-ruled-out.ts'
import { spoken } from './diagnosis/spoken.ts'
import { TREE } from './tree.ts'
import { NOTHING_WALKED, walkAll } from './walk.ts'
import type { Answered, Walk } from './walk.ts'

/**
 * Walks the whole tree over the evidence. Pure: the same evidence gives the same diagnosis.
 *
 * Every question is asked, also past a yes, since two true causes are common. The first firm yes is the headline, else the
 * first; the others contribute. Without any, a wider question's own conclusion, then the calm ones, then `inconclusive`.
 */
export function decide(evidence: Evidence, speak: Speak): Diagnosis {
  return spoken(conclude(evidence), speak)
}

function conclude(evidence: Evidence): Diagnosis<Text> {
  const causes = walkAll(TREE.causes, evidence, NOTHING_WALKED)
  const hasCause = causes.parents.length > 0 || causes.answered.some(({ answer }) => answer === 'yes')
  // What the causes left open is carried on. Where a cause was found, "is all well?" would be answered past it, and read as its denial.
  const calm = hasCause ? NOTHING_WALKED : walkAll(TREE.calm, evidence, { ...NOTHING_WALKED, open: causes.open })
  const chosen = choose(evidence, causes, calm)
  return {
    headline: chosen.finding,
    contributing: chosen.contributing,
    notRuledOut: notRuledOut(evidence, [...causes.answered, ...calm.answered], chosen),
    path: marked([...causes.verdicts, ...calm.verdicts], chosen),
    budget: latencyBudget(evidence),
    skew: skewOf(evidence),
    instances: instanceLines(evidence),
    changes: changeLines(evidence),
    actions: chosen.actions,
    missing: missingOf(evidence),
    contradictions: contradictionsIn(evidence).map(({ text }) => text),
  }
}

/** Each question that found something says how sure that is, also where it is told as a part of another finding. */
function marked(
  verdicts: readonly Verdict<Text>[],
  { finding, contributing, found }: Chosen,
): readonly Verdict<Text>[] {
  const certainties = new Map([...found, ...contributing, finding].map(({ page, certainty }) => [page, certainty]))
  return verdicts.map((verdict) => {
    const certainty = certainties.get(verdict.id)
    return certainty === undefined ? verdict : { ...verdict, certainty }
  })
}

interface Chosen {
  readonly finding: Finding<Text>
  readonly contributing: readonly Finding<Text>[]
  /** All that questions found, also what is the same fault as another. */
  readonly found: readonly Finding<Text>[]
  readonly actions: ActionPlan<Text>
  /** Confirmations that the headline itself lacks. */
  readonly open: Answered['open']
}

function choose(evidence: Evidence, causes: Walk, calm: Walk): Chosen {
  const found = causes.answered
    .filter(({ answer }) => answer === 'yes')
    .map((answered) => ({ answered, finding: findingOf(evidence, answered) }))
  const all = found.map(({ finding }) => finding)
  const widest = leadOf(evidence, found)
  if (widest !== undefined) {
    const first = finerOf(widest, found)
    const contributing = found
      .filter(({ answered }) => answered !== first.answered && !isSameFault(first.answered, answered))
      .map(({ finding }) => finding)
    return {
      ...chosenFrom(evidence, first.answered),
      finding: first.finding,
      contributing: onceEach([...contributing, ...besides(evidence, causes, first.finding)]),
      found: all,
    }
  }
  const [parent] = causes.parents
  if (parent !== undefined) {
    const at = { evidence, outcome: parent.outcome }
    const finding = makeFinding(parent, at, say`which kind of it could not be told`)
    return { finding, contributing: [], found: [], actions: parent.conclusion.actions(at), open: [] }
  }
  const quiet = calm.answered.find(({ answer }) => answer === 'yes')
  if (quiet !== undefined) {
    return { ...chosenFrom(evidence, quiet), finding: findingOf(evidence, quiet), contributing: [], found: [] }
  }
  return { finding: inconclusive(evidence, causes, calm), contributing: [], found: [], actions: BY_HAND, open: [] }
}

/**
 * What is seen beside the headline and no question behind it explains: that requests wait, say. The headline may be why;
 * who reads it has to know in any case.
 */
function besides(evidence: Evidence, { parents }: Walk, headline: Finding<Text>): readonly Finding<Text>[] {
  const named = new Set(headline.instances)
  return parents.flatMap((parent) => {
    const { conclusion, outcome, isExplained } = parent
    if (isExplained || conclusion.beside === undefined || isOnlyOf(named, outcome)) return []
    const at = { evidence, outcome }
    const found = makeFinding(parent, at, say`what is named above may be why`)
    return [{ ...found, title: conclusion.beside(at), because: [] }]
  })
}

/** What an instance that hangs, or is full, holds up is no news beside that. */
function isOnlyOf(named: ReadonlySet<string>, outcome: Outcome): boolean {
  const instances = instancesOf(outcome)
  return instances.length > 0 && instances.every((instance) => named.has(instance))
}

/** Two questions may find the same cause: it is said once, as surely as the surer of them. */
function onceEach(findings: readonly Finding<Text>[]): readonly Finding<Text>[] {
  const byCause = new Map<Cause, Finding<Text>>()
  for (const finding of findings) {
    const had = byCause.get(finding.cause)
    const isSurer = finding.certainty === 'firm' && had?.certainty !== 'firm'
    if (had === undefined || isSurer) byCause.set(finding.cause, finding)
  }
  return [...byCause.values()]
}

/** One broken instance is one fault, also where it shows as two: a crash loop is down half of the time. */
function isSameFault(first: Answered, other: Answered): boolean {
  if (other.branch.conclude.cause === first.branch.conclude.cause) return true
  if (isReasonFor(first.branch.conclude.cause, other.branch.conclude.cause)) return true
  const broken = new Set(instancesOf(first.outcome))
  const { cause } = first.branch.conclude
  const isKind = (BREAKAGES.has(cause) || KINDS.has(cause)) && BREAKAGES.has(other.branch.conclude.cause)
  const isBreakage = isKind || [first, other].every(({ branch }) => branch.conclude.cause.startsWith('engine.hang.'))
  // Instances that are missing altogether have no rows, and are not the one that hangs.
  const others = instancesOf(other.outcome)
  return isBreakage && others.length > 0 && others.every((instance) => broken.has(instance))
}

const BREAKAGES: ReadonlySet<Cause> = new Set<Cause>([
  'instance.down',
  'instance.asleep',
  'engine.crash_loop',
  'engine.hang',
])

/** Why an instance is broken: who says it has said that it is. */
const KINDS: ReadonlySet<Cause> = new Set<Cause>([
  'engine.crash_loop.config',
  'engine.crash_loop.probe',
  'engine.crash.oom_gpu',
  'engine.crash.oom_host',
  'engine.crash.abort_path',
  'storage.shm_full',
  'storage.disk_full',
  'storage.slow_load',
  'start.slow_compile',
  'start.premature_ready',
  'change.autoscaler',
  'engine.hang.kernel',
  'engine.hang.scheduler',
  'engine.hang.collective',
  'engine.hang.dead_core',
  'kv.request_exceeds_pool',
])

function chosenFrom(evidence: Evidence, answered: Answered): Pick<Chosen, 'actions' | 'open'> {
  const actions = answered.branch.conclude.actions({ evidence, outcome: answered.outcome })
  return { actions, open: answered.open }
}

function findingOf(evidence: Evidence, answered: Answered): Finding<Text> {
  const at = { evidence, outcome: answered.outcome }
  const { id, conclude } = answered.branch
  return makeFinding({ id, conclusion: conclude }, at, doubtOf(evidence, answered))
}

/** A conclusion and the question that led to it. */
interface Found {
  readonly id: string
  readonly conclusion: Conclusion
}

function makeFinding(found: Found, at: Case, doubt: Text | undefined): Finding<Text> {
  const { id, conclusion } = found
  return {
    cause: conclusion.cause,
    ...(doubt === undefined ? { certainty: 'firm' } : { certainty: 'tentative', doubt }),
    page: id,
    title: say`${widerWord(at.evidence)}${conclusion.title(at)}`,
    because: conclusion.because(at),
    instances: instancesOf(at.outcome),
    clients: conclusion.clients?.(at) ?? [],
  }
}

/** A verdict on more than was asked for says so before all else. */
function widerWord({ scope, sources }: Evidence): Text {
  return sources.some(({ isWider }) => isWider === true)
    ? say`No series is of model ${scope.modelName ?? ''}; of all models: `
    : say``
}

function instancesOf({ rows }: Outcome): readonly string[] {
  return [...new Set(rows.map(({ instance }) => instance))]
}
