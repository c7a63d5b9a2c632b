import { describe, expect, it } from 'vitest'
import { minutes, seconds, unixSeconds } from '../../../src/domain/time.ts'
import { parseWebhook } from '../../../src/alerts/parse-webhook.ts'
import { createRule } from '../../../src/sandbox/demo/watch-rule.ts'
import { notificationOf } from '../../../src/sandbox/demo/webhook.ts'
import { recordHistory } from '../../../src/sandbox/fleet/history/record-history.ts'
import { keepRecording } from '../../../src/sandbox/fleet/live/keep-recording.ts'
import { catalog } from '../../../src/sandbox/scenarios/catalog.ts'
import { skew } from '../../../src/sandbox/scenarios/skew.ts'

const END = unixSeconds(1_796_000_010)
const SCRAPE = 15
/** What the demo waits for, in simulated minutes. */
const FIRES_WITHIN = 15
const RESOLVES_WITHIN = 25

describe('each story of the demo, told live', () => {
  it.each(catalog)('$id: $alert.alertname fires, and resolves once it is mended', async (scenario) => {
    const story = { ...scenario, onsetBeforeEnd: seconds(-45) }
    const history = await recordHistory({ scenario: story, end: END, duration: minutes(20), room: 200 })
    const recording = keepRecording(history, SCRAPE)
    const rule = createRule(scenario.alert)
    const runUntil = (state: string, limit: number): number | undefined => {
      for (let scrapes = 1; scrapes <= limit * (60 / SCRAPE); scrapes++) {
        const at = recording.scrape()
        if (rule(recording.series(), at).state === state) return (scrapes * SCRAPE) / 60
      }
      return undefined
    }
    expect(runUntil('firing', FIRES_WITHIN), `minutes to ${scenario.alert.alertname}`).toBeLessThanOrEqual(FIRES_WITHIN)
    if (scenario.fixes.length === 0) return
    for (const fix of scenario.fixes) history.fleet.apply(fix)
    expect(runUntil('resolved', RESOLVES_WITHIN), `minutes to its end`).toBeLessThanOrEqual(RESOLVES_WITHIN)
  })
})

describe('a recording that goes on', () => {
  it('holds the newest samples when it is full', async () => {
    const history = await recordHistory({ scenario: skew, end: END, duration: minutes(10), room: 4 })
    const recording = keepRecording(history, SCRAPE)
    for (let scrapes = 0; scrapes < 60; scrapes++) recording.scrape()
    expect(recording.end()).toBe(END + 60 * SCRAPE)
    for (const columns of recording.series().byName.get('up') ?? []) {
      expect(columns.times.at(-1)).toBe((END + 60 * SCRAPE) * 1000)
      expect(columns.times.length).toBeGreaterThan(30)
      expect([...columns.times]).toEqual([...columns.times].toSorted((one, other) => one - other))
    }
  })

  it('marks where a series ended, and holds nothing of it after', async () => {
    const history = await recordHistory({ scenario: skew, end: END, duration: minutes(5), room: 20 })
    const recording = keepRecording(history, SCRAPE)
    history.fleet.apply({ kind: 'stop', instances: ['10.0.1.21:8000'] })
    for (let scrapes = 0; scrapes < 4; scrapes++) recording.scrape()
    const ended = recording
      .series()
      .byName.get('vllm:num_requests_running')
      ?.find(({ labels }) => labels['instance'] === '10.0.1.21:8000')
    expect(ended?.times.at(-1)).toBe(END * 1000)
    expect([...(ended?.staleTimes ?? [])]).toEqual([(END + SCRAPE) * 1000])
  })
})

describe('the webhook', () => {
  it('is one that the bot reads, firing and resolved, with the same fingerprint', () => {
    const firing = notificationOf(skew.alert, { state: 'firing', startsAt: END })
    const resolved = notificationOf(skew.alert, { state: 'resolved', startsAt: END, endsAt: unixSeconds(END + 60) })
    const alerts = [firing, resolved].flatMap((body) => {
      const read = parseWebhook(body, unixSeconds(END + 90))
      return read.kind === 'group' ? read.group.alerts : []
    })
    expect(alerts).toMatchObject([
      { status: 'firing', startsAt: END, labels: { alertname: 'VLLMTTFTHigh' } },
      { status: 'resolved', startsAt: END, endsAt: END + 60 },
    ])
    expect(new Set(alerts.map(({ fingerprint }) => fingerprint)).size).toBe(1)
    expect(JSON.stringify(firing)).not.toMatch(/\$labels|\$value/u)
  })
})
