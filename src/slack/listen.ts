import type { App } from '@slack/bolt'
import type { SlackMessage } from '../domain/post.ts'
import { WhyslowError } from '../lib/errors.ts'
import { acknowledge } from './acknowledge.ts'
import { answerAt, tellPerson } from './answer-command.ts'
import type { Seat } from './answer-command.ts'
import { apologyFor } from './apology.ts'
import type { Ends, Person } from './handlers.ts'
import type { Command } from './command.ts'
import { mannerOf, parseCommand } from './command.ts'
import { listenToActions } from './listen-actions.ts'
import { listenToSilences } from './listen-silence.ts'
import { SHORTCUT, SLASH_COMMAND } from './manifest.ts'
import { postAnswer } from './post-answer.ts'
import { createSeenEvents } from './seen-events.ts'
import { EN } from './strings/en.ts'

/** Ties the handlers to what Slack sends. Each acknowledges first: Slack waits three seconds, reading takes longer. */
export function listen(app: App, told: Omit<Ends, 'seen'>): void {
  const ends = { ...told, seen: createSeenEvents() }
  listenToCommands(app, ends)
  listenToMentions(app, ends)
  listenToShortcut(app, ends)
  listenToActions(app, ends)
  listenToSilences(app, ends)
}

function listenToCommands(app: App, ends: Ends): void {
  const { log, handlers, seen, voiceOf } = ends
  app.command(SLASH_COMMAND, async ({ command: sent, ack }) => {
    const command = parseCommand(sent.text)
    const speak = voiceOf(sent.channel_id)
    const { isSlow, shown } = mannerOf(command)
    const key = `command:${sent.trigger_id}`
    const isFirst = seen.take(key)
    const said =
      isSlow && isFirst ? ({ response_type: 'ephemeral', text: speak(EN.command.reading) } as const) : undefined
    await acknowledge(log, () => ack(said))
    if (!isFirst) return
    const { channel_id: channel, user_id: user, user_name: name, response_url: responseUrl } = sent
    const person = { id: user, name }
    const seat: Seat = { responseUrl, channel, user, key }
    try {
      await answerAt(ends, seat, { ...(await handlers.onCommand({ command, channel, person })), shown })
    } catch (error) {
      log.error({ error, channel, command: command.kind }, 'a command failed')
      await tellPerson(ends, seat, apologyFor(error, speak))
    }
  })
}

function listenToMentions(app: App, ends: Ends): void {
  app.event('app_mention', async ({ event, body }) => {
    const { user, channel, ts } = event
    if (user === undefined || event.bot_id !== undefined || !ends.seen.take(body.event_id)) return
    const command = parseCommand(withoutMention(event.text))
    const person = { id: user, name: user }
    await answerInThread(ends, { command, channel, person, threadTs: event.thread_ts ?? ts, key: body.event_id })
  })
}

function listenToShortcut(app: App, ends: Ends): void {
  app.shortcut({ callback_id: SHORTCUT.callbackId, type: 'message_action' }, async ({ shortcut, ack }) => {
    await acknowledge(ends.log, ack)
    if (shortcut.type !== 'message_action') return
    const { channel, message, user, trigger_id: key, response_url: responseUrl } = shortcut
    if (!ends.seen.take(key)) return
    const { thread_ts: threadTs } = message
    const place = { channel: channel.id, threadTs: typeof threadTs === 'string' ? threadTs : message.ts }
    const seat: Seat = { responseUrl, ...place, user: user.id, key }
    const speak = ends.voiceOf(channel.id)
    await tellPerson(ends, seat, speak(EN.command.reading))
    const person = { id: user.id, name: user.name }
    const stands = await answerInThread(ends, { command: { kind: 'why-slow' }, ...place, person, key })
    if (!stands) await tellPerson(ends, seat, speak(EN.failure.notPosted))
  })
}

interface InThread {
  readonly command: Command
  readonly channel: string
  readonly threadTs: string
  readonly person: Person
  readonly key: string
}

async function answerInThread(ends: Ends, { key, ...asked }: InThread): Promise<boolean> {
  const { log, handlers } = ends
  const { channel, threadTs, person } = asked
  const speak = ends.voiceOf(channel)
  let message: SlackMessage
  try {
    message = await handlers.onThread(asked)
  } catch (error) {
    // What one person may not do is no matter of the thread.
    if (error instanceof WhyslowError && error.code === 'not_allowed') {
      await tellPerson(ends, { channel, threadTs, user: person.id, key }, apologyFor(error, speak))
      return true
    }
    log.error({ error, channel }, 'what was asked in a thread could not be answered')
    message = { text: apologyFor(error, speak), blocks: [] }
  }
  return postAnswer(ends, { channel, threadTs, key: `thread:${key}`, message })
}

/** The text without the mention in front; elsewhere in it a mention stays. */
function withoutMention(text: string): string {
  return text.replace(/^\s*<@[A-Z0-9]+(?:\|[^>]*)?>[\s:,]*/u, '').trim()
}
