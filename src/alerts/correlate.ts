import type { Alert } from '../domain/alert.ts'
import type { Arrival, Correlation } from '../domain/correlation.ts'
import type { Episode } from '../domain/incident.ts'
import type { Scope } from '../domain/scope.ts'
import type { Seconds } from '../domain/time.ts'
import { alertNameOf } from './alert-name.ts'
import { createEpisodeBook } from './episode-book.ts'
import { createIncidentBook } from './incident-book.ts'

export interface CorrelateOptions {
  readonly scopeOf: (alert: Alert) => Scope
  /** How far apart the starts of two episodes of one incident may lie. */
  readonly window: Seconds
  readonly newId: () => string
}

/**
 * What a notification changes. The rules:
 *
 * - (fingerprint, startsAt) is one episode, so HA duplicates, repeats and late firing copies after *resolved* change
 *   nothing.
 * - One alert is in one episode at a time. A later start ends the earlier episodes of its fingerprint (Alertmanager tells
 *   only the newest state when an alert fires again within one interval), and a *resolved* ends all that started before
 *   its end.
 * - A new episode joins the incident of its own alert when that ended less than `window` before; else an incident of the
 *   same cluster and model with an episode that starts within `window` of it. A resolved incident is reopened by it: an
 *   alert that flaps stays in one thread. Which notification came first does not matter, only when things started.
 * - Alerts cut off by `max_alerts` are neither firing nor resolved: nothing is concluded from an alert not being listed.
 */
export function correlate(arrival: Arrival, options: CorrelateOptions): Correlation {
  const episodes = createEpisodeBook(arrival.known)
  const incidents = createIncidentBook(arrival.incidents, options)
  let unchanged = 0
  for (const alert of arrival.group.alerts.toSorted(byStart)) {
    const isNew = !episodes.has(alert)
    if (isNew) {
      const scope = incidentScope(options.scopeOf(alert))
      const incidentId = episodes.neighbourOf(alert, options.window) ?? incidents.find(scope, alert.startsAt)
      episodes.add(alert, incidentId ?? incidents.open(scope, alert.startsAt))
    }
    const ended = episodes.settle(alert)
    if (isNew) {
      const { incidentId, status, endsAt } = episodes.get(alert)
      const end = status === 'resolved' && endsAt !== undefined ? { endsAt } : {}
      incidents.add(incidentId, { ...toEpisode(alert), status, ...end })
    }
    for (const { incidentId, wasFiring, ...episode } of ended) incidents.end(incidentId, episode, wasFiring)
    if (!isNew && ended.length === 0) unchanged += 1
  }
  return { changes: incidents.changes(), unchanged }
}

/** An incident is of a cluster and a model; the instances are its episodes'. */
function incidentScope({ cluster, modelName }: Scope): Scope {
  return { cluster, ...(modelName !== undefined && { modelName }) }
}

function toEpisode(alert: Alert): Omit<Episode, 'status' | 'endsAt'> {
  const { fingerprint, startsAt, labels, annotations, generatorUrl } = alert
  const source = generatorUrl === undefined ? {} : { generatorUrl }
  return { fingerprint, startsAt, alertName: alertNameOf(alert), labels, annotations, ...source }
}

function byStart(left: Alert, right: Alert): number {
  return left.startsAt - right.startsAt
}
