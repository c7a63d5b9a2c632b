import type { Branch, Conclusion, Confirmation, Group, Node, Runbook, Tree } from '../node.ts'
import { BY_HAND, INCONCLUSIVE_RUNBOOK } from '../diagnosis/inconclusive.ts'
import type { Cause } from '../../domain/cause.ts'
import { english, inEnglish } from '../../domain/text.ts'

/** One conclusion as a person reads it: when it is drawn, and what to make of it. */
export interface Page {
  /** The page's heading, and so its anchor. */
  readonly id: string
  readonly cause: Cause
  readonly ask: string
  /** The wider questions that stand before it, from the outermost in. */
  readonly behind: readonly Group[]
  /** The test as text; none where the question is what is left over. */
  readonly test?: string
  readonly confirm: readonly Confirmation[]
  /** How a person settles the question when it can't be read. */
  readonly settleWith?: string
  readonly actions: Conclusion['actions']
  readonly runbook: Runbook
}

/** A page for every conclusion of the tree, in the order of its questions. */
export function pagesOf({ causes, calm }: Tree): readonly Page[] {
  return [...[...causes, ...calm].flatMap((node) => nodePages(node, [])), INCONCLUSIVE]
}

const INCONCLUSIVE: Page = {
  id: 'inconclusive',
  cause: 'inconclusive',
  ask: 'Is there nothing that whyslow could tell?',
  behind: [],
  confirm: [],
  actions: () => BY_HAND,
  runbook: INCONCLUSIVE_RUNBOOK,
}

function nodePages(node: Node, behind: readonly Group[]): readonly Page[] {
  if (node.kind === 'branch') return [branchPage(node, behind)]
  const members = node.members.flatMap((member) => nodePages(member, [...behind, node]))
  return [...members, ...fallbackPages(node, behind)]
}

function branchPage({ id, ask, when, confirm, conclude, settleWith, runbook }: Branch, behind: readonly Group[]): Page {
  const { cause, actions } = conclude
  return {
    id,
    cause,
    ask: inEnglish(ask),
    behind,
    test: when.text,
    confirm,
    settleWith: inEnglish(settleWith),
    actions,
    runbook,
  }
}

/** A wider question's own conclusion, where nothing behind it is a yes. */
function fallbackPages({ id, ask, when, otherwise }: Group, behind: readonly Group[]): readonly Page[] {
  if (otherwise === undefined) return []
  const { cause, actions, runbook } = otherwise
  const test = when === undefined ? {} : { test: when.text }
  return [
    {
      id,
      cause,
      ask: english`${ask} And is none of what stands behind it a yes?`,
      behind,
      ...test,
      confirm: [],
      actions,
      runbook,
    },
  ]
}
