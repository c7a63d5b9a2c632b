import { clientsOf } from '../../domain/evidence.ts'
import type { ClientMeasure } from '../../domain/client-attribution.ts'
import type { SlackMessage } from '../../domain/post.ts'
import type { Asked } from '../../slack/command-asked.ts'
import { renderClients } from '../../slack/render-who.ts'
import type { Asker, Desk } from './desk.ts'
import { readNow } from './why-slow.ts'

export async function clients(
  { by, ...asked }: Asked & { readonly by?: ClientMeasure },
  asker: Asker,
  desk: Desk,
): Promise<SlackMessage> {
  const { evidence } = await readNow(asked, asker, desk)
  return renderClients(evidence.scope, clientsOf(evidence), { by, speak: asker.speak })
}
