import { describe, expect, it } from 'vitest'
import { grafanaLink, prometheusLink } from '../../src/slack/render-links.ts'
import type { TriageResult } from '../../src/report/triage-result.ts'
import { AT_WORK, END, anEvidence } from '../support/evidence.ts'
import { aResult } from '../support/incident.ts'

const result = aResult(anEvidence(AT_WORK))

/** The same with one yes that rests on this query. */
function restingOn(query: string): TriageResult {
  const reading = {
    signal: 's',
    title: 's',
    now: { status: 'present', value: 1 },
    unit: 'requests',
    threshold: '',
    query,
  } as const
  const path = [
    { id: 'no', ask: '', answer: 'no', readings: [{ ...reading, query: 'other' }] },
    { id: 'yes', ask: '', answer: 'yes', readings: [{ ...reading, query: '' }, reading] },
  ] as const
  return { ...result, diagnosis: { ...result.diagnosis, path } }
}

describe('the link to Prometheus', () => {
  it.each(['https://p.example', 'https://p.example/', 'https://p.example/prom/', 'https://p.example/prom?tenant=a'])(
    'keeps the path and the query of %s',
    (base) => {
      const url = new URL(prometheusLink(base, restingOn('sum(up{a="b&c"})')))
      expect(url.pathname).toBe(base.includes('prom/') || base.includes('prom?') ? '/prom/graph' : '/graph')
      expect(url.searchParams.get('g0.expr')).toBe('sum(up{a="b&c"})')
      expect(url.searchParams.get('tenant')).toBe(base.includes('tenant') ? 'a' : null)
    },
  )

  it('is the page alone where no number made a yes, or its query is too long for a link', () => {
    const blind = { ...result, diagnosis: { ...result.diagnosis, path: [] } }
    expect(prometheusLink('https://p.example', blind)).toBe('https://p.example/graph')
    expect(prometheusLink('https://p.example', restingOn('x'.repeat(4000)))).toBe('https://p.example/graph')
  })
})

it("Grafana's dashboard is opened at the time that was looked at", () => {
  const url = new URL(grafanaLink('https://g.example/d/vllm?orgId=2&var-model=a', result))
  expect(Object.fromEntries(url.searchParams)).toEqual({
    orgId: '2',
    'var-model': 'a',
    from: String((END - 300 - 3600) * 1000),
    to: String(END * 1000),
  })
})
