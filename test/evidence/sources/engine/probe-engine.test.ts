import { once } from 'node:events'
import { type ServerResponse, createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { seconds } from '../../../../src/domain/time.ts'
import { probeEngine, tryTcp } from '../../../../src/evidence/sources/engine/probe-engine.ts'
import { parsePlace } from '../../../../src/lib/http-connection.ts'
import { systemClock } from '../../../../src/lib/clock.ts'
import { openHttpPool } from '../../../../src/lib/http-pool.ts'

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Probes a server that answers every path so. */
async function probed(answer: (response: ServerResponse) => void): ReturnType<typeof probeEngine> {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const place = parsePlace(`http://127.0.0.1:${address.port}`)
  const pool = openHttpPool({ origin: place.origin, connections: 2 })
  closers.push(pool.close, () => {
    server.closeAllConnections()
    server.close()
  })
  const signal = new AbortController().signal
  const call = {
    pool,
    place,
    credentials: { headers: {}, secrets: [] },
    clock: systemClock,
    signal,
    limit: seconds(0.3),
  }
  return probeEngine(call, { tryConnect: tryTcp, why: '' })
}

/** Headers, and then a byte now and then for ever. */
function drip(status: number): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status).write(' ')
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
}

describe('probeEngine', () => {
  it.each([200, 404, 500])('is not clear about a server whose answers of %d begin and never end', async (status) => {
    expect(await probed(drip(status))).toMatchObject({
      kind: 'unclear',
      why: expect.stringMatching(/^\/health: an answer that does not end in time$/),
    })
  })

  it('takes one that accepts connections and says nothing for hung', async () => {
    expect(await probed(() => undefined)).toEqual({ kind: 'hung' })
  })
})
