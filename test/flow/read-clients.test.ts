import { describe, expect, it } from 'vitest'
import type { ClientSource } from '../../src/clients/client-source.ts'
import type { ClientReading, ClientsRequest } from '../../src/domain/clients.ts'
import { minutes } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import { readClients } from '../../src/flow/read-clients.ts'
import { aReading } from '../clients/merge/readings.ts'
import { END } from '../support/evidence.ts'

const WINDOW = windowEnding(END, minutes(5))
const ASKED = { window: WINDOW, baselines: baselinesOf(WINDOW, WINDOW.start), takenAt: END, deadlineSeconds: 0.3 }
const READING = aReading({ a: [{ requests: 5 }] })

function aSource(name: string, read: (request: ClientsRequest) => Promise<readonly ClientReading[]>): ClientSource {
  return { name, read, close: () => Promise.resolve() }
}

describe('readClients', () => {
  it('asks of the window with the quiet hour, and of a time that begins before the trouble', async () => {
    const requests: ClientsRequest[] = []
    const source = aSource('log', (request) => {
      requests.push(request)
      return Promise.resolve([READING])
    })
    const { readings, lead } = await readClients([source], ASKED)
    expect([readings, lead]).toEqual([[READING], [READING]])
    const [hour] = ASKED.baselines
    expect(requests[0]).toMatchObject({
      window: WINDOW,
      baseline: { start: hour?.start, end: hour?.end },
      takenAt: END,
    })
    expect(requests[1]?.window).toEqual({ start: (hour?.end ?? 0) - 300, end: END })
    expect(requests[1]).not.toHaveProperty('baseline')
  })

  it('waits for nobody beyond the deadline: who is late, breaks or throws is absent with its reason', async () => {
    const never = aSource('slow store', () => new Promise(() => undefined))
    const broken = aSource('broken', () => Promise.reject(new Error('s3cr3t')))
    const thrown = aSource('thrown', () => {
      throw new Error('s3cr3t')
    })
    const began = performance.now()
    const { readings } = await readClients(
      [never, broken, thrown, aSource('log', () => Promise.resolve([READING]))],
      ASKED,
    )
    expect(performance.now() - began).toBeLessThan(3000)
    expect(readings).toEqual([
      { status: 'absent', source: 'slow store', reason: 'timeout' },
      { status: 'absent', source: 'broken', reason: 'bad_answer' },
      { status: 'absent', source: 'thrown', reason: 'bad_answer' },
      READING,
    ])
  })
})
