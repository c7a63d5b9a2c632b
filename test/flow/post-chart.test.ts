import { describe, expect, it } from 'vitest'
import type { History } from '../../src/domain/history.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { seconds, unixSeconds } from '../../src/domain/time.ts'
import type { EvidenceSource, HistoryRequest } from '../../src/evidence/source.ts'
import type { Outcome } from '../../src/evidence/sources/reader/backend.ts'
import { createCards } from '../../src/flow/people/cards.ts'
import { createChartPosts } from '../../src/flow/post-chart.ts'
import { CHART_JOBS } from '../../src/incidents/jobs.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { UploadError, type FileToShow } from '../../src/slack/upload-file.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { aStore } from '../incidents/a-store.ts'
import { markDelivered } from '../../src/incidents/deliveries.ts'
import { aHistory } from '../report/chart/histories.ts'
import { RESULT } from '../report/worked-incident.ts'

type Failure = ConstructorParameters<typeof UploadError>[0]
const BUSY: Failure = { status: 'retry', afterSeconds: 1, reason: 'HTTP 500', uncertain: true }
const LIMIT: Failure = { status: 'retry', afterSeconds: 1, reason: '429', uncertain: false }
const NO_SCOPE: Failure = { status: 'refused', reason: 'missing_scope', code: 'missing_scope' }

/** An incident whose card was written, with a source and a Slack that do as they are told. */
async function anIncident(tell: (request: HistoryRequest) => Outcome<History> = drawn) {
  const START = RESULT.incident.startsAt ?? 0
  let clock = START
  const now = () => unixSeconds(clock)
  const store = aStore()
  const alert = { labels: { cluster: 'prod' }, startsAt: START }
  const { changes } = await store.receive(aGroup([anAlert(alert)]), now())
  const id = changes[0]?.incident.id ?? ''
  const cards = createCards({ store, channel: '#oncall', now, speak: inEnglish })
  const metrics = createMetrics({ withProcess: false })
  const lines: string[] = []
  const files: FileToShow[] = []
  const shown: unknown[] = []
  const fails = { send: [] as Failure[], show: [] as Failure[] }
  const asked: HistoryRequest[] = []
  const failing = (step: 'send' | 'show'): void => {
    const failure = fails[step].shift()
    if (failure) throw new UploadError(failure, { cause: undefined, isShown: step === 'show' })
  }
  const source: EvidenceSource = {
    name: 'prometheus',
    gather: () => Promise.reject(new Error('not asked')),
    history: (request) => {
      asked.push(request)
      return Promise.resolve(tell(request))
    },
  }
  const posts = createChartPosts({
    store,
    clusters: [{ name: 'prod', sources: [source] }],
    uploads: {
      send: async (file) => {
        failing('send')
        files.push(file)
        return Promise.resolve(`F${files.length}`)
      },
      show: async (file, place) => {
        failing('show')
        shown.push({ ...file, ...place })
        return Promise.resolve()
      },
    },
    idOf: () => Promise.resolve('C1'),
    deadlineSeconds: seconds(5),
    now,
    log: createLogger('warn', { write: (line) => lines.push(line) }),
    metrics,
    speak: inEnglish,
  })
  const incident = async () => {
    const found = await store.incident(id)
    if (!found) throw new Error('no incident')
    return found
  }
  return {
    id,
    store,
    files,
    shown,
    fails,
    asked,
    lines,
    conclude: async () => {
      await store.saveEvidence({ incidentId: id, kind: 'triage', severity: 1, evidence: RESULT.evidence })
      await cards.put(id, { text: 'concluded', blocks: [] })
      await posts.want(await incident(), 'chart')
    },
    recover: async () => {
      const ended = anAlert({ ...alert, endsAt: START + 600 })
      await store.receive(aGroup([ended]), now())
      const verified = { ...RESULT.evidence, takenAt: unixSeconds(START + 900) }
      await store.saveEvidence({ incidentId: id, kind: 'verify', severity: 0, evidence: verified })
      await posts.want(await incident(), 'recovery_chart')
    },
    reply: (slot: string) => cards.reply(id, slot, { text: slot, blocks: [] }),
    deliver: async (slot = 'card') => {
      const place = { incidentId: id, channel: '#oncall', slot }
      await markDelivered(store.db, place, { ts: `1.${slot.length}`, version: 99, now: now(), isEdit: false })
    },
    /** What the job runner does in a minute. */
    wait: async () => {
      for (const until = clock + 60; clock < until; clock += 3) {
        for (const { id: job, kind } of await store.takeDueJobs({ kinds: CHART_JOBS, now: now(), limit: 9 })) {
          if (kind !== 'chart' && kind !== 'recovery_chart') throw new Error(kind)
          await posts.post(await incident(), kind).then(
            () => store.finishJob(job),
            (error: unknown) => store.failJob(job, { error: String(error), retryAt: now() }),
          )
        }
      }
    },
    counts: async () => (await metrics.charts.get()).values.map(({ labels, value }) => [labels.result, value]),
  }
}

function drawn({ times }: HistoryRequest): Outcome<History> {
  return { status: 'ok', value: { ...aHistory(RESULT, ['a:1', 'b:1']), times: [...times] } }
}

describe('the chart of an incident', () => {
  it('comes into the thread once, after the words', async () => {
    const one = await anIncident()
    await one.conclude()
    await one.wait()
    expect(one.files).toEqual([])
    await one.deliver()
    await one.reply('path')
    await one.wait()
    expect(one.files).toEqual([])
    await one.deliver('path')
    await one.wait()
    expect(one.shown).toEqual([
      { id: 'F1', title: 'How it came about, 13:42–14:08 UTC', channel: 'C1', threadTs: '1.4' },
    ])
    expect(one.files[0]?.altText).toMatch(/^prod · qwen2.5-7b, 13:42–14:08 UTC\. Requests wait on /)
    await one.conclude()
    await one.deliver()
    await one.wait()
    expect(one.shown).toHaveLength(1)
    expect(await one.counts()).toEqual([['shown', 1]])
  })

  it('comes once more when it is over, up to the last look', async () => {
    const one = await anIncident()
    await one.conclude()
    await one.deliver()
    await one.wait()
    await one.recover()
    await one.wait()
    expect(one.files.map(({ name }) => name)).toEqual([`chart-${one.id}.png`, `recovery-chart-${one.id}.png`])
    expect(one.asked.at(-1)?.times.at(-1)).toBe((RESULT.incident.startsAt ?? 0) + 900)
    expect(one.files.at(-1)?.altText).toContain('resolved 14:12')
  })

  it('is tried again while Slack puts it off, and comes once', async () => {
    const one = await anIncident()
    one.fails.send.push(BUSY, LIMIT)
    one.fails.show.push(LIMIT)
    await one.conclude()
    await one.deliver()
    await one.wait()
    expect(one.shown).toHaveLength(1)
    expect(await one.counts()).toEqual([['shown', 1]])
    expect(one.lines).toEqual([])
  })

  it.each([
    ['that Slack broke off', 'show', BUSY, 'uncertain'],
    ['that Slack does not want', 'send', NO_SCOPE, 'refused'],
    ['that Slack does not let be seen', 'show', NO_SCOPE, 'refused'],
  ] as const)('%s is left, with one line in the log', async (_name, step, failure, result) => {
    const one = await anIncident()
    one.fails[step].push(failure)
    await one.conclude()
    await one.deliver()
    await one.wait()
    expect(one.shown).toEqual([])
    expect(await one.counts()).toEqual([[result, 1]])
    expect(one.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'no chart in the thread', incidentId: one.id, result },
    ])
  })

  it('is left where the history cannot be read, with one line in the log', async () => {
    const one = await anIncident(() => ({ status: 'failed', reason: 'timeout', detail: 'too slow' }))
    await one.conclude()
    await one.deliver()
    await one.wait()
    expect(await one.counts()).toEqual([['not_drawn', 1]])
    expect(one.lines.map((line) => JSON.parse(line) as object)).toMatchObject([{ reason: 'too slow' }])
  })

  it('outlives a stop between its last two steps, and then may be missing but is never there twice', async () => {
    const one = await anIncident()
    expect(await one.store.charts.claim(one.id, 'chart', unixSeconds(1))).toBe(true)
    expect(await one.store.charts.claim(one.id, 'chart', unixSeconds(2))).toBe(false)
    await one.conclude()
    await one.deliver()
    await one.wait()
    expect(one.files).toEqual([])
  })
})
