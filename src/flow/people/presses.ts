import type { FeedbackVerdict } from '../../domain/handling.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import { toIso } from '../../domain/time.ts'
import { alertNames } from '../../domain/incident.ts'
import type { Speak } from '../../domain/text.ts'
import type { Store } from '../../incidents/store.ts'
import { evidenceText } from '../../report/evidence-text.ts'
import { SIGNALS } from '../../signals/catalog.ts'
import type { Press } from '../../slack/handlers.ts'
import type { Uploads } from '../../slack/upload-file.ts'
import { EN } from '../../slack/strings/en.ts'
import { decide } from '../../triage/decide.ts'
import type { Audit } from './audit.ts'
import type { Cards } from './cards.ts'
import type { Silencing } from './silencing.ts'

export interface PressesOptions {
  readonly store: Pick<Store, 'incident' | 'addJob' | 'latestTriage' | 'people'>
  readonly cards: Cards
  readonly silencing: Pick<Silencing, 'undo'>
  readonly uploads: Uploads
  readonly audit: Audit
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
}

/** What the buttons do; resolves to a line for who pressed, where the card does not say it. */
export function createPresses(options: PressesOptions): (press: Press) => Promise<string | undefined> {
  const { store, cards, silencing, audit, now, speak } = options
  /** Evidence that was put into its thread already. */
  const shown = new Set<string>()

  async function acknowledge({ subject, person }: Press): Promise<string | undefined> {
    const first = await store.people.acknowledge(subject, { user: person.id, at: now() })
    await cards.dress(subject)
    return first.user === person.id ? undefined : speak(EN.handling.alreadyBy(first.user))
  }

  async function feedback({ subject, person }: Press, verdict: FeedbackVerdict): Promise<string> {
    const evidence = await store.latestTriage(subject)
    if (evidence === undefined) return speak(EN.handling.nothingYet)
    const { cause } = decide(evidence, speak).headline
    await store.people.keepFeedback({ incidentId: subject, user: person.id, at: now(), verdict, cause })
    return speak(EN.handling.noted[verdict])
  }

  async function evidenceFile({ subject, channel, threadTs }: Press): Promise<string> {
    const evidence = await store.latestTriage(subject)
    if (evidence === undefined) return speak(EN.handling.nothingYet)
    const key = `${subject} ${evidence.takenAt}`
    if (shown.has(key)) return speak(EN.handling.evidenceThere)
    const takenAt = toIso(evidence.takenAt)
    const name = `evidence-${takenAt.replaceAll(/[^\dTZ]/gu, '')}.txt`
    const title = `${speak(EN.handling.evidenceFile)}, ${takenAt}`
    const id = await options.uploads.send({ name, title, content: evidenceText(evidence, SIGNALS, speak) })
    await options.uploads.show({ id, title }, { channel, threadTs })
    shown.add(key)
    return speak(EN.handling.evidenceSent)
  }

  async function run(press: Press): Promise<string | undefined> {
    const { deed, subject } = press
    switch (deed) {
      case 'run_again': {
        const incident = await store.incident(subject)
        const kind = incident?.status === 'resolved' ? 'verify' : 'triage'
        await store.addJob({ incidentId: subject, kind, dueAt: now() })
        return undefined
      }
      case 'acknowledge':
        return acknowledge(press)
      case 'useful':
      case 'wrong':
        return feedback(press, deed)
      case 'evidence':
        return evidenceFile(press)
      case 'undo_silence':
        return silencing.undo(subject, press.person)
      default:
        return deed satisfies never
    }
  }

  return async (press) => {
    const { deed, subject, person } = press
    // Silences are written down where they are made and undone.
    if (deed === 'undo_silence') return run(press)
    const incident = await store.incident(subject)
    if (incident === undefined) return speak(EN.handling.gone)
    const entry = { user: person.id, deed, incidentId: subject, detail: alertNames(incident).join(', ') }
    try {
      const line = await run(press)
      await audit({ ...entry, outcome: 'done' })
      return line
    } catch (error) {
      await audit({ ...entry, outcome: 'failed' })
      throw error
    }
  }
}
