import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../../../src/clients/scan/byte-table.ts'
import { type ClientRows, createClientRows } from '../../../src/clients/scan/client-rows.ts'
import { createFound } from '../../../src/clients/scan/found.ts'
import { type Tally, createTally } from '../../../src/clients/scan/tally.ts'

const found = createFound()

function sendRaw(
  rows: ClientRows,
  tally: Tally,
  { raw, span }: { readonly raw: string; readonly span: 0 | 1 },
): number {
  const bytes = new TextEncoder().encode(raw)
  found.keyStart = 0
  found.keyEnd = bytes.length
  found.keyHash = hashOf(bytes, 0, bytes.length)
  const row = rows.ofRaw(bytes, found)
  tally.add(row, span, found)
  tally.pairs.addMinute(row, span, 1)
  return row
}

describe('createClientRows', () => {
  it('gives one row to all names of a client, and the first to those that nobody can be named for', () => {
    const tally = createTally()
    const rows = createClientRows(tally, (raw) => (raw === 'x' ? undefined : raw.replace(/^::ffff:/u, '')))
    const row = sendRaw(rows, tally, { raw: '10.0.0.1', span: 0 })
    expect(sendRaw(rows, tally, { raw: '::ffff:10.0.0.1', span: 0 })).toBe(row)
    expect(rows.ofName('10.0.0.1')).toBe(row)
    expect(sendRaw(rows, tally, { raw: 'x', span: 0 })).toBe(0)
    expect(sendRaw(rows, tally, { raw: 'x', span: 0 })).toBe(0)
    expect(rows.ofName(undefined)).toBe(0)
    expect(rows.nameOf(row)).toBe('10.0.0.1')
    expect(tally.sum(row, 0, 'requests')).toBe(2)
  })

  it('is exact while they fit, and then never counts too few nor more too many than it says', () => {
    const client = fc.oneof(
      { weight: 1, arbitrary: fc.nat({ max: 5 }) },
      { weight: 2, arbitrary: fc.nat({ max: 100_000 }) },
    )
    const sent = fc.record({ id: client, span: fc.constantFrom<0 | 1>(0, 1) })
    fc.assert(
      fc.property(fc.array(sent, { minLength: 50, maxLength: 600 }), (all) => {
        const most = 32
        const tally = createTally(most)
        const rows = createClientRows(tally, (raw) => raw)
        const exact = new Map<string, [number, number]>()
        for (const { id, span } of all) {
          const raw = id % 2 === 0 ? `10.0.${id >> 8}.${id & 255}` : `client ${id}`
          sendRaw(rows, tally, { raw, span })
          const own = exact.get(raw) ?? [0, 0]
          own[span]++
          exact.set(raw, own)
        }
        for (const span of [0, 1] as const) {
          expect(tally.total(span, 'requests')).toBe(all.filter((one) => one.span === span).length)
          for (let row = 1; row < tally.rows(); row++) {
            const counted = tally.sum(row, span, 'requests')
            const missed = tally.missed(row, span)
            const real = exact.get(rows.nameOf(row))?.[span] ?? NaN
            expect(counted + missed).toBeGreaterThanOrEqual(real)
            expect(counted).toBeLessThanOrEqual(real)
            if (exact.size < most) expect(missed).toBe(0)
          }
        }
        expect(tally.rows()).toBeLessThanOrEqual(most)
      }),
      { numRuns: 300 },
    )
  })

  it('keeps who sends much among a million who send once', () => {
    const tally = createTally(1024)
    const rows = createClientRows(tally, (raw) => raw)
    for (let index = 0; index < 200_000; index++) {
      sendRaw(rows, tally, { raw: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, span: 0 })
      if (index % 20 === 0) sendRaw(rows, tally, { raw: 'heavy', span: 0 })
    }
    const row = rows.ofName('heavy')
    expect(tally.sum(row, 0, 'requests') + tally.missed(row, 0)).toBeGreaterThanOrEqual(10_000)
    expect(tally.missed(row, 0)).toBeLessThanOrEqual(1)
    // Of the last one that came the error is the largest: about all requests by the number of rows.
    expect(tally.missed(tally.rows() - 1, 0)).toBeLessThan((2 * 210_000) / 1024)
    const minutes: number[] = []
    tally.pairs.minutes.each(({ first, count }) => {
      if (first === row) minutes.push(count)
    })
    expect(minutes).toEqual([tally.sum(row, 0, 'requests')])
  })
})
