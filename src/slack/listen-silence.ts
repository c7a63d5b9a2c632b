import type { App, BlockAction, ButtonAction, CheckboxesAction, ViewSubmitAction } from '@slack/bolt'
import type { SilenceDraft } from '../domain/silence.ts'
import { messageOf } from '../lib/errors.ts'
import { acknowledge } from './acknowledge.ts'
import { tellPerson } from './answer-command.ts'
import { apologyFor } from './apology.ts'
import { readFailure } from './call-failure.ts'
import type { Ends, Made, Person } from './handlers.ts'
import { seatOf } from './listen-actions.ts'
import { createOnce } from './once.ts'
import { postAnswer } from './post-answer.ts'
import { SILENCE } from './render-buttons.ts'
import type { DialogPlace, Preview, View } from './render-silence-dialog.ts'
import { SILENCE_DIALOG, SILENCE_FIELDS, readSilenceDialog, renderSilenceDialog } from './render-silence-dialog.ts'
import { EN } from './strings/en.ts'

/**
 * The dialog that makes a silence: opened at once, since its trigger lives three seconds, then told how many alerts it
 * takes in, again whenever the choice changes; what is sent is answered in the dialog.
 */
export function listenToSilences(app: App, ends: Ends): void {
  listenToOpening(app, ends)
  listenToChoice(app, ends)
  listenToSubmission(app, ends)
}

function listenToOpening(app: App, ends: Ends): void {
  const { log, handlers, seen } = ends
  app.action<BlockAction<ButtonAction>>(
    { action_id: SILENCE, type: 'block_actions' },
    async ({ action, body, ack }) => {
      await acknowledge(log, ack)
      const seat = seatOf(body)
      const { value: incidentId = '' } = action
      if (seat === undefined || incidentId === '' || !seen.take(`press:${seat.key}`)) return
      const place = placeOf(ends, seat.channel)
      const { speak } = place
      try {
        const asked = await handlers.silences.draft({ incidentId, person: personOf(body.user) })
        if (asked.kind === 'refused') return await tellPerson(ends, seat, asked.line)
        const opened = await open(ends, body.trigger_id, renderSilenceDialog(asked.draft, { kind: 'counting' }, place))
        if (opened === undefined) {
          const { channel, threadTs, key } = seat
          const message = { text: speak(EN.handling.dialogTooLate(seat.user)), blocks: [] }
          await postAnswer(ends, { channel, threadTs, key: `dialog:${key}`, message })
          return
        }
        await update(ends, opened, { draft: asked.draft, preview: await handlers.silences.preview(asked.draft), place })
      } catch (error) {
        log.error({ error, incidentId }, 'a dialog could not be opened')
        await tellPerson(ends, seat, apologyFor(error, speak))
      }
    },
  )
}

/** What stands on the person's screen; undefined where the trigger has run out. */
async function open({ client, log }: Ends, trigger: string, view: View): Promise<Standing | undefined> {
  try {
    const answer = await client.apiCall('views.open', { trigger_id: trigger, view: JSON.stringify(view) })
    return standingOf('view' in answer ? answer.view : undefined)
  } catch (error) {
    log.warn({ reason: readFailure(error).reason }, 'Slack did not open a dialog')
    return undefined
  }
}

function listenToChoice(app: App, ends: Ends): void {
  const choice = { action_id: SILENCE_FIELDS.matchers, type: 'block_actions' } as const
  app.action<BlockAction<CheckboxesAction>>(choice, async ({ body, ack }) => {
    await acknowledge(ends.log, ack)
    const read = readSilenceDialog(body.view)
    const standing = standingOf(body.view)
    if (read === undefined || standing === undefined) return
    const preview = await ends.handlers.silences.preview(read.kept)
    await update(ends, standing, { draft: read.offered, preview, place: placeOf(ends, read.channel) })
  })
}

function listenToSubmission(app: App, ends: Ends): void {
  const { handlers, log } = ends
  const once = createOnce<Made>()
  app.view<ViewSubmitAction>({ callback_id: SILENCE_DIALOG, type: 'view_submission' }, async ({ ack, body }) => {
    const read = readSilenceDialog(body.view)
    if (read === undefined) {
      log.warn('a dialog came back that cannot be read')
      return ack()
    }
    const person = personOf(body.user)
    // Slack may send it again; a silence is made once, and what became of it is said again.
    const made = await once(body.trigger_id, () => handlers.silences.make({ draft: read.kept, person }))
    if (made.kind === 'made') return ack()
    return ack({ response_action: 'errors', errors: { [SILENCE_FIELDS[made.field]]: made.line } })
  })
}

interface Standing {
  readonly id: string
  readonly hash: string
}

interface Shown {
  readonly draft: SilenceDraft
  readonly preview: Preview
  readonly place: DialogPlace
}

/** A dialog that was closed, or changed meanwhile, is left alone. */
async function update({ client, log }: Ends, { id, hash }: Standing, { draft, preview, place }: Shown): Promise<void> {
  const view: View = renderSilenceDialog(draft, preview, place)
  try {
    await client.apiCall('views.update', { view_id: id, hash, view: JSON.stringify(view) })
  } catch (error) {
    log.debug({ reason: messageOf(error) }, 'a dialog was not brought up to date')
  }
}

function placeOf({ voiceOf }: Ends, channel: string): DialogPlace {
  return { channel, speak: voiceOf(channel) }
}

function standingOf(view: unknown): Standing | undefined {
  if (typeof view !== 'object' || view === null || !('id' in view) || !('hash' in view)) return undefined
  const { id, hash } = view
  return typeof id === 'string' && typeof hash === 'string' ? { id, hash } : undefined
}

function personOf({ id, name }: { readonly id: string; readonly name?: string }): Person {
  return { id, name: name ?? id }
}
