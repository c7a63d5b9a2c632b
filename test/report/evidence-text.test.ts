import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { evidenceText } from '../../src/report/evidence-text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { AT_WORK, anEvidence } from '../support/evidence.ts'
import { arbitraryEvidence } from './arbitrary-result.ts'
import { TERMINAL_CONTROLS } from './terminal-controls.ts'

describe('evidenceText', () => {
  const sources = [{ source: 'prometheus', status: 'partial', queries: 3, notes: ['half of it'] }] as const
  const text = evidenceText(
    anEvidence({ ...AT_WORK, queue_time: { now: 5.8, before: 0.054, rows: { b: 7.5 } }, up: 'timeout' }, { sources }),
    SIGNALS,
    inEnglish,
  )

  it('has each number with its query', () => {
    expect(text).toContain(
      [
        'queue time, mean (queue_time): 5.8 s',
        '  hour_before: 54 ms',
        '  b: 7.5 s',
        '  read as vllm:queue_time from prometheus',
        '  query: sum(queue_time)',
        '  by instance: sum by (instance) (queue_time)',
      ].join('\n'),
    )
  })

  it('says of what is absent why it is, never that it is zero', () => {
    expect(text).toContain('instances up (up): timeout')
    expect(text).toContain('Source prometheus: partial; half of it')
  })

  it('leaves no signal out', () => {
    for (const { id } of SIGNALS) expect(text).toContain(`(${id})`)
  })

  it('tells of no more rows than a person reads, and how many more there are', () => {
    const rows = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`i${index}`, index]))
    const long = evidenceText(anEvidence({ waiting: { now: 1, rows } }), SIGNALS, inEnglish)
    expect(long).toContain('… and 950 more')
    expect(long.split('\n').length).toBeLessThan(400)
  })

  it('keeps to one line a fact, whatever the outside says', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        expect(evidenceText(evidence, SIGNALS, inEnglish).replaceAll('\n', '')).not.toMatch(TERMINAL_CONTROLS)
      }),
    )
  })
})
