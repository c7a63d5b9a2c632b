import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { howToRead } from '../../../src/clients/access-log-source.ts'
import { createWork } from '../../../src/clients/scan-thread.ts'
import type { Helpers } from '../../../src/clients/scan/helpers.ts'
import { HelperError } from '../../../src/clients/scan/helpers.ts'
import { type Scanned, scanFiles } from '../../../src/clients/scan/scan-files.ts'
import type { Spans } from '../../../src/clients/scan/counter.ts'
import { toReadings } from '../../../src/clients/scan/to-readings.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { NOON, aFile, uvicornLine } from './logs.ts'

const SPANS: Spans = {
  window: { start: unixSeconds(NOON), end: unixSeconds(NOON + 600) },
  baseline: { start: unixSeconds(NOON - 600), end: unixSeconds(NOON) },
}
const SETTINGS = { trusted: [], zoneName: 'UTC' }

interface Use {
  /** How often what a helper read was counted, and how often it was left. */
  taken: number
  left: number
}

/** Helpers in this thread, told and asked by copies as other threads are. */
function helpersHere(count: number, use: Use, isBroken = false): (spans: Spans) => Helpers {
  return (spans) => ({
    count,
    leastBytes: 0,
    prepare: () => undefined,
    close: () => Promise.resolve(),
    open: (job, options) => {
      const work = createWork(structuredClone(job), { ...SETTINGS, spans }, options)
      return {
        read: (range) => (isBroken ? Promise.reject(new HelperError('out of memory')) : work.read(range)),
        handOver: () => {
          use.taken++
          return Promise.resolve(structuredClone(work.handOver()))
        },
        leave: () => {
          use.left++
        },
      }
    },
  })
}

interface Reading {
  readonly chunkBytes: number
  readonly spans?: Spans
  readonly openHelpers?: (spans: Spans) => Helpers
}

function scan(path: string, { openHelpers, ...reading }: Reading): Promise<Scanned> {
  const { openHelpers: _, ...how } = howToRead({ trusted: [], zoneName: 'UTC', zone: () => 0 })
  return scanFiles({
    ...how,
    paths: [path],
    spans: {},
    takenAt: unixSeconds(NOON + 3600),
    ...reading,
    ...(openHelpers && { openHelpers }),
  })
}

/** All that is told of a scan, in its order. */
function told(scanned: Scanned, spans: Spans = {}): unknown {
  const { counts, understood, problems, beginsAt, bytes } = scanned
  return {
    readings: toReadings(scanned, { spans, takenAt: unixSeconds(NOON + 3600), top: 5, zoneName: 'UTC' }),
    understood: { ...understood, formats: [...understood.formats] },
    seen: counts.addresses.seen,
    problems,
    beginsAt,
    bytes,
  }
}

const client = fc.nat({ max: 12 }).map((host) => (host === 12 ? '2001:db8::7' : `10.0.0.${host}`))
const at = fc.integer({ min: NOON - 700, max: NOON + 700 })
const iso = (second: number): string => new Date(second * 1000).toISOString()
const uvicorn = fc.tuple(at, client).map(([second, host]) => uvicornLine(second, host))
/** A line of which each collector's piece stands for itself, another stream's between them. */
const inPieces = fc
  .tuple(at, client, uvicorn, fc.boolean())
  .map(
    ([second, host, between, isEnded]) =>
      `${iso(second)} stderr P INFO:     ${host}:4711 - "POST /v1/comp\n${between}${isEnded ? `${iso(second)} stderr F letions HTTP/1.1" 503 Service Unavailable\n` : ''}`,
  )
const clf = fc
  .tuple(client, fc.nat({ max: 59 }), fc.constantFrom(200, 499, 504), fc.nat({ max: 40_000 }))
  .map(
    ([host, second, status, milliseconds]) =>
      `${host} - - [29/Nov/2026:12:00:${String(second).padStart(2, '0')} +0000] "POST /v1/completions HTTP/1.1" ${status} 78 "-" "curl/8" 646 ${(milliseconds / 1000).toFixed(3)} [llm] [] 10.42.0.${host.length}:8000 83 0.033 ${status} a0\n`,
  )
const consumer = fc
  .tuple(at, client, fc.constantFrom('team-a', 'team-b', '-'))
  .map(
    ([second, host, name]) =>
      `{"time":"${iso(second)}","remote_addr":"${host}","consumer":"${name}","method":"POST","uri":"/v1/completions","status":200,"prompt_tokens":17}\n`,
  )
const other = fc.constantFrom(
  'nobody knows this line\n',
  'Traceback (most recent call last):\n',
  '\n',
  '\0\0\0\0\0\0\0',
  `${'x'.repeat(3000)}\n`,
  `${iso(NOON)} stdout F INFO 11-29 12:00:00 [loggers.py:116] Engine 000: Avg prompt throughput: 1.0 tokens/s\n`,
  `${iso(NOON)} stdout F what is this\n`,
)
/** Stretches of lines of one kind: the longer ones change how a text is read. */
const stretch = fc.oneof(
  ...[uvicorn, uvicorn, clf, consumer, inPieces, other].map((line) =>
    fc
      .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 50 }))
      .map(([lines, times]) => lines.join('').repeat(times)),
  ),
)
const text = fc
  .tuple(fc.array(stretch, { minLength: 1, maxLength: 6 }), fc.constantFrom('', 'the last line'))
  .map(([parts, end]) => parts.join('') + end)

describe('scanRanges', () => {
  it('says of any text what one reader says of it, wherever it is cut', async () => {
    const use: Use = { taken: 0, left: 0 }
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(512, 3000, 8192, 20_000),
        fc.integer({ min: 1, max: 4 }),
        async (content, chunkBytes, count) => {
          const path = aFile(content)
          for (const spans of [{}, SPANS]) {
            const one = await scan(path, { chunkBytes, spans })
            const many = await scan(path, { chunkBytes, spans, openHelpers: helpersHere(count, use) })
            expect(told(many, spans)).toEqual(told(one, spans))
          }
        },
      ),
      { numRuns: 25 },
    )
    expect(use.taken).toBeGreaterThan(15)
    expect(use.left).toBeGreaterThan(2)
  })

  it('counts no client too few nor more too many than it says where there are more than it can count', async () => {
    const path = aFile('')
    const clients = 300_000
    for (let from = 0; from < clients; from += 50_000) {
      const lines = Array.from({ length: 50_000 }, (_, index) => {
        const one = from + index
        const host = `10.${one >> 16}.${(one >> 8) & 255}.${one & 255}`
        return uvicornLine(NOON + 1 + (one % 500), host) + (one % 10 === 0 ? uvicornLine(NOON + 1, '192.0.2.1') : '')
      })
      appendFileSync(path, lines.join(''))
    }
    const use: Use = { taken: 0, left: 0 }
    const chunkBytes = 1024 * 1024
    const { counts, understood } = await scan(path, { chunkBytes, spans: SPANS, openHelpers: helpersHere(2, use) })
    expect(use).toEqual({ taken: 2, left: 0 })
    expect(understood.requests).toBe(clients * 1.1)
    const { tally, rows } = counts.addresses
    expect(tally.total(0, 'requests')).toBe(clients * 1.1)
    const wrong = Array.from({ length: tally.rows() - 1 }, (_, index) => index + 1).filter((row) => {
      const real = rows.nameOf(row) === '192.0.2.1' ? clients / 10 : 1
      const [counted, missed] = [tally.sum(row, 0, 'requests'), tally.missed(row, 0)]
      return counted > real || counted + missed < real || missed >= 30
    })
    expect(wrong).toEqual([])
    const heavy = rows.ofName('192.0.2.1')
    expect(tally.sum(heavy, 0, 'requests') + tally.missed(heavy, 0)).toBe(clients / 10)
  })

  it('reads on by itself where a helper fails', async () => {
    const path = aFile(Array.from({ length: 900 }, (_, index) => uvicornLine(NOON + index, '10.0.0.1')).join(''))
    const use: Use = { taken: 0, left: 0 }
    const chunkBytes = 4096
    const many = await scan(path, { chunkBytes, openHelpers: helpersHere(3, use, true) })
    expect(told(many)).toEqual(told(await scan(path, { chunkBytes })))
    expect(use).toEqual({ taken: 0, left: 3 })
  })
})
