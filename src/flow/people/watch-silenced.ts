import type { Alert } from '../../domain/alert.ts'
import { type Episode, type Incident, alertNames } from '../../domain/incident.ts'
import type { Labels } from '../../domain/series.ts'
import { type UnixSeconds, elapsed, later, minutes, seconds } from '../../domain/time.ts'
import type { Speak } from '../../domain/text.ts'
import { fewOf } from '../../domain/text.ts'
import type { Listing } from '../../incidents/listings.ts'
import type { Store } from '../../incidents/store.ts'
import { messageOf } from '../../lib/errors.ts'
import type { Logger } from '../../lib/logger.ts'
import { renderLine } from '../../slack/render-answer.ts'
import { EN } from '../../slack/strings/en.ts'
import type { Cluster } from '../cluster.ts'
import type { Cards } from './cards.ts'

export interface WatchSilencedOptions {
  readonly clusters: readonly Pick<Cluster, 'name' | 'alertmanager'>[]
  readonly store: Pick<Store, 'incident' | 'receive' | 'people' | 'listings'>
  readonly cards: Cards
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
  readonly log: Logger
}

const LOOK_EVERY = seconds(60)
/**
 * An Alertmanager that was restarted knows of no alert until Prometheus sends it again, a minute later
 * (`--rules.alert.resend-delay`); what is not there for longer has resolved.
 */
const SURELY_GONE = minutes(2)
/** After a silence what resolves is told of again; what resolved just before its end is not. */
const STILL_LOOKED_AT = minutes(5)
const NAMES_SHOWN = 3

/**
 * Alertmanager tells nobody of an alert that resolves while it is silenced. So that no incident is called firing for
 * ever, it is asked what fires while a silence of ours is in force: an alert that was there and is not any more has
 * resolved, and the thread says how that is known.
 *
 * @returns looks once; resolves to when to look again
 */
export function createSilencedWatch(options: WatchSilencedOptions) {
  const { clusters, store, cards, now, log, speak } = options

  async function isSilenced(incidentId: string): Promise<boolean> {
    const silences = await store.people.silencesOf(incidentId)
    return silences.some(({ end }) => end === undefined || elapsed(end.at, now()) < STILL_LOOKED_AT)
  }

  /** Those that are surely gone, and since when. */
  async function notedOf(incident: Incident, held: ReadonlySet<string>): Promise<readonly Gone[]> {
    const gone: Gone[] = []
    const listings = await store.listings.of(incident.id)
    for (const listing of listings) {
      const episode = incident.episodes.find(isOf(listing))
      if (episode === undefined) continue
      const { fingerprint, startsAt, listedAt } = listing
      if (held.has(keyOf(episode.labels))) {
        await store.listings.note({ fingerprint, startsAt, listedAt: now() })
        continue
      }
      // One that never was there is another Alertmanager's.
      if (listedAt === undefined) continue
      const { missingSince = now() } = listing
      await store.listings.note({ ...listing, missingSince })
      if (elapsed(missingSince, now()) >= SURELY_GONE) gone.push({ episode, since: missingSince })
    }
    return gone
  }

  async function resolve(incident: Incident, gone: readonly Gone[]): Promise<void> {
    const alerts = gone.map(({ episode, since }) => resolvedAlert(episode, since))
    const names = [...new Set(gone.map(({ episode }) => episode.alertName))]
    const line = renderLine(speak(EN.silence.resolvedUnsaid(fewOf(names, NAMES_SHOWN))))
    await cards.reply(incident.id, `resolved-silenced:${alerts[0]?.fingerprint ?? ''}`, line)
    await store.receive({ receiver: 'whyslow', status: 'resolved', groupKey: '', alerts, truncatedAlerts: 0 }, now())
    log.info({ step: 'record', incidentId: incident.id, alerts: alerts.length }, 'alerts resolved while silenced')
  }

  return async (incidentId: string): Promise<UnixSeconds | undefined> => {
    const incident = await store.incident(incidentId)
    const { alertmanager } = clusters.find(({ name }) => name === incident?.scope.cluster) ?? {}
    if (incident?.status !== 'firing' || alertmanager === undefined) return undefined
    if (!(await isSilenced(incidentId))) return undefined
    try {
      const held = new Set((await alertmanager.firing(alertNames(incident))).map(keyOf))
      const gone = await notedOf(incident, held)
      if (gone.length > 0) await resolve(incident, gone)
    } catch (error) {
      log.warn({ step: 'record', incidentId, reason: messageOf(error) }, 'it could not be asked which alerts fire')
    }
    return later(now(), LOOK_EVERY)
  }
}

interface Gone {
  readonly episode: Episode
  readonly since: UnixSeconds
}

function isOf({ fingerprint, startsAt }: Listing): (episode: Episode) => boolean {
  return (episode) => episode.fingerprint === fingerprint && episode.startsAt === startsAt
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function resolvedAlert({ labels, annotations, startsAt, fingerprint }: Episode, endsAt: UnixSeconds): Alert {
  return { status: 'resolved', labels, annotations, startsAt, endsAt, fingerprint }
}
