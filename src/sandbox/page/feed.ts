import type { ServerResponse } from 'node:http'
import type { LocalSlack } from '../slack/start-local-slack.ts'
import type { StoredMessage } from '../slack/workspace/model.ts'
import { channelsOf, messageToPage, viewsOf } from './snapshot.ts'
import type { Stage } from './stage.ts'
import type { PageCommand, PageEvent, PageShortcut } from './wire.ts'

export type FeedOptions = {
  /** The workspace as it is now: a stage may begin another one. */
  readonly slack: () => LocalSlack
  readonly stage?: Stage
  readonly commands: readonly PageCommand[]
  readonly shortcuts: readonly PageShortcut[]
}

/** Changes that come together are sent together. */
const GATHERED_FOR_MS = 40
/** A comment now and then keeps what lies between from cutting an idle line. */
const KEEP_ALIVE_MS = 15_000
/** How soon a browser comes back when its line ends. */
const COME_BACK_MS = 300

/**
 * Sends one browser all there is and then what changes, as server-sent events. Messages are never changed in place, so
 * one that is another object than before is one that was edited.
 */
export function feed(options: FeedOptions, response: ServerResponse): () => void {
  const { stage, commands, shortcuts } = options
  const slack = options.slack()
  const sent = new Map<string, StoredMessage>()
  let last = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined

  function send(event: PageEvent): void {
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }

  function sendIfNew(event: PageEvent): void {
    const text = JSON.stringify(event)
    if (last.get(event.kind) === text) return
    last = new Map(last).set(event.kind, text)
    send(event)
  }

  function sendNews(): void {
    timer = undefined
    sendIfNew({ kind: 'channels', channels: channelsOf(slack) })
    const changed = slack.channels().flatMap(({ id }) => slack.messagesIn(id).filter(isNew))
    for (const message of changed) sent.set(keyOf(message), message)
    if (changed.length > 0) send({ kind: 'messages', messages: changed.map(messageToPage) })
    sendIfNew({ kind: 'views', views: viewsOf(slack) })
    if (stage !== undefined) sendIfNew({ kind: 'stage', stage: stage.view() })
  }

  function isNew(message: StoredMessage): boolean {
    return sent.get(keyOf(message)) !== message
  }

  const soon = (): void => {
    timer ??= setTimeout(sendNews, GATHERED_FOR_MS)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(`retry: ${COME_BACK_MS}\n\n`)
  const users = slack.users()
  send({ kind: 'hello', bot: slack.botUserId, users, commands, shortcuts })
  sendNews()
  const stops = [slack.onChange(soon), ...(stage === undefined ? [] : [stage.onChange(soon)])]
  const keepAlive = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(keepAlive)
    for (const stop of stops) stop()
  }
}

function keyOf({ channel, ts }: StoredMessage): string {
  return `${channel} ${ts}`
}
