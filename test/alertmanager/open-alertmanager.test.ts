import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AlertmanagerError, openAlertmanager } from '../../src/alertmanager/open-alertmanager.ts'
import { type Matcher, anyOfValues, equals } from '../../src/domain/matcher.ts'
import { earlier, minutes, later, unixSeconds } from '../../src/domain/time.ts'
import { describeWith } from '../support/needs.ts'
import { type RealServer, startAlertmanager } from '../support/real-servers.ts'

const HOSTILE = 'a"b\\c\nd{}=~|.+ é😀'

function wanted(matchers: readonly Matcher[]) {
  const startsAt = unixSeconds(Math.floor(Date.now() / 1000))
  return { matchers, startsAt, endsAt: later(startsAt, minutes(30)), createdBy: 'alice (whyslow)', comment: 'why' }
}

function opened(...urls: readonly string[]) {
  const alertmanager = openAlertmanager(urls.map((url) => ({ url })))
  onTestFinished(() => alertmanager.close())
  return alertmanager
}

/** A server that answers all with one status and body; tells what it was asked. */
async function aServer(status: number, body: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describeWith('alertmanager', 'a real Alertmanager', () => {
  let real: RealServer

  beforeAll(async () => {
    real = await startAlertmanager()
    const labels = [
      { alertname: 'VLLMTTFTHigh', model_name: 'qwen', note: HOSTILE },
      { alertname: 'VLLMQueueBacklog', model_name: 'qwen' },
      { alertname: 'Other' },
    ]
    const response = await fetch(`${real.baseUrl}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(labels.map((one) => ({ labels: one }))),
    })
    expect(response.status).toBe(200)
  }, 30_000)
  afterAll(() => real.stop())

  it.each<[string, readonly Matcher[], number]>([
    ['a name', [equals('alertname', 'Other')], 1],
    ['one of two names', [anyOfValues('alertname', ['VLLMTTFTHigh', 'VLLMQueueBacklog'])], 2],
    ['a hostile value', [equals('note', HOSTILE)], 1],
    ['hostile values as alternatives', [anyOfValues('note', [HOSTILE, 'x.*'])], 1],
    ['what is a pattern nowhere', [equals('model_name', '.+')], 0],
    ['two labels', [equals('alertname', 'VLLMTTFTHigh'), equals('model_name', 'qwen')], 1],
  ])('counts the alerts that have %s', async (_name, matchers, count) => {
    expect(await opened(real.baseUrl).activeAlerts(matchers)).toHaveLength(count)
  })

  it('makes a silence, which takes its alerts out, lists and ends it', async () => {
    const alertmanager = opened(real.baseUrl)
    const matchers = [equals('note', HOSTILE), anyOfValues('alertname', ['VLLMTTFTHigh', 'a|b'])]
    const id = await alertmanager.silence(wanted(matchers))
    expect(await alertmanager.activeAlerts(matchers)).toEqual([])
    expect(await alertmanager.firing(['VLLMTTFTHigh', 'a|b'])).toMatchObject([{ alertname: 'VLLMTTFTHigh' }])
    expect(await opened(real.baseUrl, 'http://127.0.0.1:1').firing(['Other'])).toEqual([{ alertname: 'Other' }])
    await expect(opened('http://127.0.0.1:1').firing(['Other'])).rejects.toThrow(/^Alertmanager does not answer: /)
    const found = (await alertmanager.silences()).find((silence) => silence.id === id)
    expect(found).toMatchObject({ state: 'active', matchers: expect.arrayContaining(matchers), comment: 'why' })
    await alertmanager.expire(id)
    expect(await alertmanager.activeAlerts(matchers)).toHaveLength(1)
    expect((await alertmanager.silences()).find((silence) => silence.id === id)?.state).toBe('expired')
  })

  it('says what Alertmanager does not like', async () => {
    const alertmanager = opened(real.baseUrl)
    const silence = wanted([equals('a', 'b')])
    await expect(alertmanager.silence({ ...silence, endsAt: earlier(silence.startsAt, minutes(9)) })).rejects.toThrow(
      /refused it \(HTTP 4\d\d\): .*time/u,
    )
    await expect(alertmanager.expire('0bc2b8ab-1d76-4e5f-a0b1-8f1c8b6f2f5b')).rejects.toMatchObject({
      code: 'alertmanager_not_found',
    })
  })

  it('takes the first peer that answers', async () => {
    const broken = await aServer(503, 'busy')
    const alertmanager = opened('http://127.0.0.1:9', broken.url, real.baseUrl)
    const id = await alertmanager.silence(wanted([equals('alertname', 'Other')]))
    await alertmanager.expire(id)
    expect(broken.asked).toHaveLength(2)
  })

  it('ends a silence at the peer that knows of it', async () => {
    const behind = await aServer(404, '"silence not found"')
    const id = await opened(real.baseUrl).silence(wanted([equals('alertname', 'Other')]))
    await opened(behind.url, real.baseUrl).expire(id)
  })
})

describe('what nobody should silence', () => {
  it.each<[readonly Matcher[]]>([
    [[]],
    [[{ name: 'alertname', op: '=~', value: '.+' }]],
    [[{ name: 'alertname', op: '=~', value: '(.*)' }]],
    [[{ name: 'alertname', op: '=~', value: '(' }]],
    [[{ name: 'alertname', op: '!=', value: 'Watchdog' }]],
    [[equals('team', '')]],
  ])('%j is refused without asking', async (matchers) => {
    const server = await aServer(200, '{"silenceID":"x"}')
    await expect(opened(server.url).silence(wanted(matchers))).rejects.toMatchObject({ code: 'alertmanager_too_wide' })
    expect(server.asked).toEqual([])
  })
})

describe('an Alertmanager that does not answer as it should', () => {
  it.each([
    [200, '<html>', 'what answers there is no Alertmanager'],
    [200, '{}', 'what answers there is no Alertmanager'],
    [401, '', 'lets whyslow not in (HTTP 401)'],
    [422, '{"code":602,"message":"comment in body is required"}', 'comment in body is required'],
    [503, '<html>', 'does not answer: HTTP 503'],
  ])('%i %s: %s', async (status, body, message) => {
    const { url } = await aServer(status, body)
    await expect(opened(url).silence(wanted([equals('a', 'b')]))).rejects.toThrow(AlertmanagerError)
    await expect(opened(url).activeAlerts([equals('a', 'b')])).rejects.toThrow(message)
  })

  it('that is down says so in one line', async () => {
    await expect(opened('http://127.0.0.1:9').silences()).rejects.toThrow(/^Alertmanager does not answer: [^\n]+$/u)
  })

  it('is not asked twice to make what it may have made', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => silent.closeAllConnections())
    const other = await aServer(200, '{"silenceID":"x"}')
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    await expect(opened(url, other.url).silence(wanted([equals('a', 'b')]))).rejects.toThrow('no answer in time')
    expect(other.asked).toEqual([])
  })

  it('keeps the path of its URL, and shows no secret', async () => {
    const { url, asked } = await aServer(200, '[]')
    const alertmanager = openAlertmanager([{ url: `${url}/am/`, bearerToken: 'hidden-token' }])
    onTestFinished(() => alertmanager.close())
    await alertmanager.silences()
    expect(asked).toEqual(['GET /am/api/v2/silences Bearer hidden-token'])
  })
})
