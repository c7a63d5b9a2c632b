import type { App, BlockAction, ButtonAction } from '@slack/bolt'
import { WhyslowError } from '../lib/errors.ts'
import { acknowledge } from './acknowledge.ts'
import type { Seat } from './answer-command.ts'
import { tellPerson } from './answer-command.ts'
import { apologyFor } from './apology.ts'
import type { Ends } from './handlers.ts'
import { CARD_DEEDS, UNDO_SILENCE } from './render-buttons.ts'

type Pressed = BlockAction<ButtonAction>

/** The buttons of cards and replies, each of which names what it is about. */
export function listenToActions(app: App, ends: Ends): void {
  const { log, handlers, seen } = ends
  for (const deed of [...CARD_DEEDS, UNDO_SILENCE] as const) {
    app.action<Pressed>({ action_id: deed, type: 'block_actions' }, async ({ action, body, ack }) => {
      await acknowledge(log, ack)
      const { value: subject = '' } = action
      const seat = seatOf(body)
      if (subject === '' || seat === undefined || !seen.take(`press:${seat.key}`)) return
      const { channel, threadTs } = seat
      const person = { id: body.user.id, name: body.user.name ?? body.user.id }
      try {
        const line = await handlers.onPress({ deed, subject, person, channel, threadTs })
        if (line !== undefined) await tellPerson(ends, seat, line)
      } catch (error) {
        const isOwn = error instanceof WhyslowError
        log[isOwn ? 'warn' : 'error']({ error, deed, subject }, 'a press could not be worked off')
        await tellPerson(ends, seat, apologyFor(error, ends.voiceOf(channel)))
      }
    })
  }

  // Buttons that are links open in the browser; Slack still wants to hear that the press arrived.
  app.action(/^open_/u, async ({ ack }) => {
    await ack()
  })
}

/** Where a press is answered: by its response URL, else in the thread of the message whose button it was. */
export function seatOf(body: Pressed): (Seat & { readonly threadTs: string }) | undefined {
  const { channel, message, container, response_url: responseUrl, trigger_id: key } = body
  const at: unknown = message?.['thread_ts'] ?? message?.ts ?? container['message_ts']
  if (channel === undefined || typeof at !== 'string') return undefined
  const url = typeof responseUrl === 'string' && responseUrl !== '' ? { responseUrl } : {}
  return { ...url, channel: channel.id, threadTs: at, user: body.user.id, key }
}
