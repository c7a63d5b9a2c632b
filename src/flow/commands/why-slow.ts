import type { SlackMessage } from '../../domain/post.ts'
import type { Asked } from '../../slack/command-asked.ts'
import { renderAnswer } from '../../slack/render-answer.ts'
import type { TriageResult } from '../../report/triage-result.ts'
import type { Asker, Desk } from './desk.ts'
import { scopeFor } from './scope.ts'

export async function whySlow(asked: Asked, asker: Asker, desk: Desk): Promise<SlackMessage> {
  return renderAnswer(await readNow(asked, asker, desk), asker.speak)
}

/** The same triage as an alert brings about. */
export function readNow({ subject, window }: Asked, asker: Asker, desk: Desk): Promise<TriageResult> {
  const id = asker.incident?.id ?? 'question'
  const scope = scopeFor(subject, asker, desk)
  return desk.read({ id, status: 'none', alerts: [], scope, window: window ?? desk.window, speak: asker.speak })
}
