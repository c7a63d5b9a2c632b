import type { SlackMessage } from '../../domain/post.ts'
import { renderPath } from '../../slack/render-details.ts'
import { renderTrunk } from '../../slack/render-tree.ts'
import { decide } from '../../triage/decide.ts'
import { TREE } from '../../triage/tree.ts'
import { branchesOf } from '../../triage/node.ts'
import type { Asker, Desk } from './desk.ts'

/** The path of the thread's incident through the tree, as its last triage took it; else the trunk. */
export async function tree({ incident, speak }: Asker, { store }: Desk): Promise<SlackMessage> {
  const evidence = incident === undefined ? undefined : await store.latestTriage(incident.id)
  if (evidence !== undefined) return renderPath(decide(evidence, speak), speak)
  return renderTrunk(
    TREE.causes.map((node) => ({ ask: node.ask, behind: branchesOf(node).length })),
    speak,
  )
}
