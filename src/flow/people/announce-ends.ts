import type { KeptSilence } from '../../domain/silence.ts'
import { type UnixSeconds, unixSeconds } from '../../domain/time.ts'
import type { Speak } from '../../domain/text.ts'
import type { Store } from '../../incidents/store.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { renderSilence, renderSilenceEnd } from '../../slack/render-silence.ts'
import { EN } from '../../slack/strings/en.ts'
import type { Cluster } from '../cluster.ts'
import type { Cards } from './cards.ts'
import { slotOf } from './silencing.ts'

export interface AnnounceOptions {
  readonly clusters: readonly Pick<Cluster, 'name' | 'alertmanager'>[]
  readonly store: Pick<Store, 'addJob' | 'people'>
  /** Looks whether what is silenced still fires; resolves to when to look again. */
  readonly watch: (incidentId: string) => Promise<UnixSeconds | undefined>
  readonly cards: Cards
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
  readonly log: Logger
}

/** Alertmanager's clock may be another. */
const SLACK_SECONDS = 2

/** How Alertmanager has a silence whose time is over here. */
type Standing =
  | { readonly kind: 'over'; readonly at: UnixSeconds; readonly isSure: boolean }
  | { readonly kind: 'longer'; readonly endsAt: UnixSeconds }

/** Says in an incident's thread which of its silences have ended, and looks what became of the alerts meanwhile. */
export function createAnnouncer(options: AnnounceOptions) {
  const { clusters, store, watch, cards, now, log, speak } = options

  async function look(silence: KeptSilence): Promise<Standing> {
    const { alertmanager } = clusters.find(({ name }) => name === silence.cluster) ?? {}
    try {
      const known = await alertmanager?.silences()
      const found = known?.find(({ id }) => id === silence.id)
      if (found !== undefined && found.state !== 'expired' && found.endsAt > now() + SLACK_SECONDS) {
        return { kind: 'longer', endsAt: found.endsAt }
      }
      const at = unixSeconds(Math.min(found?.endsAt ?? silence.endsAt, now()))
      return { kind: 'over', at, isSure: known !== undefined }
    } catch (error) {
      log.warn({ step: 'record', silence: silence.id, reason: messageOf(error) }, 'a silence could not be looked at')
      return { kind: 'over', at: silence.endsAt, isSure: false }
    }
  }

  async function activeNow({ cluster, matchers }: KeptSilence): Promise<number | undefined> {
    const { alertmanager } = clusters.find(({ name }) => name === cluster) ?? {}
    const active = await alertmanager?.activeAlerts(matchers).catch(() => undefined)
    return active?.length
  }

  /** @returns when it has to be looked at again */
  async function settle(silence: KeptSilence): Promise<UnixSeconds | undefined> {
    if (silence.endsAt > now()) return silence.endsAt
    const { incidentId } = silence
    const standing = await look(silence)
    if (standing.kind === 'longer') {
      const { endsAt } = standing
      await store.people.moveSilence(silence.id, endsAt)
      await cards.reply(incidentId, slotOf(silence), renderSilence({ ...silence, endsAt }, undefined, speak))
      return endsAt
    }
    const end = { at: standing.at }
    const note = standing.isSure ? speak(EN.silence.pagesAgain(await activeNow(silence))) : speak(EN.silence.unsure)
    // Said first: a stop in between says it again in the same place, and does not lose it.
    await cards.reply(incidentId, `silence-end:${silence.id}`, renderSilenceEnd(silence, note, speak))
    await cards.reply(incidentId, slotOf(silence), renderSilence({ ...silence, end }, undefined, speak))
    await store.people.endSilence(silence.id, end)
    return undefined
  }

  return async (incidentId: string): Promise<void> => {
    const open = (await store.people.silencesOf(incidentId)).filter(({ end }) => end === undefined)
    const due: UnixSeconds[] = []
    for (const silence of open) {
      const again = await settle(silence)
      if (again !== undefined) due.push(again)
    }
    await cards.dress(incidentId)
    due.push(...[await watch(incidentId)].filter((at) => at !== undefined))
    if (due.length > 0) await store.addJob({ incidentId, kind: 'silences', dueAt: unixSeconds(Math.min(...due)) })
  }
}
