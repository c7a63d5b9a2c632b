import { describe, expect, it } from 'vitest'
import { howToRead } from '../../src/clients/access-log-source.ts'
import { openScanThreads } from '../../src/clients/scan-threads.ts'
import { type Helpers, HelperError } from '../../src/clients/scan/helpers.ts'
import { type Scanned, scanFiles } from '../../src/clients/scan/scan-files.ts'
import { parseNetwork } from '../../src/lib/ip.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { NOON, aFile, requestsOf } from './scan/logs.ts'

const CHUNK_BYTES = 16 * 1024

/** Behind a proxy that is trusted, and times without a zone. */
const LINES = Array.from({ length: 2000 }, (_, index) => {
  const second = String(index % 60).padStart(2, '0')
  return `{"time_local":"2026-11-29 13:00:${second}","remote_addr":"10.0.0.1","http_x_forwarded_for":"192.0.2.${index % 7}","request":"POST /v1/completions HTTP/1.1","status":200,"request_time":0.1}\n`
}).join('')

function scan(path: string, open: boolean | ((helpers: Helpers) => Helpers), deadline?: AbortSignal): Promise<Scanned> {
  const trusted = ['10.0.0.0/8'].map(parseNetwork).filter((network) => network !== undefined)
  const zoneName = 'Europe/Berlin'
  const { openHelpers: _, ...how } = howToRead({ trusted, zoneName, zone: () => 3600 })
  const openHelpers = (): Helpers => {
    const helpers = openScanThreads({ spans: {}, trusted: ['10.0.0.0/8'], zoneName }, { count: 2, leastBytes: 0 })
    return typeof open === 'boolean' ? helpers : open(helpers)
  }
  return scanFiles({
    ...how,
    paths: [path],
    spans: {},
    takenAt: unixSeconds(NOON),
    chunkBytes: CHUNK_BYTES,
    ...(open !== false && { openHelpers }),
    ...(deadline && { deadline }),
  })
}

describe('openScanThreads', () => {
  it('reads parts of a file in threads, by the same rules', async () => {
    const path = aFile(LINES)
    let handedOver = 0
    let bytes = 0
    const many = await scan(path, (helpers) => ({
      ...helpers,
      open: (job, options) => {
        const onBytes = (more: number): void => void (bytes += more)
        const helper = helpers.open(job, { ...options, onBytes })
        const handOver = (): ReturnType<typeof helper.handOver> => {
          handedOver++
          return helper.handOver()
        }
        return { ...helper, handOver }
      },
    }))
    const one = await scan(path, false)
    expect(handedOver).toBe(2)
    expect(bytes).toBeGreaterThan(LINES.length / 2)
    expect(requestsOf(many)).toEqual(requestsOf(one))
    expect(requestsOf(many)['192.0.2.3']).toEqual([286, 0])
    expect(many.counts.addresses.seen).toEqual(one.counts.addresses.seen)
    expect(many.counts.addresses.tally.total(0, 'busy')).toBe(200)
    expect(many.understood).toEqual(one.understood)
  })

  it('stops its threads when the time is over', async () => {
    const scanned = await scan(aFile(LINES), true, AbortSignal.abort())
    expect(scanned).toMatchObject({ isPartial: true, problems: [{ isUnread: true }] })
  })

  it('says in one line what ended a thread', async () => {
    const helpers = openScanThreads({ spans: {}, trusted: [], zoneName: 'UTC' }, { count: 1 })
    const learnt = { found: [], formats: ['no such format'], detection: NOTHING }
    const part = { from: 0, to: 100 }
    const job = { fd: -1, size: 100, part, chunkBytes: 1024, reference: unixSeconds(NOON), learnt }
    const reading = helpers.open(job, {}).read(part)
    await expect(reading).rejects.toThrow(
      new HelperError('a thread that read a part of it failed: no format no such format'),
    )
    const broken = { ...job, learnt: { ...learnt, formats: [] } }
    expect(await helpers.open(broken, {}).read(part)).toMatchObject({ bytes: 0, stopped: expect.any(String) })
    await helpers.close()
  })
})

const NOTHING = { accessLines: 0, broken: 0, other: 0, unknown: 0, confidence: 0 }
