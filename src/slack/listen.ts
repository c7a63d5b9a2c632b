import type { App } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { SlackMessage } from '../domain/post.ts'
import { WhyslowError, messageOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { answerAt, tellPerson } from './answer-command.ts'
import { answerMention } from './answer-mention.ts'
import { escapeText } from './render-escape.ts'
import { parseCommand } from './command.ts'
import { createSeenEvents } from './seen-events.ts'
import { EN } from './strings/en.ts'

/** What the bot does when it is spoken to. `text` is as typed, without the command or the mention of the bot. */
export interface SlackHandlers {
  onCommand(asked: { readonly text: string; readonly channel: string; readonly user: string }): Promise<SlackMessage>
  onMention(asked: {
    readonly text: string
    readonly channel: string
    readonly user: string
    readonly threadTs: string
  }): Promise<SlackMessage>
  onRunAgain(asked: { readonly incidentId: string; readonly user: string }): Promise<void>
}

interface Ends {
  readonly client: WebClient
  readonly log: Logger
  readonly handlers: SlackHandlers
}

/** Ties the handlers to what Slack sends. Each acknowledges first: Slack waits three seconds, reading takes longer. */
export function listen(app: App, { client, log, handlers }: Ends): void {
  const seen = createSeenEvents()

  app.command('/vllm', async ({ command, ack }) => {
    const isQuestion = parseCommand(command.text).kind === 'why-slow'
    await (isQuestion ? ack({ response_type: 'ephemeral', text: EN.command.reading }) : ack())
    const { text, channel_id: channel, user_id: user, response_url: url } = command
    try {
      await answerAt(url, isQuestion ? 'in_channel' : 'ephemeral', await handlers.onCommand({ text, channel, user }))
    } catch (error) {
      log.error({ error, channel }, 'a /vllm command failed')
      await tellPerson(url, apology(error))
    }
  })

  app.event('app_mention', async ({ event, body }) => {
    const { user, channel, ts } = event
    if (user === undefined || event.bot_id !== undefined || !seen.take(body.event_id)) return
    const threadTs = event.thread_ts ?? ts
    const asked = { text: withoutMention(event.text), channel, user, threadTs }
    const message = await handlers.onMention(asked).catch((error: unknown): SlackMessage => {
      log.error({ error, channel }, 'a mention could not be answered')
      return { text: apology(error), blocks: [] }
    })
    await answerMention({ client, log }, { channel, threadTs, eventId: body.event_id, message })
  })

  app.action('run_again', async ({ action, body, ack }) => {
    await ack()
    const incidentId = 'value' in action && typeof action.value === 'string' ? action.value : ''
    if (incidentId === '') return
    try {
      await handlers.onRunAgain({ incidentId, user: body.user.id })
    } catch (error) {
      log.error({ error, incidentId }, 'running again failed')
      if ('response_url' in body) await tellPerson(body.response_url, apology(error))
    }
  })

  // Buttons that are links open in the browser; Slack still wants to hear that the press arrived.
  app.action(/^open_/u, async ({ ack }) => {
    await ack()
  })
}

/** One line for a person. Only our own errors are written to be shown. */
function apology(error: unknown): string {
  if (error instanceof WhyslowError) return EN.failure.known(escapeText(messageOf(error)))
  return EN.failure.unknown
}

/** The text without the mention in front; elsewhere in it a mention stays. */
function withoutMention(text: string): string {
  return text.replace(/^\s*<@[A-Z0-9]+(?:\|[^>]*)?>[\s:,]*/u, '').trim()
}
