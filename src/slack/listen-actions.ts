import type { App } from '@slack/bolt'
import { tellPerson } from './answer-command.ts'
import type { Seat } from './answer-command.ts'
import { apologyFor } from './apology.ts'
import type { Ends } from './handlers.ts'
import { RUN_AGAIN } from './render-blocks.ts'

/** The buttons of a card. */
export function listenToActions(app: App, ends: Ends): void {
  const { log, handlers } = ends
  app.action(RUN_AGAIN, async ({ action, body, ack }) => {
    await ack()
    const incidentId = 'value' in action && typeof action.value === 'string' ? action.value : ''
    if (incidentId === '') return
    try {
      await handlers.onRunAgain({ incidentId, user: body.user.id })
    } catch (error) {
      log.error({ error, incidentId }, 'running again failed')
      if (!('response_url' in body)) return
      const seat: Seat = {
        responseUrl: body.response_url,
        channel: body.channel?.id ?? '',
        user: body.user.id,
        key: '',
      }
      await tellPerson(ends, seat, apologyFor(error))
    }
  })

  // Buttons that are links open in the browser; Slack still wants to hear that the press arrived.
  app.action(/^open_/u, async ({ ack }) => {
    await ack()
  })
}
