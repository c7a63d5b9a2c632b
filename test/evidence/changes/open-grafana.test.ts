import { createServer } from 'node:http'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unixSeconds } from '../../../src/domain/time.ts'
import { type GrafanaConfig, openGrafana } from '../../../src/evidence/changes/open-grafana.ts'

const AT = unixSeconds(1_796_000_000)
const HOUR = { start: unixSeconds(AT - 3600), end: AT }

interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: string
  readonly authorization: string | undefined
}

/** Answers as Grafana does: annotations are looked for by time and by any of the tags, and a token is needed. */
async function aGrafana(annotations: unknown, status = 200) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { method = '', headers } = request
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://grafana')
      asked.push({ method, url, body, authorization: headers.authorization })
      const answer = method === 'POST' ? { message: 'Annotation added', id: 7 } : annotations
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const open = (more: Partial<GrafanaConfig> = {}, query = '') => {
    const grafana = openGrafana({
      url: `http://127.0.0.1:${port}/grafana${query}`,
      tags: ['deploy', 'config'],
      ...more,
    })
    onTestFinished(() => grafana.close())
    return grafana
  }
  return { asked, open }
}

describe("a Grafana's annotations", () => {
  it('are asked for by time in milliseconds and by any of the tags', async () => {
    const { asked, open } = await aGrafana([])
    expect(await open({ bearerToken: 'glsa_secret' }).changesIn(HOUR)).toEqual({ changes: [], isCut: false })
    expect(asked.map(({ method, url, authorization }) => [method, url.pathname, authorization])).toEqual([
      ['GET', '/grafana/api/annotations', 'Bearer glsa_secret'],
    ])
    const form = asked[0]?.url.searchParams
    expect([form?.get('from'), form?.get('to'), form?.getAll('tags'), form?.get('matchAny')]).toEqual([
      '1795996400000',
      '1796000000000',
      ['deploy', 'config'],
      'true',
    ])
  })

  it('become changes, the oldest first, without markup and without those that whyslow wrote', async () => {
    const { open } = await aGrafana([
      { id: 3, time: 1_795_999_000_000, text: '<b>vllm</b> 0.11.0\nto prod', tags: ['deploy'], dashboardUID: null },
      { id: 2, time: 1_795_998_000_000, text: '', tags: ['config', 'prod'] },
      { id: 1, time: 1_795_997_000_000, text: 'queue.skew', tags: ['whyslow', 'deploy'] },
      { id: 0, time: 1_795_996_900_000, text: 'switch', tags: null },
    ])
    expect((await open().changesIn(HOUR)).changes).toEqual([
      { at: 1_795_996_900, kind: 'other', text: 'switch', source: 'grafana', instances: [] },
      { at: 1_795_998_000, kind: 'config', text: 'config, prod', source: 'grafana', instances: [] },
      { at: 1_795_999_000, kind: 'deploy', text: 'vllm 0.11.0 to prod', source: 'grafana', instances: [] },
    ])
  })

  it('are of the time that was asked for, and no more than were asked for, whatever is answered', async () => {
    const at = (time: number) => ({ time, text: `${time}`, tags: ['deploy'] })
    const absurd = [1e300, -1, 8.7e15, 1_795_996_399_999, 1_796_000_000_001].map(at)
    const { open } = await aGrafana([...absurd, at(1_795_996_400_000), at(1_796_000_000_000)])
    expect((await open().changesIn(HOUR)).changes.map((change) => change.at)).toEqual([1_795_996_400, 1_796_000_000])
    const endless = Array.from({ length: 5000 }, (_, index) => at(1_795_997_000_000 + index * 100))
    const { changes, isCut } = await (await aGrafana(endless)).open().changesIn(HOUR)
    expect([changes.length, changes.at(-1)?.at, isCut]).toEqual([100, 1_795_997_499.9, true])
  })

  it.each([
    ['<a href="x" target=_blank>run 7</a>', 'run 7'],
    ['p99 <b>up</b><br/>', 'p99 up'],
    ['batch < 8 and > 4', 'batch < 8 and > 4'],
    ['kubectl set image <deployment>', 'kubectl set image <deployment>'],
  ])('lose their markup and nothing else: %s', async (text, shown) => {
    const { open } = await aGrafana([{ time: 1_795_999_000_000, text, tags: ['deploy'] }])
    expect((await open().changesIn(HOUR)).changes.map((change) => change.text.replaceAll(/ +/gu, ' '))).toEqual([shown])
  })

  it.each([
    [['release'], 'deploy'],
    [['prod', 'deployment'], 'deploy'],
    [['release', 'config'], 'config'],
    [['prod'], 'other'],
  ])('that are tagged %s are of kind %s', async (tags, kind) => {
    const { open } = await aGrafana([{ time: 1_795_999_000_000, text: 'x', tags }])
    expect((await open().changesIn(HOUR)).changes).toMatchObject([{ kind }])
  })

  it('are asked for with what the url asks for', async () => {
    const { asked, open } = await aGrafana([])
    await open({}, '?orgId=2').changesIn(HOUR)
    expect(asked[0]?.url.searchParams.get('orgId')).toBe('2')
    expect(asked[0]?.url.searchParams.get('from')).toBe('1795996400000')
  })

  it.each<[string, unknown, number, RegExp]>([
    ['a wrong token', { message: 'Invalid API key' }, 401, /HTTP 401.*needs the role Viewer/u],
    ['a page that is none', '<html>login</html>', 200, /no list of annotations/u],
    ['another object', { message: 'x' }, 200, /no list of annotations/u],
    ['a wrong path', {}, 404, /is its url right/u],
    ['a failure', {}, 502, /HTTP 502/u],
  ])('that cannot be read, for %s, are said to be in one line', async (_, answer, status, message) => {
    const { open } = await aGrafana(answer, status)
    await expect(open({ bearerToken: 'glsa_secret' }).changesIn(HOUR)).rejects.toThrow(message)
    await expect(open({ bearerToken: 'glsa_secret' }).changesIn(HOUR)).rejects.not.toThrow(/glsa_secret|\n/u)
  })

  it('are not waited for long', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => server.close().closeAllConnections())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const grafana = openGrafana({ url: `http://127.0.0.1:${port}`, tags: ['deploy'] })
    onTestFinished(() => grafana.close())
    await expect(grafana.changesIn(HOUR)).rejects.toThrow()
  })

  it('are written as a region with tags by which whyslow knows them again', async () => {
    const { asked, open } = await aGrafana([])
    await open().annotate({ from: unixSeconds(AT - 600), to: AT, text: 'VLLMSlow: <b>x</b> & y', tags: ['queue.skew'] })
    expect(asked.map(({ method, url }) => [method, url.pathname])).toEqual([['POST', '/grafana/api/annotations']])
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
      time: 1_795_999_400_000,
      timeEnd: 1_796_000_000_000,
      tags: ['whyslow', 'queue.skew'],
      text: 'VLLMSlow: &lt;b&gt;x&lt;/b&gt; &amp; y',
    })
  })
})
