import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SlackMessage } from '../../src/domain/post.ts'
import type { ClientLine, PresentAttribution } from '../../src/domain/client-attribution.ts'
import { commonMatchers } from '../../src/domain/silence.ts'
import { absent, present } from '../../src/domain/reading.ts'
import type { RecoveryOutcome } from '../../src/domain/recovery.ts'
import { inEnglish } from '../../src/domain/text.ts'
import type { TriageResult } from '../../src/report/triage-result.ts'
import { recoveryText } from '../../src/report/recovery-text.ts'
import { RECOVERY_ICONS } from '../../src/report/standing.ts'
import { areTooLong } from '../../src/sandbox/slack/blocks/size.ts'
import { validateBlocks } from '../../src/sandbox/slack/blocks/validate-blocks.ts'
import { activeInMessage } from '../../src/sandbox/slack/mentions/message.ts'
import { renderAnswer, renderLine } from '../../src/slack/render-answer.ts'
import { renderCard } from '../../src/slack/render-card.ts'
import { renderCheckup } from '../../src/slack/render-checkup.ts'
import { renderDetails } from '../../src/slack/render-details.ts'
import { renderLatency } from '../../src/slack/render-latency.ts'
import { withHandling } from '../../src/slack/render-handling.ts'
import { renderSilence, renderSilenceEnd, renderSilences } from '../../src/slack/render-silence.ts'
import { renderClients } from '../../src/slack/render-who.ts'
import { renderSkew } from '../../src/slack/render-skew.ts'
import { renderStatus } from '../../src/slack/render-status.ts'
import { renderTrunk } from '../../src/slack/render-tree.ts'
import { TREE } from '../../src/triage/tree.ts'
import { verifyRecovery } from '../../src/triage/verify.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { AT_WORK, END, anEvidence, onEach } from '../support/evidence.ts'
import type { Told } from '../support/evidence.ts'
import { aResult, anIncident } from '../support/incident.ts'
import { EVIL, expectFit } from './fits.ts'
import { textOf } from './text-of.ts'

/** Every message that one triage of a fleet with these instance names can bring about. */
function messagesOf(names: readonly string[], text: string): readonly SlackMessage[] {
  const rows = (value: number): Record<string, number> => Object.fromEntries(names.map((name) => [name, value]))
  const told: Record<string, Told> = Object.fromEntries(
    Object.entries(AT_WORK).map(([id, usual]) => {
      const [value] = Object.values(usual.rows ?? {})
      return [id, { ...usual, rows: rows(typeof value === 'number' ? value : 1) }]
    }),
  )
  const [hot = 'a'] = names
  const skewed = {
    ...told,
    arrivals: { now: 1500, rows: { ...rows(1), [hot]: 1000 } },
    waiting_mean: { now: 40, before: 0, rows: { ...rows(0), [hot]: 40 } },
    waiting: { now: 40, rows: { ...rows(0), [hot]: 40 } },
    queue_time: { now: 6, before: 0.05, rows: { [hot]: 8 } },
    e2e_time: { now: 14.5, before: 8.5 },
  }
  const blind = Object.fromEntries(SIGNALS.map(({ id }) => [id, 'timeout'] as const))
  const scope = { cluster: text, modelName: text, instance: text }
  const sources = [{ source: 'prometheus', status: 'failed', queries: 1, notes: [text] }] as const
  const incident = anIncident(
    { scope: { cluster: text, modelName: text } },
    { alertName: text, annotations: { summary: text } },
  )
  const results = [skewed, told, blind].map((one) => aResult(anEvidence(one, { scope, sources, alerts: [text] })))
  const recovery = verifyRecovery(anEvidence(skewed), anEvidence(told), { look: 'last', speak: inEnglish })
  return [
    renderCard({ phase: 'reading', incident, now: END }, inEnglish),
    renderCard({ phase: 'resolved', incident, now: END, recovery }, inEnglish),
    renderCard({ phase: 'resolved', incident, now: END }, inEnglish),
    renderLine(text),
    ...answersOf(names, text, results),
    ...results.flatMap((result) => [
      renderCard({ phase: 'concluded', incident, now: END, result }, inEnglish),
      renderAnswer(result, inEnglish),
      ...renderDetails(result, inEnglish).map(({ message }) => message),
    ]),
  ]
}

/** What commands other than why-slow answer. */
function answersOf(names: readonly string[], text: string, results: readonly TriageResult[]): readonly SlackMessage[] {
  const stages = names.map((instance) => {
    const key = { instance, engine: text }
    return { key, queue: present(8), prefill: absent('timeout'), decode: present(1e9), e2e: present(1e-9) }
  })
  const findings = names.map((id) => ({ id, status: 'broken', says: text }) as const)
  const mend = { text, paste: names }
  const sources = names.flatMap((cluster) =>
    (['ok', 'partial', 'failed'] as const).map((status) => ({
      cluster,
      report: { source: text, status, queries: 1, notes: [text] },
      up: 4,
    })),
  )
  const incident = anIncident({ scope: { cluster: text, modelName: text } }, { alertName: text })
  const feedback = names.map(() => ({ cause: text, useful: 1, wrong: 2 }))
  const open = results.flatMap(({ diagnosis }) => [{ incident, diagnosis }, { incident }, { incident, diagnosis }])
  return [
    ...results.flatMap((result) => [
      renderSkew(result, inEnglish),
      renderLatency(result, stages, inEnglish),
      renderLatency(result, [], inEnglish),
    ]),
    renderCheckup({ cluster: text, standing: 'broken', findings, mend, signals: { available: 1, all: 80 } }, inEnglish),
    renderCheckup({ cluster: text, standing: 'ok', findings: [], signals: { available: 1, all: 80 } }, inEnglish),
    renderStatus({ open, hidden: 12, sources, feedback, now: END }, inEnglish),
    renderStatus({ open: [], hidden: 0, sources: [], feedback: [], now: END }, inEnglish),
    ...handledOf(names, text),
    ...(['tokens', 'requests', 'request_bytes'] as const).map((by) =>
      renderClients({ cluster: text, modelName: text }, attributionOf(names, text), { by, speak: inEnglish }),
    ),
    renderClients(
      { cluster: text },
      { status: 'absent', sources: [{ source: text, reason: 'timeout' }] },
      { speak: inEnglish },
    ),
    renderTrunk(
      TREE.causes.map(({ ask }) => ({ ask, behind: 7 })),
      inEnglish,
    ),
  ]
}

/** Clients of hostile names, in numbers of every size. */
function attributionOf(names: readonly string[], text: string): PresentAttribution {
  const line = (client: string, index: number): ClientLine => ({
    client,
    names: 1,
    role: 'suspect',
    share: 1 / (index + 1),
    shareBefore: 0,
    requestShare: 1e-9 * index,
    requestsPerSecond: 1e9,
    growthShare: 3,
    failedShare: 1,
    instances: [{ instance: text, share: 1 }],
  })
  return {
    status: 'present',
    source: text,
    query: text,
    identity: 'address',
    by: 'tokens',
    window: { start: END, end: END },
    clients: names.map(line),
    hidden: 7,
    requests: 1,
    unattributedShare: 0.2,
    coverage: present(2),
    mayBeGateways: true,
    isForgeable: true,
    isPartial: true,
    others: names.map((client) => ({ source: text, by: 'tokens', client, share: 0.1 })),
    notes: names,
  }
}

/** What people's doings bring about, in the card and in its thread. */
function handledOf(names: readonly string[], text: string): readonly SlackMessage[] {
  const incident = anIncident(
    { scope: { cluster: text, modelName: text } },
    { labels: { alertname: text, ...Object.fromEntries(names.slice(0, 30).map((name) => [name, text])) } },
  )
  const { matchers } = commonMatchers(incident)
  const kept = { id: 's', cluster: text, incidentId: 'i', matchers, endsAt: END, user: text, comment: text }
  const silence = { ...kept, state: 'active', startsAt: END, createdBy: text } as const
  const silences = Array.from({ length: 40 }, () => silence)
  const clusters = names.map((cluster) => ({ cluster, silences, problem: text }))
  const links = { prometheus: 'https://p.example', grafana: 'https://g.example/d/x' }
  const result = aResult(anEvidence(AT_WORK))
  const card = renderCard(
    { phase: 'concluded', incident, now: END, result, controls: { canSilence: true, links } },
    inEnglish,
  )
  const handling = { acknowledged: { user: text, at: END }, silences: Array.from({ length: 40 }, () => kept) }
  return [
    card,
    withHandling(card, handling, inEnglish),
    // A silence without a matcher is never made.
    ...(matchers.length === 0
      ? []
      : [
          renderSilence(kept, 3, inEnglish),
          renderSilence({ ...kept, end: { at: END, undoneBy: text } }, undefined, inEnglish),
          renderSilenceEnd(kept, 'note', inEnglish),
        ]),
    renderSilences(clusters, inEnglish),
    renderSilences([], inEnglish),
  ]
}

describe('what is posted', () => {
  it.each([1, 4, 1000])('of %d instances with hostile names fits Slack and pings nobody', (count) => {
    const names = Array.from({ length: count }, (_, index) => `${index}${EVIL}`.replaceAll('/', '|'))
    for (const message of messagesOf(names, EVIL.repeat(80))) expectFit(message)
  })

  it('fits whatever the outside says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ unit: 'grapheme' }), (name, text) => {
        const names = [`a${name.replaceAll('/', '')}`, 'b', 'c']
        for (const message of messagesOf(names, text)) expectFit(message)
      }),
      { numRuns: 60, seed: 5 },
    )
  })
})

describe('the link to the runbook', () => {
  const longest = `https://wiki.example/${'a'.repeat(1979)}`
  const messages = (runbookUrl: string | undefined): readonly SlackMessage[] => {
    const result = { ...aResult(anEvidence(AT_WORK)), ...(runbookUrl === undefined ? {} : { runbookUrl }) }
    const [first] = renderDetails(result, inEnglish)
    return [
      renderCard({ phase: 'concluded', incident: anIncident(), now: END, result }, inEnglish),
      renderAnswer(result, inEnglish),
      ...(first === undefined ? [] : [first.message]),
    ]
  }

  it.each(['https://wiki.example/runbook.md', 'https://wiki.example/a|b?c=%3C!channel%3E', longest])(
    'is in the card, the answer and the thread, and the only one: %s',
    (runbookUrl) => {
      const shown = messages(runbookUrl)
      expect(shown).toHaveLength(3)
      for (const { text, blocks } of shown) {
        expect(validateBlocks(blocks, 'message')).toEqual([])
        expect(areTooLong(blocks)).toBe(false)
        const active = activeInMessage({ text, blocks, attachments: [], parse: 'none', linkNames: false })
        expect(active.mentions).toEqual([])
        expect(active.links.map(({ url, label }) => [url, label])).toEqual([
          [`${runbookUrl}#healthy`, 'Runbook: healthy'],
        ])
      }
    },
  )

  it('is in none of them where the team has not said where the runbook is', () => {
    for (const { blocks } of messages(undefined)) expect(JSON.stringify(blocks)).not.toContain('unbook')
  })
})

describe('renderCard', () => {
  const skewed = anEvidence({
    ...AT_WORK,
    arrivals: { now: 1500, rows: { a: 110, b: 1170, c: 110, d: 110 } },
    waiting: { now: 41, rows: { ...onEach(0), b: 41 } },
    waiting_mean: { now: 38, before: 0, rows: { ...onEach(0), b: 38 } },
    queue_time: { now: 5.8, before: 0.054, rows: { ...onEach(0.1), b: 7.5 } },
    e2e_time: { now: 14.3, before: 8.5 },
    kv_usage: { now: 0.54, before: 0.4, rows: { ...onEach(0.4), b: 0.96 } },
    waiting_peak: { now: 77, rows: { ...onEach(0), b: 77 } },
    kv_peak: { now: 0.98, rows: { ...onEach(0.45), b: 0.98 } },
    ttft_p99: { now: 14, before: 1.2 },
  })

  it('says the whole of the worked incident', async () => {
    const message = renderCard(
      { phase: 'concluded', incident: anIncident(), now: END, result: aResult(skewed) },
      inEnglish,
    )
    expect(message.text).toBe(
      '🔴 VLLMTTFTHigh · prod / qwen2.5-7b: b takes 78 % of arrivals (fair share 25 %): 41 requests wait there, none on its 3 peers. (firm)',
    )
    await expect(`${textOf(message)}\n`).toMatchFileSnapshot('card.txt')
  })

  it('says what is read in the thread', async () => {
    const details = renderDetails(aResult(skewed), inEnglish).map(({ message }) => textOf(message))
    await expect(`${details.join('\n\n=====\n\n')}\n`).toMatchFileSnapshot('details.txt')
  })

  it('says before, worst and now when it has resolved', async () => {
    const incident = anIncident({ status: 'resolved', endsAt: END })
    const recovery = verifyRecovery(skewed, anEvidence(AT_WORK), { look: 'last', speak: inEnglish })
    const diagnosis = aResult(skewed).diagnosis
    const message = renderCard({ phase: 'resolved', incident, now: END, diagnosis, recovery }, inEnglish)
    await expect(`${textOf(message)}\n`).toMatchFileSnapshot('card-resolved.txt')
  })

  it.each(Object.entries(RECOVERY_ICONS))('has for %s the sign the terminal has, %s', (outcome, sign) => {
    const recovery = { outcome: outcome as RecoveryOutcome, title: 'x', lines: [], shares: [] }
    const message = renderCard({ phase: 'resolved', incident: anIncident(), now: END, recovery }, inEnglish)
    expect(message.text.startsWith(`${sign} `)).toBe(true)
    expect(textOf(message).startsWith(`${sign} `)).toBe(true)
    expect(recoveryText(recovery, inEnglish).startsWith(`${sign} `)).toBe(true)
  })

  it('says what could not be read when nothing could', async () => {
    const sources = [{ source: 'prometheus', status: 'failed', queries: 1, notes: ['HTTP 503 after 20 ms'] }] as const
    const blind = anEvidence(Object.fromEntries(SIGNALS.map(({ id }) => [id, 'http_503'] as const)), { sources })
    const message = renderCard(
      { phase: 'concluded', incident: anIncident(), now: END, result: aResult(blind) },
      inEnglish,
    )
    await expect(`${textOf(message)}\n`).toMatchFileSnapshot('card-blind.txt')
  })
})
