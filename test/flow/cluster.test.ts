import { appendFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadClusters } from '../../src/config/load.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { openCluster } from '../../src/flow/cluster.ts'
import { aFile } from '../clients/scan/logs.ts'

const LINE = 'INFO:     10.0.0.7:4711 - "POST /v1/completions HTTP/1.1" 200 OK\n'

describe('openCluster', () => {
  it('follows access logs once it is started, so that lines without a time have that of their reading', async () => {
    const log = aFile(LINE.repeat(3))
    const config = aFile(
      JSON.stringify({ clusters: [{ name: 'a', prometheus: { url: 'http://p' }, access_logs: [log] }] }),
      'whyslow.yml',
    )
    const [settings] = loadClusters(config, {}).clusters
    if (settings === undefined) throw new Error('no cluster')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const cluster = openCluster(settings)
    onTestFinished(() => cluster.close())
    const [source] = cluster.clientSources ?? []
    const began = Date.now() / 1000
    const read = async () => {
      const now = unixSeconds(Date.now() / 1000)
      const window = { start: unixSeconds(began), end: now }
      return source?.read({ window, top: 5, takenAt: now, deadline: new AbortController().signal })
    }
    expect(await read()).toMatchObject([{ status: 'absent', reason: 'no_samples' }])
    cluster.start()
    for (let look = 0; look < 60; look += 1) {
      appendFileSync(log, LINE)
      vi.advanceTimersByTime(5000)
      for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    }
    expect(await read()).toMatchObject([{ status: 'present', clients: [{ client: '10.0.0.7' }] }])
  })

  it.each([
    [
      'a format',
      { file: 'a.log', format: 'ngnix' },
      'cluster a: access_logs[1]: format "ngnix" is unknown; choose one of',
    ],
    [
      'lines',
      { loki: { url: 'http://l' }, query: '{app="x"}', lines: 'ngnix' },
      'cluster a: access_logs[1]: lines: ngnix is not',
    ],
  ])('names the place of %s that it does not know', (_, wrong, words) => {
    const clusters = [{ name: 'a', prometheus: { url: 'http://p' }, access_logs: ['a.log', wrong] }]
    const [settings] = loadClusters(aFile(JSON.stringify({ clusters }), 'whyslow.yml'), {}).clusters
    if (settings === undefined) throw new Error('no cluster')
    expect(() => openCluster(settings)).toThrow(words)
  })
})
