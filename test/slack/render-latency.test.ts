import fc from 'fast-check'
import { expect, it } from 'vitest'
import { present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { columnsOf } from '../../src/report/columns.ts'
import { PHONE, narrowTable, tail } from '../../src/slack/render-phone.ts'
import { renderLatency } from '../../src/slack/render-latency.ts'
import { renderSkew } from '../../src/slack/render-skew.ts'
import { AT_WORK, anEvidence, onEach } from '../support/evidence.ts'
import { aResult } from '../support/incident.ts'
import { textOf } from './text-of.ts'

const skewed = aResult(
  anEvidence({
    ...AT_WORK,
    arrivals: { now: 1500, rows: { a: 110, b: 1170, c: 110, d: 110 } },
    waiting: { now: 41, rows: { ...onEach(0), b: 41 } },
    queue_time: { now: 5.8, before: 0.054, rows: { ...onEach(0.1), b: 7.5 } },
    e2e_time: { now: 14.3, before: 8.5 },
    kv_usage: { now: 0.54, before: 0.4, rows: { ...onEach(0.4), b: 0.96 } },
  }),
)

const stages = ['vllm-qwen-7b-6f9d8c7b5d-x2x9k.llm.svc.cluster.local:8000', '10.0.1.22:8000'].map(
  (instance, index) => ({
    key: { instance },
    queue: present(8 * index),
    prefill: present(0.4),
    decode: present(2.1),
    e2e: present(2.5 + 8 * index),
  }),
)

it('says the budget by stage and by instance, the slowest first', async () => {
  await expect(`${textOf(renderLatency(skewed, stages, inEnglish))}\n`).toMatchFileSnapshot('latency.txt')
})

it('says what each instance gets, the fullest first', async () => {
  await expect(`${textOf(renderSkew(skewed, inEnglish))}\n`).toMatchFileSnapshot('skew.txt')
})

it('keeps every table to what a phone shows', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 80 })), fc.string(), (names, cell) => {
      const table = narrowTable(
        ['a', 'b', 'c'],
        names.map((name) => ({ name, cells: [cell, name, ''] })),
      )
      expect(Math.max(...table.map(columnsOf))).toBeLessThanOrEqual(PHONE)
    }),
  )
})

it('cuts a name at its front, by whole characters', () => {
  expect(tail('vllm-qwen-x2x9k:8000', 11)).toBe('…x2x9k:8000')
  expect(tail('short', 11)).toBe('short')
  expect(tail('😀😀😀', 5)).toBe('…😀😀')
})
