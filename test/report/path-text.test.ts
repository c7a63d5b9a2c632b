import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../src/domain/diagnosis.ts'
import { absent, present } from '../../src/domain/reading.ts'
import type { Measure } from '../../src/domain/reading.ts'
import { createPainter } from '../../src/report/painter.ts'
import { pathLines } from '../../src/report/path-text.ts'

function verdict(id: string, now: Measure): Verdict {
  const reading = { signal: id, title: id, now, unit: 'requests' as const, threshold: '> 0', query: id }
  return { id, ask: `Is it ${id}?`, answer: 'unknown', readings: [reading] }
}

const painted = (...path: readonly Verdict[]): readonly string[] => pathLines(path, 80, createPainter(false))

describe('the path', () => {
  it('counts the questions that nothing was read for, beside those that something was', () => {
    const lines = painted(verdict('a', present(1)), verdict('b', absent('timeout')), verdict('c', absent('timeout')))
    expect(lines.at(-1)).toBe('  ? 2 questions more: nothing was read that would answer')
  })

  it('says in one line where nothing at all was', () => {
    expect(painted(verdict('a', absent('unreachable')), verdict('b', absent('unreachable')))).toEqual([
      '  ? no question could be answered: nothing was read that would',
    ])
  })

  it('is none where nothing is to be asked', () => {
    expect(painted()).toEqual([])
  })
})
