import { describe, expect, it } from 'vitest'
import { LONGEST_LINE, createExpositionReader } from '../../src/exposition/reader.ts'
import { readAll } from './read-all.ts'

describe('createExpositionReader', () => {
  it('reads the classic format', () => {
    const { samples, summary } = readAll(
      '# HELP up Whether it is up.\n# TYPE up gauge\nup{a="b"} 1\n\n# a remark\nup{a="c"} NaN 1700000000000\n',
    )
    expect(samples).toEqual([
      { series: 'up{a="b"}', value: 1 },
      { series: 'up{a="c"}', value: NaN, time: 1_700_000_000_000 },
    ])
    expect(summary).toEqual({ kind: 'exposition', lines: 6, samples: 2, malformed: 0, isTruncated: false })
  })

  it('reads OpenMetrics, whose types go by other names than its samples', () => {
    const { samples, summary } = readAll(
      '# TYPE vllm:x counter\n# UNIT vllm:x seconds\nvllm_x_total{a="b"} 3.0 1700000000.5 # {t="1"} 0.1\n# EOF\n',
    )
    expect(samples).toEqual([{ series: 'vllm_x_total{a="b"}', value: 3, time: 1_700_000_000_500 }])
    expect(summary).toEqual({ kind: 'exposition', lines: 4, samples: 1, malformed: 0, isTruncated: false })
  })

  it('counts what it cannot read, with the first one’s number and reason', () => {
    const { samples, malformed, summary } = readAll('up 1\nup{...} 1\n\nup one\nup 2\n')
    expect(samples.map(({ value }) => value)).toEqual([1, 2])
    expect(malformed).toEqual([
      { line: 2, reason: 'a label without a name' },
      { line: 4, reason: 'the value is no number' },
    ])
    expect(summary).toMatchObject({ lines: 5, malformed: 2, firstMalformed: malformed[0] })
  })

  it('gives a series that comes twice twice', () => {
    expect(readAll('up 1\nup 2\n').samples).toHaveLength(2)
  })

  it.each([
    ['a value', 'up 1\nvllm:x 12', 1],
    ['a label', 'up 1\nvllm:x{a="b', 1],
    ['a time', 'up 1\nvllm:x 12 17000', 1],
    ['a comment', 'up 1\n# HELP vllm:x Num', 1],
    ['its only line', 'vllm:x 12', 0],
    ['a keyword', 'up 1\n# EO', 1],
  ])('does not believe a body that is cut in %s', (_, body, samples) => {
    expect(readAll(body).summary).toMatchObject({ samples, malformed: 0, isTruncated: true })
  })

  it.each(['up 1\n', 'up 1\r\n', 'up 1\n# EOF', 'up 1\n# EOF\r', 'up 1\n  ', '', '\n'])(
    'takes %j for whole',
    (body) => {
      expect(readAll(body).summary.isTruncated).toBe(false)
    },
  )

  it.each([
    ['nothing', '', 'empty'],
    ['blanks', ' \r\n\n\t', 'empty'],
    ['a sample', 'up 1\n', 'exposition'],
    ['families without samples', '# HELP a b\n# TYPE a counter\n', 'exposition'],
    ['the end alone', '# EOF', 'exposition'],
    ['a byte order mark', '\uFEFFup 1\n', 'exposition'],
    ['a quoted name', '{"up"} 1\n', 'exposition'],
    ['a page', '<!DOCTYPE html>\n<pre>\nup 1\n</pre>', 'html'],
    ['a page behind a byte order mark', '\uFEFF\n <html>up 1\n', 'html'],
    ['a page of one long line', `<html>${'x'.repeat(LONGEST_LINE)}\nup 1\n`, 'html'],
    ['JSON', '{"status":"success","data":{"result":[]}}', 'other'],
    ['printed JSON', '{\n  "status": "success",\n  "value": [1, "2"]\n}\n', 'other'],
    ['a list', '[1, 2]\n', 'other'],
    ['words', 'upstream connect error or disconnect/reset before headers\n', 'other'],
    ['a remark', '# nothing here\n', 'other'],
    ['bytes', '\u001F\u008B\b\0\0\0\0\n\0\0', 'other'],
  ])('tells the kind of a body of %s', (_, body, kind) => {
    const { summary } = readAll(body)
    expect(summary.kind).toBe(kind)
    expect(readAll(...Array.from(body)).summary).toEqual(summary)
    if (kind !== 'exposition') expect(summary.samples).toBe(0)
  })

  it('keeps no more of an endless line than it may be long', () => {
    const reader = createExpositionReader(() => undefined)
    reader.write('up 1\n')
    const piece = 'x'.repeat(1 << 16)
    const before = process.memoryUsage().heapUsed
    for (let count = 0; count < 4000; count++) reader.write(piece)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(64 << 20)
    reader.write('\nup 1\n')
    expect(reader.end()).toEqual({
      kind: 'exposition',
      lines: 3,
      samples: 2,
      malformed: 1,
      firstMalformed: { line: 2, reason: 'too long a line' },
      isTruncated: false,
    })
  })

  it.each([
    ['a sample behind too many blanks', `${' '.repeat(LONGEST_LINE + 9)}up 1\n`],
    ['a page behind too many blanks', `${' '.repeat(LONGEST_LINE + 9)}<html>\n`],
    ['too many blanks', `${' '.repeat(LONGEST_LINE + 9)}\n`],
    ['a keyword where a line gets too long', `${' '.repeat(LONGEST_LINE - 2)}# TYPE up gauge\n`],
    ['a remark just there', `${' '.repeat(LONGEST_LINE)}# TYPE up gauge\n`],
    ['a mark before the longest line', `\uFEFF${' '.repeat(LONGEST_LINE - 5)}up 1\n`],
  ])('reads %s the same in one piece or in two', (_, body) => {
    const whole = readAll(body)
    for (let cut = LONGEST_LINE - 4; cut < LONGEST_LINE + 9; cut++) {
      expect(readAll(body.slice(0, cut), body.slice(cut))).toEqual(whole)
    }
  })

  it('takes a long line for truncated when the body ends in it, and a long remark for a remark', () => {
    const remark = `# ${'x'.repeat(LONGEST_LINE)}\n`
    expect(readAll(remark, 'up 1\n').summary).toMatchObject({ lines: 2, samples: 1, malformed: 0 })
    expect(readAll('up 1\n', 'x'.repeat(LONGEST_LINE + 1)).summary).toMatchObject({ malformed: 1, isTruncated: true })
    expect(readAll(`up{a="${'x'.repeat(LONGEST_LINE - 10)}"} 1\n`).summary.samples).toBe(1)
  })
})
