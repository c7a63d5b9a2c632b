import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { seconds, unixSeconds } from '../../../../src/domain/time.ts'
import { createEngineSource } from '../../../../src/evidence/sources/engine/create-source.ts'
import { systemClock } from '../../../../src/lib/clock.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import { freePort } from '../../../support/free-port.ts'
import { aPage } from './a-page.ts'

/** Over loopback; `undefined` never answers. */
async function served(body: string | undefined): Promise<string> {
  const server = createServer((_request, response) => {
    if (body !== undefined) response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

describe('createEngineSource over real sockets', () => {
  it('hears of those that answer before the one that hangs, and tells it from one that is dead', async () => {
    const urls = [await served(undefined), await served(aPage()), `http://127.0.0.1:${await freePort()}`]
    const kinds: string[] = []
    const source = createEngineSource(
      { engines: urls.map((url) => ({ url, instance: url })), interval: seconds(15) },
      { onFinding: (kind) => kinds.push(kind) },
    )
    onTestFinished(source.close)
    const end = unixSeconds(systemClock.now())
    const { readings, report } = await source.gather({
      scope: { cluster: 'a' },
      window: { start: unixSeconds(end - 300), end },
      baselines: [],
      signals: SIGNALS,
      deadline: AbortSignal.timeout(20_000),
    })
    expect(kinds.indexOf('serving')).toBeLessThan(kinds.indexOf('hung'))
    expect(kinds.indexOf('dead')).toBeLessThan(kinds.indexOf('hung'))
    expect(report.notes.join('\n')).toMatch(/accepts connections, but answers nothing in time/)
    const serving = readings.find(({ signal }) => signal === 'serving')
    expect(serving).toMatchObject({ status: 'present', fleet: { value: 1 } })
  }, 30_000)
})
