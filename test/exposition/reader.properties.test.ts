import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { parseSeries } from '../../src/exposition/parse-series.ts'

import { type PrintedSample, printSample } from './print.ts'
import { readAll } from './read-all.ts'
import { PAGES } from './pages.ts'

/** Any text but NUL, which no server writes and no reader here lets through. */
const TEXT = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
const NAME = fc.oneof(
  fc.constantFrom('up', 'vllm_x_total', 'le', '__proto__'),
  TEXT.filter((text) => text !== ''),
)
const TIME = fc.integer({ min: 1e11, max: 4e12 })

const SAMPLE: fc.Arbitrary<PrintedSample> = fc.record(
  {
    name: NAME,
    labels: fc.uniqueArray(fc.tuple(NAME, TEXT), { selector: ([key]) => key, maxLength: 5 }),
    value: fc.double(),
    time: TIME,
  },
  { requiredKeys: ['name', 'labels', 'value'] },
)

/** Bodies out of pieces that mean something to a reader. */
const PIECE = fc.oneof(
  fc.constantFrom('up', '{', '}', '"', '\\', ',', '=', ' ', '\t', '\r', '\n', '\0', '\uFEFF', '#', '# EOF', '<', '1'),
  fc.constantFrom('up 1\n', 'up{a="b"} NaN 1700000000\n', '# TYPE up gauge\n', '# {a="b"} 1', ' 1e400\n', '\uD800'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
const BODY = fc.array(PIECE, { maxLength: 40 }).map((pieces) => pieces.join(''))

describe('any samples', () => {
  it('are the same when they were printed and read', () => {
    fc.assert(
      fc.property(fc.array(SAMPLE), fc.constantFrom('classic', 'openmetrics'), (samples, format) => {
        const lines = samples.map((sample) => printSample(sample, format))
        const { samples: read, summary } = readAll(lines.map((line) => `${line}\n`).join(''))
        const understood = read.map(({ series, value, time }) => ({ ...parseSeries(series), value, time }))
        const meant = samples.map(({ name, labels, value, time }) => {
          return { name, labels: Object.fromEntries(labels), value, time }
        })
        return summary.malformed === 0 && isDeepStrictEqual(understood, meant)
      }),
    )
  })
})

describe('any body', () => {
  it('is read to its end, and every series it gave has a name', () => {
    fc.assert(
      fc.property(BODY, (body) => {
        const { samples, malformed, summary } = readAll(body)
        return (
          samples.every(({ series }) => parseSeries(series) !== undefined) &&
          summary.samples === samples.length &&
          summary.malformed === malformed.length &&
          samples.length + malformed.length <= summary.lines
        )
      }),
    )
  })

  it('gives the same wherever its chunks end', () => {
    fc.assert(
      fc.property(fc.oneof(BODY, fc.constantFrom(...PAGES)), fc.array(fc.nat()), (body, cuts) => {
        const ends = cuts.map((cut) => cut % (body.length + 1)).toSorted((one, other) => one - other)
        const chunks = [...ends, body.length].map((end, index) => body.slice(ends[index - 1] ?? 0, end))
        return isDeepStrictEqual(readAll(...chunks), readAll(body))
      }),
    )
  })

  it('gives no sample more when it is cut, and none that it did not have', () => {
    fc.assert(
      fc.property(fc.oneof(BODY, fc.constantFrom(...PAGES)), fc.nat(), (body, cut) => {
        const whole = readAll(body).samples
        const part = readAll(body.slice(0, cut % (body.length + 1))).samples
        return isDeepStrictEqual(part, whole.slice(0, part.length))
      }),
    )
  })
})
