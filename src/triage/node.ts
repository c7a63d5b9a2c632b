import type { ActionPlan } from '../domain/action.ts'
import type { Cause } from '../domain/cause.ts'
import type { Evidence } from '../domain/evidence.ts'
import type { Text } from '../domain/text.ts'
import type { Outcome, Predicate } from './predicates/predicate.ts'

/** What a conclusion's sentences are made from. */
export interface Case {
  readonly evidence: Evidence
  /** The outcome of the branch's test: its rows are the instances it is about. */
  readonly outcome: Outcome
}

/** A leaf: the cause and what to do. */
export interface Conclusion {
  readonly cause: Cause
  readonly title: (at: Case) => Text
  readonly because: (at: Case) => readonly Text[]
  readonly actions: (at: Case) => ActionPlan<Text>
  /** Whom it names, surely or perhaps; nobody unless stated. */
  readonly clients?: (at: Case) => readonly string[]
}

/** A test that must also hold before the cause is firm: it tells the cause from one that looks like it. */
export interface Confirmation {
  /**
   * What a no and an unknown do. Of what `separates` (unless stated) a no refutes the cause and an unknown leaves it
   * tentative; of what `supports` both leave it tentative; of what `decides` a no refutes it and an unknown leaves the
   * question open, since the cause that looks alike is as likely.
   */
  readonly strength?: 'separates' | 'supports' | 'decides'
  readonly test: Predicate
  readonly excludes: Cause
  /** How a person settles it when the test can't be read. */
  readonly settleWith: Text
}

/** What a person reads who wants to know more than the card says: the branch's page in the runbook. */
export interface Runbook {
  /** What a yes means, in two or three sentences, and what it is easily mistaken for. */
  readonly means: string
  /** How to see it without whyslow: a query, a command, a line of the log. */
  readonly check: readonly string[]
  /** What makes it worse, or only looks like help. */
  readonly avoid: readonly string[]
}

/** What is said of a wider question that is a yes and that nothing behind it explains. */
export interface Fallback extends Conclusion {
  /** Its title beside a headline from elsewhere in the tree, which may or may not be why; left out where other parts of the card tell it. */
  readonly beside?: (at: Case) => Text
  readonly runbook: Runbook
}

/** One question with its conclusion. */
export interface Branch {
  readonly kind: 'branch'
  readonly id: string
  readonly ask: Text
  readonly when: Predicate
  readonly confirm: readonly Confirmation[]
  readonly conclude: Conclusion
  readonly runbook: Runbook
  /** How a person settles the question when it can't be read. */
  readonly settleWith: Text
}

/** Questions that stand behind a wider one. */
export interface Group {
  readonly kind: 'group'
  readonly id: string
  readonly ask: Text
  /** Asked first; on a no the members are not asked, on an unknown they are. Without one they always are. */
  readonly when?: Predicate
  readonly members: readonly Node[]
  /** Said when the wider question is a yes and nothing in the tree explains it. */
  readonly otherwise?: Fallback
}

export type Node = Branch | Group

export interface Tree {
  /** Causes, in the order in which they explain each other. */
  readonly causes: readonly Node[]
  /** What an alert may be when no cause is found, asked in order. */
  readonly calm: readonly Branch[]
}

export function branch(options: Omit<Branch, 'kind'>): Branch {
  return { kind: 'branch', ...options }
}

export function group(options: Omit<Group, 'kind'>): Group {
  return { kind: 'group', ...options }
}

/** All branches below a node, in order. */
export function branchesOf(node: Node): readonly Branch[] {
  return node.kind === 'branch' ? [node] : node.members.flatMap(branchesOf)
}
