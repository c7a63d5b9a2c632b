import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertNameOf } from '../../src/alerts/alert-name.ts'
import { fingerprintOf } from '../../src/alerts/fingerprint.ts'
import { parseWebhook } from '../../src/alerts/parse-webhook.ts'
import type { AlertGroup } from '../../src/domain/alert.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'

const RECEIVED = unixSeconds(1_800_000_000)

function groupOf(body: unknown): AlertGroup {
  const parsed = parseWebhook(body, RECEIVED)
  if (parsed.kind !== 'group') throw new Error(`${parsed.kind}: ${parsed.reason}`)
  return parsed.group
}

function alertOf(alert: unknown, group: object = {}) {
  return groupOf({ alerts: [alert], ...group }).alerts[0]
}

describe('parseWebhook', () => {
  it.each([
    ['null', null, 'refused', /not a JSON object/],
    ['a text', 'firing', 'refused', /not a JSON object/],
    ['a list', [{ alerts: [] }], 'refused', /not a JSON object/],
    ['no alerts', { text: 'hello' }, 'refused', /no "alerts"/],
    ['alerts that are no list', { alerts: {} }, 'refused', /no "alerts"/],
    ['alerts that are no objects', { alerts: [1, null] }, 'refused', /none of "alerts"/],
    ['an empty list', { alerts: [] }, 'ignored', /no alert/],
    ['Watchdog', { alerts: [{ labels: { alertname: 'Watchdog' } }] }, 'ignored', /heartbeat/],
    ['InfoInhibitor', { alerts: [{ labels: { alertname: 'InfoInhibitor' } }] }, 'ignored', /heartbeat/],
    ['Grafana legacy', { ruleName: 'x', evalMatches: [] }, 'ignored', /unified alerting/],
    ['Grafana legacy without data', { ruleId: 1, evalMatches: null }, 'ignored', /unified alerting/],
  ])('%s', (_name, body, kind, reason) => {
    expect(parseWebhook(body, RECEIVED)).toEqual({ kind, reason: expect.stringMatching(reason) })
  })

  it('leaves a heartbeat out and keeps its neighbours', () => {
    const group = groupOf({ alerts: [{ labels: { alertname: 'Watchdog' } }, { labels: { alertname: 'A' } }] })
    expect(group.alerts.map(alertNameOf)).toEqual(['A'])
  })

  it.each([
    ['2026-11-29T12:00:00Z', 1_795_953_600],
    ['2026-11-29T14:00:00+02:00', 1_795_953_600],
    ['2026-11-29T06:30:00-05:30', 1_795_953_600],
    ['2026-11-29T12:00:00.123456789Z', 1_795_953_600.123_456_7],
    ['2026-11-29t12:00:00.3z', 1_795_953_600.3],
    ['0001-01-01T00:00:00Z', RECEIVED],
    ['1970-01-01T00:00:00Z', RECEIVED],
    ['2026-13-01T00:00:00Z', RECEIVED],
    ['2026-02-30T00:00:00Z', RECEIVED],
    ['yesterday', RECEIVED],
    ['', RECEIVED],
    [1_795_953_600, RECEIVED],
    [null, RECEIVED],
  ])('reads %s', (startsAt, expected) => {
    expect(alertOf({ startsAt, labels: {} })?.startsAt).toBe(expected)
  })

  it.each([
    ['firing, none', { status: 'firing', endsAt: '0001-01-01T00:00:00Z' }, undefined],
    ['firing, a guess of the sender', { status: 'firing', endsAt: '2026-11-29T12:00:00Z' }, undefined],
    ['resolved', { status: 'resolved', endsAt: '2026-11-29T12:00:00Z' }, 1_795_953_600],
    ['resolved, none', { status: 'resolved', endsAt: '0001-01-01T00:00:00Z' }, RECEIVED],
  ])('endsAt: %s', (_name, alert, endsAt) => {
    expect(alertOf(alert)?.endsAt).toBe(endsAt)
  })

  it.each([
    ["the alert's own", { status: 'resolved' }, { status: 'firing' }, 'resolved'],
    ["the group's where the alert has none", {}, { status: 'resolved' }, 'resolved'],
    ["Grafana's state", {}, { state: 'ok' }, 'resolved'],
    ['firing where nobody says', {}, {}, 'firing'],
    ['firing for a word nobody knows', { status: 'data' }, { status: 'data' }, 'firing'],
  ])('takes as status %s', (_name, alert, group, status) => {
    expect(alertOf(alert, group)?.status).toBe(status)
  })

  it.each([
    ['team\\.trunc\\+2', 'team.trunc+2'],
    ['web\\.hook', 'web.hook'],
    ['team-a', 'team-a'],
    [undefined, ''],
  ])('unquotes the receiver %s', (receiver, expected) => {
    expect(groupOf({ alerts: [{}], receiver }).receiver).toBe(expected)
  })

  it.each([
    [
      'f404ecabc8dd5cd7',
      { job: 'node', group: 'production', instance: 'localhost:8081', severity: 'critical', alertname: 'InstanceDown' },
    ],
    [
      'f8f08d4e32c61a9d',
      { job: 'node', group: 'canary', instance: 'localhost:8082', severity: 'critical', alertname: 'InstanceDown' },
    ],
    [
      '791cec13fcba0368',
      {
        alertname: 'InstanceDown',
        code: '200',
        instance: '127.0.0.1:9090',
        job: 'prometheus',
        monitor: 'codelab-monitor',
        severity: 'critical',
      },
    ],
  ])("makes Alertmanager's own fingerprint %s from the labels", (fingerprint, labels) => {
    expect(fingerprintOf(labels)).toBe(fingerprint)
    expect(alertOf({ labels, fingerprint: '' })?.fingerprint).toBe(fingerprint)
  })

  it.each([
    ['a text', '{}:{a="b"}', '{}:{a="b"}'],
    ['a number, as version 3 has it', 5, '5'],
    ['none', undefined, ':{"alertname":"A"}'],
  ])('takes as group key %s', (_name, groupKey, expected) => {
    expect(groupOf({ alerts: [{}], groupKey, groupLabels: { alertname: 'A' } }).groupKey).toBe(expected)
  })

  it('bears nulls everywhere', () => {
    const group = groupOf({
      receiver: null,
      status: null,
      groupKey: null,
      groupLabels: null,
      truncatedAlerts: null,
      externalURL: null,
      alerts: [{ status: null, labels: null, annotations: null, startsAt: null, endsAt: null, fingerprint: null }],
    })
    expect(group).toMatchObject({ status: 'firing', truncatedAlerts: 0, alerts: [{ labels: {}, startsAt: RECEIVED }] })
  })

  it('names the rule behind a Grafana stand-in', () => {
    const alert = alertOf({ labels: { alertname: 'DatasourceNoData', rulename: 'TTFT p99' } })
    expect(alert && alertNameOf(alert)).toBe('TTFT p99')
  })

  it('takes numbers for labels and leaves objects out', () => {
    expect(alertOf({ labels: { engine: 0, up: true, nested: {}, none: null } })?.labels).toEqual({
      engine: '0',
      up: 'true',
    })
  })

  it('cuts what is too much and keeps what is needed', () => {
    const labels = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`label_${index}`, 'x'.repeat(5000)]))
    const alert = alertOf({
      labels: { ...labels, cluster: 'prod', alertname: 'A' },
      annotations: { huge: '😀'.repeat(100_000) },
      generatorURL: 'x'.repeat(100_000),
    })
    expect(JSON.stringify(alert).length).toBeLessThan(100_000)
    expect(alert?.labels).toMatchObject({ alertname: 'A', cluster: 'prod' })
    expect(alert?.annotations['huge']).toMatch(/^(?:😀)+…$/u)
  })

  it('counts alerts beyond its limit as cut off', () => {
    const alerts = Array.from({ length: 10_003 }, (_, index) => ({ labels: { alertname: `A${index}` } }))
    const group = groupOf({ alerts, truncatedAlerts: 2 })
    expect([group.alerts.length, group.truncatedAlerts]).toEqual([10_000, 5])
  })

  it('gives every body an answer', () => {
    const field = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.jsonValue())
    const alert = fc.record(
      { status: field, labels: field, annotations: field, startsAt: field, endsAt: field, fingerprint: field },
      { requiredKeys: [] },
    )
    const body = fc.record(
      {
        alerts: fc.oneof(fc.array(fc.oneof(alert, fc.jsonValue())), field),
        status: field,
        groupKey: field,
        receiver: field,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (value) => {
        expect(['group', 'ignored', 'refused']).toContain(parseWebhook(value, RECEIVED).kind)
      }),
    )
  })

  describeWithCorpus('webhooks', 'recorded payloads', () => {
    const folder = join(CORPUS, 'webhooks')
    const bodies = (filter: RegExp): readonly unknown[] =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json') && filter.test(name))
        .map((name): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8')))

    it('finds a start, a name and a fingerprint in each alert', () => {
      for (const body of bodies(/./)) {
        const parsed = parseWebhook(body, RECEIVED)
        if (parsed.kind !== 'group') continue
        for (const alert of parsed.group.alerts) {
          expect(alert.startsAt).toBeGreaterThan(1_400_000_000)
          expect(alertNameOf(alert)).not.toBe('')
          expect(alert.fingerprint).not.toBe('')
        }
      }
    })
  })
})

describe('an end in the future', () => {
  it.each(['2026-11-29T15:10:00Z', '2999-01-01T00:00:00Z'])('%s is the time it was told', (endsAt) => {
    const receivedAt = unixSeconds(Date.parse('2026-11-29T15:00:00Z') / 1000)
    const alert = { status: 'resolved', labels: { alertname: 'A' }, startsAt: '2026-11-29T14:00:00Z', endsAt }
    expect(parseWebhook({ version: '4', alerts: [alert] }, receivedAt)).toMatchObject({
      group: { alerts: [{ endsAt: receivedAt }] },
    })
  })
})
