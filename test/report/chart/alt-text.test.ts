import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../../src/domain/time.ts'
import { chartAltText, chartSpan } from '../../../src/report/chart/alt-text.ts'
import { RESULT } from '../worked-incident.ts'
import { aHistory } from './histories.ts'

const HISTORY = aHistory(RESULT, ['10.0.1.22:8000', '10.0.1.21:8000'])

describe('chartAltText', () => {
  it('says what was concluded, each line in numbers, and what is marked', () => {
    const text = chartAltText(RESULT, HISTORY)
    expect(text.split('\n')).toEqual([
      `prod · qwen2.5-7b, 13:42–14:08 UTC. ${RESULT.diagnosis.headline.title}`,
      expect.stringMatching(/^Latency by stage \(mean\): queue 6\.\d s \(hour before 50 ms\), prefill /),
      expect.stringMatching(/^Requests waiting, by instance: 10\.0\.1\.22:8000 12\d \(hour before 1\), /),
      expect.stringMatching(/^Requests arriving per second, by instance: /),
      'Marked: alert 14:02; 14:01 config: balancer: least_conn → ip_hash.',
    ])
  })

  it('says of what was not read that it was not, and of the end when it was', () => {
    const endsAt = unixSeconds((RESULT.incident.startsAt ?? 0) + 180)
    const text = chartAltText({ ...RESULT, endsAt }, { ...HISTORY, waiting: [], arrivals: [] })
    expect(text).toContain('Requests waiting, by instance: not read.')
    expect(text).toContain('Marked: alert 14:02; resolved 14:05;')
    expect(text).not.toMatch(/undefined|NaN/)
  })
})

it('chartSpan is the time that is drawn', () => {
  expect(chartSpan(RESULT, HISTORY)).toBe('13:42–14:08 UTC')
})
