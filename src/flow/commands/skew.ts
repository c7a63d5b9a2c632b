import type { SlackMessage } from '../../domain/post.ts'
import type { Asked } from '../../slack/command-asked.ts'
import { renderSkew } from '../../slack/render-skew.ts'
import type { Asker, Desk } from './desk.ts'
import { readNow } from './why-slow.ts'

export async function skew(asked: Asked, asker: Asker, desk: Desk): Promise<SlackMessage> {
  return renderSkew(await readNow(asked, asker, desk), asker.speak)
}
