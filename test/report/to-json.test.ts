import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absent, present } from '../../src/domain/reading.ts'
import { stringifyTriage, toTriageJson } from '../../src/report/to-json.ts'
import { TRIAGE_SCHEMA } from '../../src/report/triage-schema.ts'
import { arbitraryResult } from './arbitrary-result.ts'
import { TERMINAL_CONTROLS } from './terminal-controls.ts'
import { DIAGNOSIS, RESULT, resultWith } from './worked-incident.ts'

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  formats: { 'date-time': isDateTime },
})
const isTriage = ajv.compile({ ...TRIAGE_SCHEMA })

describe('toTriageJson', () => {
  it('says the worked incident as the contract has it', () => {
    const json = toTriageJson(RESULT)
    expect(json).toMatchObject({
      schema: 'whyslow/triage/v1',
      incident: {
        id: 'inc-1',
        status: 'firing',
        alerts: ['VLLMTTFTHigh', 'VLLMQueueBacklog', 'VLLMAborts'],
        scope: { cluster: 'prod', model_name: 'qwen2.5-7b' },
        window: { start: '2026-11-29T13:58:00Z', end: '2026-11-29T14:08:00Z' },
      },
      headline: { cause: 'queue.skew', certainty: 'firm', instances: ['10.0.1.22:8000'] },
      not_ruled_out: [{ cause: 'decode.thermal_throttle', settle_with: 'nvidia-smi -q -d CLOCK' }],
      stages: { queue: { now: 8, baseline: 0.2, growth_share: 0.91 } },
      skew: { by: 'arrivals', max_over_mean: 3.1, hot: '10.0.1.22:8000' },
      missing: [{ signal: 'gpu_clock', reason: 'not_exposed' }],
      took_ms: 412,
      queries: 31,
    })
    expect(json.path[1]?.readings[0]).toEqual({
      signal: 'waiting_mean',
      row: { instance: '10.0.1.22:8000', engine: '0', model_name: 'qwen2.5-7b' },
      value: 41,
      baseline: 0,
      unit: 'requests',
      threshold: '> 0',
      query: 'sum by (instance) (avg_over_time(vllm:num_requests_waiting[10m]))',
    })
  })

  it('has the top-level fields of the contract and no other', () => {
    expect(Object.keys(toTriageJson(RESULT))).toEqual([
      'schema',
      'incident',
      'headline',
      'contributing',
      'not_ruled_out',
      'path',
      'stages',
      'skew',
      'instances',
      'clients',
      'changes',
      'actions',
      'missing',
      'contradictions',
      'took_ms',
      'queries',
    ])
  })

  it('gives null and the reason for what was not read, never 0', () => {
    const json = toTriageJson(RESULT)
    expect(json.path[2]?.readings[0]).toMatchObject({ value: null, reason: 'not_exposed' })
    expect(json.stages.outside).toEqual({
      now: null,
      baseline: null,
      growth_share: null,
      reasons: { now: 'http_503', baseline: 'http_503', growth_share: 'http_503' },
    })
    expect(json.instances[0]).toMatchObject({ kv: null, reasons: { kv: 'stale' } })
    expect(json.instances[1]?.reasons).toBeUndefined()
    expect(json.clients).toMatchObject({ source: null, coverage: null, top: [] })
  })

  it.each([NaN, Infinity, -Infinity])('takes %s for a bad answer', (value) => {
    const json = toTriageJson(resultWith({ skew: { by: 'arrivals', maxOverMean: present(value) } }))
    expect(json.skew).toEqual({ by: 'arrivals', max_over_mean: null, hot: null, reason: 'bad_answer' })
  })

  it('names the baselines that were compared with, and not those that were only asked for', () => {
    expect(toTriageJson(RESULT).incident.baselines.map(({ name }) => name)).toEqual(['hour_before'])
    const nothing = { ...RESULT, evidence: { ...RESULT.evidence, readings: {} } }
    expect(toTriageJson(nothing).incident.baselines).toEqual([])
  })

  it('keeps a zero that was read', () => {
    const json = toTriageJson(resultWith({ skew: { by: 'arrivals', maxOverMean: present(0) } }))
    expect(json.skew.max_over_mean).toBe(0)
  })

  it('fits the schema, whatever was found', () => {
    fc.assert(
      fc.property(arbitraryResult, (result) => {
        const parsed: unknown = JSON.parse(stringifyTriage(toTriageJson(result)))
        expect(isTriage(parsed) ? [] : isTriage.errors).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('prints nothing that a terminal obeys, and parses to the same value', () => {
    fc.assert(
      fc.property(arbitraryResult, (result) => {
        const json = toTriageJson(result)
        const text = stringifyTriage(json)
        expect(text).not.toMatch(TERMINAL_CONTROLS)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(json)))
      }),
      { numRuns: 100 },
    )
  })
})

describe('TRIAGE_SCHEMA', () => {
  const json = toTriageJson(RESULT)
  it.each([
    ['a number as text', { ...json, took_ms: '412' }],
    ['a field too much', { ...json, extra: 1 }],
    ['an unknown cause', { ...json, headline: { ...json.headline, cause: 'gremlins' } }],
    ['an unknown reason', { ...json, skew: { ...json.skew, reason: 'lazy' } }],
    ['a missing field', { ...json, queries: undefined }],
    ['a stage that is missing', { ...json, stages: { ...json.stages, queue: undefined } }],
  ])('refuses %s', (_, value) => {
    expect(isTriage(JSON.parse(JSON.stringify(value)))).toBe(false)
  })

  it('takes every reason there is', () => {
    const http = resultWith({ skew: { ...DIAGNOSIS.skew, maxOverMean: absent('http_429') } })
    expect(isTriage(toTriageJson(http))).toBe(true)
  })
})

function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text))
}
