import type { SlackMessage } from '../../domain/post.ts'
import { renderCheckup } from '../../slack/render-checkup.ts'
import type { Asker, Desk } from './desk.ts'
import { clusterFor } from './scope.ts'

export async function doctor(subject: string | undefined, asker: Asker, desk: Desk): Promise<SlackMessage> {
  return renderCheckup(await desk.examine(clusterFor(subject, asker, desk), asker.speak), asker.speak)
}
