import type { Alertmanager } from '../../alertmanager/open-alertmanager.ts'
import type { Incident } from '../../domain/incident.ts'
import { alertNames } from '../../domain/incident.ts'
import { matcherText } from '../../domain/matcher.ts'
import type { KeptSilence, SilenceDraft } from '../../domain/silence.ts'
import { commonMatchers, isTooWide } from '../../domain/silence.ts'
import { type Seconds, type UnixSeconds, hours, later } from '../../domain/time.ts'
import type { Speak } from '../../domain/text.ts'
import { kept } from '../../domain/text.ts'
import type { Store } from '../../incidents/store.ts'
import { WhyslowError, messageOf } from '../../lib/errors.ts'
import type { Made, Person, SilenceHandlers } from '../../slack/handlers.ts'
import { renderSilence } from '../../slack/render-silence.ts'
import type { SilencesOf } from '../../slack/render-silence.ts'
import { EN } from '../../slack/strings/en.ts'
import type { Cluster } from '../cluster.ts'
import type { Audit } from './audit.ts'
import type { Cards } from './cards.ts'

/** Making, listing and taking back silences. */
export interface Silencing extends SilenceHandlers {
  /** What of each cluster's silences whyslow has made. */
  list(): Promise<readonly SilencesOf[]>
  /** Silences an incident's alerts as they are; rejects with a WhyslowError where it is not done. */
  silenceThread(asked: {
    readonly incident: Incident
    readonly length: Seconds
    readonly person: Person
  }): Promise<void>
  /** Resolves to what the person is told, if anything. */
  undo(silenceId: string, person: Person): Promise<string | undefined>
}

export interface SilencingOptions {
  readonly clusters: readonly Pick<Cluster, 'name' | 'alertmanager'>[]
  readonly store: Pick<Store, 'incident' | 'addJob' | 'people'>
  readonly cards: Cards
  /** In one line why this person may not; undefined when they may. */
  readonly refusalFor: (user: string) => Promise<string | undefined>
  readonly audit: Audit
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
}

const USUAL = hours(1)
/** By this a silence is known as made here, by whoever looks at Alertmanager. */
const MARK = ' (whyslow)'

export function createSilencing(options: SilencingOptions): Silencing {
  const { clusters, store, cards, audit, now, speak } = options

  function alertmanagerOf(cluster: string): Alertmanager {
    const found = clusters.find(({ name }) => name === cluster)?.alertmanager
    if (found === undefined) throw new WhyslowError('not_configured', speak(EN.silence.notConfigured(cluster)))
    return found
  }

  async function incidentOf(id: string): Promise<Incident> {
    const incident = await store.incident(id)
    if (incident === undefined) throw new WhyslowError('gone', speak(EN.handling.gone))
    return incident
  }

  /** @throws WhyslowError `not_allowed`, and writes that down */
  async function mustBeAllowed(deed: 'silence' | 'undo_silence', { id }: Person, incidentId: string): Promise<void> {
    const refusal = await options.refusalFor(id)
    if (refusal === undefined) return
    await audit({ user: id, deed, outcome: 'refused', incidentId, detail: refusal })
    throw new WhyslowError('not_allowed', refusal)
  }

  function draftOf(incident: Incident, length: Seconds): SilenceDraft {
    const { matchers, leftOut } = commonMatchers(incident)
    if (matchers.length === 0) throw new WhyslowError('nothing_in_common', speak(EN.silence.nothingInCommon))
    const comment = speak(EN.silence.commentOf(alertNames(incident).slice(0, 3).join(', ')))
    return { incidentId: incident.id, matchers, leftOut, length, comment }
  }

  async function create(draft: SilenceDraft, person: Person, matched?: number): Promise<void> {
    const { incidentId, matchers, comment } = draft
    const { scope } = await incidentOf(incidentId)
    const detail = matchers.map(matcherText).join(', ')
    const startsAt = now()
    const endsAt = later(startsAt, draft.length)
    let id: string
    try {
      const createdBy = `${person.name}${MARK}`
      id = await alertmanagerOf(scope.cluster).silence({ matchers, startsAt, endsAt, createdBy, comment })
    } catch (error) {
      await audit({ user: person.id, deed: 'silence', outcome: 'failed', incidentId, detail: messageOf(error) })
      throw error
    }
    const kept: KeptSilence = { id, cluster: scope.cluster, incidentId, matchers, endsAt, user: person.id, comment }
    await store.people.keepSilence(kept)
    await store.addJob({ incidentId, kind: 'silences', dueAt: startsAt })
    await audit({ user: person.id, deed: 'silence', outcome: 'done', incidentId, detail: `${id}: ${detail}` })
    await cards.reply(incidentId, slotOf(kept), renderSilence(kept, matched, speak))
    await cards.dress(incidentId)
  }

  return {
    draft: async ({ incidentId, person }) => {
      try {
        await mustBeAllowed('silence', person, incidentId)
        const incident = await incidentOf(incidentId)
        alertmanagerOf(incident.scope.cluster)
        return { kind: 'draft', draft: draftOf(incident, USUAL) }
      } catch (error) {
        if (error instanceof WhyslowError) return { kind: 'refused', line: error.message }
        throw error
      }
    },
    preview: async ({ incidentId, matchers }) => {
      if (isTooWide(matchers)) return { kind: 'problem', line: speak(EN.silence.tooWide) }
      try {
        const { scope } = await incidentOf(incidentId)
        return { kind: 'counted', count: (await alertmanagerOf(scope.cluster).activeAlerts(matchers)).length }
      } catch (error) {
        return { kind: 'problem', line: lineOf(error, speak) }
      }
    },
    make: async ({ draft, person }): Promise<Made> => {
      if (isTooWide(draft.matchers)) return { kind: 'refused', field: 'matchers', line: speak(EN.silence.tooWide) }
      try {
        await mustBeAllowed('silence', person, draft.incidentId)
        await create(draft, person)
        return { kind: 'made' }
      } catch (error) {
        return { kind: 'refused', field: 'comment', line: lineOf(error, speak) }
      }
    },
    silenceThread: async ({ incident, length, person }) => {
      await mustBeAllowed('silence', person, incident.id)
      const draft = draftOf(incident, length)
      const active = await alertmanagerOf(incident.scope.cluster).activeAlerts(draft.matchers)
      await create(draft, person, active.length)
    },
    undo: async (silenceId, person) => {
      const silence = await store.people.silence(silenceId)
      if (silence === undefined) return speak(EN.silence.unknown)
      const { cluster, incidentId } = silence
      await mustBeAllowed('undo_silence', person, incidentId)
      if (silence.end !== undefined) return speak(EN.silence.endedAlready)
      const deed = { user: person.id, deed: 'undo_silence', incidentId, detail: silenceId } as const
      try {
        await alertmanagerOf(cluster).expire(silenceId)
      } catch (error) {
        const isGone = error instanceof WhyslowError && error.code === 'alertmanager_not_found'
        if (!isGone) {
          await audit({ ...deed, outcome: 'failed', detail: `${silenceId}: ${messageOf(error)}` })
          throw error
        }
      }
      const end = { at: now(), undoneBy: person.id }
      const isNews = await store.people.endSilence(silenceId, end)
      if (!isNews) return speak(EN.silence.endedAlready)
      await audit({ ...deed, outcome: 'done' })
      await cards.reply(incidentId, slotOf(silence), renderSilence({ ...silence, end }, undefined, speak))
      await cards.dress(incidentId)
      return undefined
    },
    list: () =>
      Promise.all(
        clusters.flatMap(({ name, alertmanager }) => (alertmanager ? [ours(name, alertmanager, speak)] : [])),
      ),
  }
}

async function ours(cluster: string, { silences }: Alertmanager, speak: Speak): Promise<SilencesOf> {
  try {
    const all = await silences()
    const own = all.filter(({ state, createdBy }) => state !== 'expired' && createdBy.endsWith(MARK))
    return { cluster, silences: own.toSorted((one, other) => one.endsAt - other.endsAt) }
  } catch (error) {
    return { cluster, silences: [], problem: lineOf(error, speak) }
  }
}

/** Where in the thread a silence is told. */
export function slotOf({ id }: Pick<KeptSilence, 'id'>): string {
  return `silence:${id}`
}

function lineOf(error: unknown, speak: Speak): string {
  return error instanceof WhyslowError ? speak(kept(error.message)) : speak(EN.failure.unknown)
}
