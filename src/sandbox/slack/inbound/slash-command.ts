import { isRecord } from '../json.ts'
import type { World } from '../workspace/world.ts'
import { SEED } from '../workspace/seed.ts'
import type { Answer } from '../web/answer.ts'
import { channelOf, personOf } from './payload.ts'
import type { Receipt, Send, SendOptions } from './receipt.ts'
import { respond } from './respond.ts'

/** A command typed into a channel's message box. Slack has none in threads, so neither has this. */
export type SlashCommand = SendOptions & {
  readonly command: string
  readonly text?: string
  readonly channel?: string
  readonly user?: string
  /** Of an earlier one, which is then sent a second time. */
  readonly triggerId?: string
}

/** What became of it: the bot's receipt, the ways it has to answer later, and what its acknowledgement said at once. */
export type CommandResult = {
  readonly receipt: Receipt
  readonly responseUrl: string
  readonly triggerId: string
  /** Slack's verdict on a message sent along with the acknowledgement, if there was one. */
  readonly shown: Answer | undefined
}

export async function sendSlashCommand(
  { world, send, origin }: { readonly world: World; readonly send: Send; readonly origin: string },
  { command, text = '', channel: place = SEED.oncall, user: userId = SEED.alice, ...again }: SlashCommand,
): Promise<CommandResult> {
  const user = personOf(world, userId)
  const channel = channelOf(world, place)
  const target = { channel: channel.id, userId }
  const responseUrl = `${origin}${world.responseUrls.issue(target)}`
  const { triggerId = world.triggers.issue(userId), ...options } = again
  const payload = {
    token: world.identity.verificationToken,
    team_id: world.identity.teamId,
    team_domain: world.identity.teamDomain,
    channel_id: channel.id,
    channel_name: channel.name,
    user_id: userId,
    user_name: user.name,
    command,
    text,
    api_app_id: world.identity.appId,
    is_enterprise_install: 'false',
    response_url: responseUrl,
    trigger_id: triggerId,
  }
  const receipt = await send({ kind: 'slash_commands', payload }, options)
  const said = receipt.status === 'acked' ? saidIn(receipt.body) : undefined
  const shown = said && respond(world, { target, args: said, origin: 'acknowledgement' })
  return { receipt, responseUrl, triggerId, shown }
}

function saidIn(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body === 'string' && body !== '') return { text: body }
  return isRecord(body) && Object.keys(body).length > 0 ? body : undefined
}
