import type { Evidence } from '../domain/evidence.ts'
import type { Incident } from '../domain/incident.ts'
import { alertNames } from '../domain/incident.ts'
import { later, type Seconds, seconds, type UnixSeconds } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import type { Annotation } from '../evidence/changes/open-grafana.ts'
import type { Job } from '../incidents/jobs.ts'
import type { Store } from '../incidents/store.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { renderCard } from '../slack/render-card.ts'
import { renderDetails } from '../slack/render-details.ts'
import { decide } from '../triage/decide.ts'
import { verifyRecovery } from '../triage/verify.ts'
import type { Controls } from '../slack/render-buttons.ts'
import type { Cards } from './people/cards.ts'
import type { ChartPosts } from './post-chart.ts'
import type { ReadRequest } from './read-cluster.ts'
import { severityOf } from './severity.ts'

export interface IncidentSteps {
  /** One triage or one verification of an incident; rejects when it should be done again. */
  run(job: Job): Promise<void>
}

export interface IncidentStepsOptions {
  readonly store: Store
  readonly cards: Cards
  /** What the card of a cluster's incident offers. */
  readonly controlsOf: (cluster: string) => Controls | undefined
  /** Says which silences have ended. */
  readonly announceEnds: (incidentId: string) => Promise<void>
  /** One triage; the clock is read in it. */
  readonly read: (request: ReadRequest) => Promise<TriageResult>
  /** Marks an incident that is over on the dashboards; never rejects. Absent where nobody wants that. */
  readonly annotate?: (cluster: string, annotation: Annotation) => Promise<void>
  /** Its pictures, which come when the words are there. */
  readonly charts: ChartPosts
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
  readonly window: Seconds
  /** How long after *resolved* it is read once more, in a window no longer than this: it holds nothing of the trouble. */
  readonly settle: Seconds
  readonly log: Logger
  readonly metrics: Metrics
}

/** Long enough for four scrapes at 15 s or 30 s, short enough to hold little of what has just ended. */
const FIRST_LOOK = seconds(120)

/** Receive has made an incident and a job of it; this is the rest of the line: gather, decide, render, deliver, verify. */
export function createIncidentSteps(options: IncidentStepsOptions): IncidentSteps {
  const { store, cards, charts, read, now, window, log, metrics, speak } = options

  async function triage(incident: Incident): Promise<void> {
    const posted = await store.posts(incident.id)
    // The card appears at once; a card that says something already is not taken back.
    if (posted.length === 0) await cards.put(incident.id, renderCard({ phase: 'reading', incident, now: now() }, speak))
    const result = await read({ ...requestOf(incident), window, speak })
    const { headline } = result.diagnosis
    const controls = options.controlsOf(incident.scope.cluster)
    const offered = controls === undefined ? {} : { controls }
    await store.saveEvidence({
      incidentId: incident.id,
      kind: 'triage',
      severity: severityOf(result.diagnosis),
      evidence: result.evidence,
    })
    await cards.put(incident.id, renderCard({ phase: 'concluded', incident, now: now(), result, ...offered }, speak))
    for (const { slot, message } of renderDetails(result, speak)) await cards.reply(incident.id, slot, message)
    await charts.want(incident, 'chart')
    metrics.triageSeconds.observe(result.tookMs / 1000)
    metrics.triages.inc({ cause: headline.cause, certainty: headline.certainty })
    const facts = { step: 'decide', incidentId: incident.id, cause: headline.cause, certainty: headline.certainty }
    log.info({ ...facts, tookMs: Math.round(result.tookMs), queries: result.queries }, 'incident concluded')
  }

  async function verify(incident: Incident): Promise<void> {
    const worst = await store.worstEvidence(incident.id)
    const diagnosis = worst === undefined ? {} : { diagnosis: decide(worst, speak) }
    const resolved = { phase: 'resolved', incident, ...diagnosis } as const
    const isFirstLook = await hasTriageSinceLastLook(incident)
    if (isFirstLook) await cards.put(incident.id, renderCard({ ...resolved, now: now() }, speak))
    const length = seconds(Math.min(window, isFirstLook ? FIRST_LOOK : options.settle))
    const result = await read({ ...requestOf(incident), window: length, speak })
    const { evidence } = result
    await store.saveEvidence({ incidentId: incident.id, kind: 'verify', severity: 0, evidence })
    const recovery = verifyRecovery(worst ?? evidence, evidence, { look: isFirstLook ? 'first' : 'last', speak })
    await cards.put(incident.id, renderCard({ ...resolved, now: now(), recovery }, speak))
    if (isFirstLook) {
      // A mark may take its time, or be lost; the second look may not.
      await store.addJob({ incidentId: incident.id, kind: 'verify', dueAt: later(now(), options.settle) })
      await mark(incident, worst)
    } else if (worst !== undefined) {
      await charts.want(incident, 'recovery_chart')
    }
    log.info({ step: 'verify', incidentId: incident.id, outcome: recovery.outcome, isFirstLook }, 'recovery read')
  }

  async function mark({ scope, startsAt, endsAt, ...incident }: Incident, worst: Evidence | undefined): Promise<void> {
    if (worst === undefined) return
    const { cause, title } = decide(worst, speak).headline
    if (cause === 'inconclusive') return
    const text = `${alertNames({ scope, startsAt, ...incident }).join(', ')}: ${title}`
    await options.annotate?.(scope.cluster, { from: startsAt, to: endsAt ?? now(), text, tags: [cause] })
  }

  /** An incident that came back is verified anew. */
  async function hasTriageSinceLastLook({ id }: Incident): Promise<boolean> {
    const looked = await store.latestEvidenceAt(id, 'verify')
    const triaged = await store.latestEvidenceAt(id, 'triage')
    return looked === undefined || (triaged !== undefined && triaged > looked)
  }

  return {
    run: async ({ incidentId, kind }) => {
      const incident = await store.incident(incidentId)
      if (incident === undefined) return
      // What has changed since the job was made decides: an incident may have resolved, or come back, meanwhile.
      switch (kind) {
        case 'triage':
          return triage(incident)
        case 'verify':
          return incident.status === 'resolved' ? verify(incident) : undefined
        case 'silences':
          return options.announceEnds(incidentId)
        case 'chart':
        case 'recovery_chart':
          return charts.post(incident, kind)
        default:
          return kind satisfies never
      }
    },
  }
}

function requestOf(incident: Incident): Omit<ReadRequest, 'window' | 'speak'> {
  const { id, status, scope, startsAt } = incident
  return { id, status, alerts: alertNames(incident), scope, startsAt }
}
