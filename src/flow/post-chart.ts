import type { Incident } from '../domain/incident.ts'
import { alertNames } from '../domain/incident.ts'
import { type Seconds, type UnixSeconds, later, seconds } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { inEnglish } from '../domain/text.ts'
import type { ChartKind } from '../incidents/charts.ts'
import type { Store } from '../incidents/store.ts'
import type { Logger } from '../lib/logger.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Charted } from '../report/chart/charted.ts'
import { EN } from '../slack/strings/en.ts'
import { UploadError, type Uploads } from '../slack/upload-file.ts'
import { decide } from '../triage/decide.ts'
import type { Cluster } from './cluster.ts'
import { type ChartSources, type DrawnChart, drawChart } from './draw-chart.ts'

export interface PostChartOptions {
  readonly store: Pick<Store, 'incident' | 'addJob' | 'latestTriage' | 'worstEvidence' | 'latestEvidenceAt' | 'charts'>
  readonly clusters: readonly Pick<Cluster, 'name' | 'sources'>[]
  readonly uploads: Uploads
  /** Slack shares a file in a channel by its id alone. */
  readonly idOf: (channel: string) => Promise<string>
  readonly deadlineSeconds: Seconds
  /** The voice of the channel. */
  readonly speak: Speak
  readonly now: () => UnixSeconds
  readonly log: Logger
  readonly metrics: Metrics
}

/** Words go first: so long until it is looked whether they are there. */
const WORDS_FIRST = seconds(2)

/** Pictures in the threads of incidents: one when it was concluded, and one of how it ended. */
export interface ChartPosts {
  /** Wants a picture, where a source of the cluster can tell how it came about. */
  want(incident: Incident, kind: ChartKind): Promise<void>
  /** Brings it into the thread, once; rejects when it should be done again. What cannot be drawn is no failure. */
  post(incident: Incident, kind: ChartKind): Promise<void>
}

export function createChartPosts(options: PostChartOptions): ChartPosts {
  const { store, clusters, uploads, now, log, metrics, speak } = options

  const sourcesOf = ({ scope }: Incident) => clusters.find(({ name }) => name === scope.cluster)?.sources ?? []

  async function askAgain({ id: incidentId }: Incident, kind: ChartKind): Promise<void> {
    await store.addJob({ incidentId, kind, dueAt: later(now(), WORDS_FIRST) })
  }

  /** The picture of the last conclusion; of an incident that is over, that of its worst, up to the last look. */
  async function draw(incident: Incident, kind: ChartKind): Promise<DrawnChart | string> {
    const { id, status, startsAt, endsAt } = incident
    const isOver = kind === 'recovery_chart'
    const evidence = isOver ? await store.worstEvidence(id) : await store.latestTriage(id)
    if (evidence === undefined) return 'nothing was concluded'
    const until = isOver ? await store.latestEvidenceAt(id, 'verify') : undefined
    const charted: Charted = {
      incident: { id, status, alerts: alertNames(incident), startsAt },
      evidence,
      diagnosis: decide(evidence, inEnglish),
      ...(isOver && endsAt !== undefined && { endsAt }),
    }
    const from: ChartSources = {
      sources: sourcesOf(incident),
      deadlineSeconds: options.deadlineSeconds,
      ...(until !== undefined && { until }),
    }
    return drawChart(charted, from)
  }

  function without({ id: incidentId }: Incident, result: 'not_drawn' | 'refused' | 'uncertain', reason: string): void {
    metrics.charts.inc({ result })
    log.warn({ step: 'deliver', incidentId, result, reason }, 'no chart in the thread')
  }

  async function post(incident: Incident, kind: ChartKind): Promise<void> {
    const { id } = incident
    if (await store.charts.isShown(id, kind)) return
    const thread = await store.charts.thread(id)
    if (thread === undefined) return askAgain(incident, kind)
    const chart = await draw(incident, kind)
    if (typeof chart === 'string') return without(incident, 'not_drawn', chart)
    const title = speak(EN.chart[kind](chart.span))
    try {
      const place = { channel: await options.idOf(thread.channel), threadTs: thread.ts }
      const name = `${kind.replaceAll('_', '-')}-${id}.png`
      const file = await uploads.send({ name, title, content: chart.png, altText: chart.altText })
      // Noted first: after a stop in between it may be missing, and is never there twice.
      if (!(await store.charts.claim(id, kind, now()))) return
      await uploads.show({ id: file, title }, place)
    } catch (error) {
      if (!(error instanceof UploadError)) throw error
      if (error.isUncertain) return without(incident, 'uncertain', error.message)
      await store.charts.release(id, kind)
      if (error.retryable) throw error
      return without(incident, 'refused', error.message)
    }
    metrics.charts.inc({ result: 'shown' })
  }

  return {
    want: async (incident, kind) => {
      const canTell = sourcesOf(incident).some(({ history }) => history !== undefined)
      if (canTell) await askAgain(incident, kind)
    },
    post,
  }
}
