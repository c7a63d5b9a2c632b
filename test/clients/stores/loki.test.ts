import { describe, expect, it } from 'vitest'
import { seconds } from '../../../src/domain/time.ts'
import { type LokiClientsSettings, createLokiClients } from '../../../src/clients/stores/loki.ts'
import { fakeLoki } from '../../support/fake-loki.ts'
import { SPREAD_OUT, STORY, WINDOW, envoyLine, ingressLine, spread, uvicornLine } from '../../support/gateway-log.ts'
import { itCountsWhatWasRefusedAndWhoSpeaks } from './count-limits.ts'
import { type ReadStore, type Reply, present, readStore } from './read-store.ts'

const VLLM = [{ name: 'app', op: '=', value: 'vllm' }] as const
function read(reply: Reply, settings: Partial<LokiClientsSettings> = {}, top = 5): Promise<ReadStore> {
  const selector = [{ name: 'app', op: '=', value: 'ingress-nginx' }] as const
  return readStore(reply, (url) => createLokiClients({ url, selector, lines: 'ingress-nginx', ...settings }), top)
}

describe('createLokiClients', () => {
  it('has it count to which instances the clients went, and leaves out what a limit refused', async () => {
    const { clients, total, notes } = present((await read(fakeLoki(SPREAD_OUT.map(ingressLine)))).reading)
    expect(clients).toMatchObject([
      {
        client: '10.9.0.7',
        now: { requests: 54, failures: 4, limited: 500, upstreams: { '10.0.0.4:8000': 40, '10.0.0.5:8000': 10 } },
      },
    ])
    expect(total.now).toMatchObject({ requests: 54, limited: 500 })
    expect(clients[0]?.byMinute?.reduce((sum, one) => sum + one, 0)).toBe(54)
    expect(notes.join()).not.toContain('which instance')
    const uvicorn = SPREAD_OUT.map(uvicornLine)
    const blind = present((await read(fakeLoki(uvicorn), { lines: 'uvicorn', selector: VLLM })).reading)
    expect(blind.clients[0]?.now).not.toHaveProperty('upstreams')
    expect(blind.notes).toContain('its lines do not tell which instance was asked: name the field for upstream')
  })

  it('has Loki count who asked for inference, in the window and before, and tells when', async () => {
    const { reading, requests } = await read(fakeLoki(STORY.map(ingressLine)))
    const { clients, total, unattributed, identity, isPartial } = present(reading)
    expect(identity).toBe('address')
    expect(clients).toMatchObject([
      {
        client: '10.9.0.7',
        now: { requests: 69, failures: 9, requestBytes: 69 * 90_000, busySeconds: 60 * 20 + 6 * 60 + 3 * 30 },
        before: { requests: 4, failures: 0, requestBytes: 4000, busySeconds: 8 },
      },
      { client: '10.1.0.2', now: { requests: 40 }, before: { requests: 40 } },
    ])
    expect(clients[1]?.byMinute).toEqual(Array.from({ length: 10 }, () => 4))
    expect(total).toMatchObject({ now: { requests: 114, failures: 9 }, before: { requests: 44 } })
    expect(unattributed).toMatchObject({ now: { requests: 5 }, before: { requests: 0 } })
    expect(isPartial).toBe(false)
    // No question brings lines.
    expect(requests.every(({ form }) => /^(?:topk|sum|count by)/.test(form.get('query') ?? ''))).toBe(true)
  })

  it('takes the port off an address, or each connection would be a client', async () => {
    const lines = STORY.filter(({ client }) => client !== '-').map(uvicornLine)
    const selector = [{ name: 'app', op: '=~', value: 'vllm|sglang' }] as const
    const { clients, total } = present((await read(fakeLoki(lines), { lines: 'uvicorn', selector })).reading)
    expect(clients.map(({ client, now }) => [client, now.requests])).toEqual([
      ['10.9.0.7', 69],
      ['10.1.0.2', 40],
    ])
    expect(total.now.requests).toBe(109)
  })

  it('adds up tokens where lines have them', async () => {
    const selector = [{ name: 'app', op: '=', value: 'envoy' }] as const
    const settings = { lines: 'envoy-ai-gateway', selector } as const
    const { clients, unattributed } = present((await read(fakeLoki(STORY.map(envoyLine)), settings)).reading)
    expect(clients[0]).toMatchObject({
      client: '10.9.0.7',
      now: { requests: 69, promptTokens: (60 * 90_000) / 4, outputTokens: 6000, busySeconds: 1650 },
    })
    expect(unattributed.now).toMatchObject({ requests: 5, promptTokens: 125 })
  })

  it('asks in parts where the clients are more than Loki tells, and misses none', async () => {
    const crowd = Array.from({ length: 900 }, (_, index) => ({
      at: WINDOW.end - 5,
      client: `10.2.${index >> 8}.${index & 255}`,
    }))
    const { reading } = await read(fakeLoki([...STORY, ...crowd].map(ingressLine)), {}, 3)
    const { clients, total, isPartial } = present(reading)
    expect(clients.slice(0, 2)).toMatchObject([
      { client: '10.9.0.7', now: { requests: 69 }, before: { requests: 4 } },
      { client: '10.1.0.2', now: { requests: 40 } },
    ])
    expect(total.now.requests).toBe(1014)
    expect(isPartial).toBe(false)
  })

  it('says that not all could be counted where even the parts are too large, with the sum still true', async () => {
    const crowd = Array.from({ length: 200 }, (_, index) => ({ at: WINDOW.end - 5, client: `host${index}0` }))
    const { reading } = await read(fakeLoki([...STORY, ...crowd].map(ingressLine), { mostSeries: 50 }), {}, 3)
    const { total, isPartial, notes } = present(reading)
    expect(isPartial).toBe(true)
    expect(notes).toContain('not every client could be counted: there are more than the store tells')
    expect(total.now.requests).toBe(314)
  })

  it('counts exactly before what a crowd hid there', async () => {
    const crowd = spread(420, { start: WINDOW.start, end: WINDOW.end }, { client: '' }).flatMap(({ at }, index) => [
      { at: at - 1200, client: `10.3.${index >> 8}.${index & 255}`, bytes: 1 },
      { at: at - 1200, client: `10.3.${index >> 8}.${index & 255}`, bytes: 1 },
    ])
    const rare = [{ at: WINDOW.end - 1500, client: '10.8.8.8' }, ...spread(50, WINDOW, { client: '10.8.8.8' })]
    const { clients, total } = present(
      (await read(fakeLoki([...STORY, ...crowd, ...rare].map(ingressLine)), {}, 4)).reading,
    )
    expect(clients.find(({ client }) => client === '10.8.8.8')).toMatchObject({
      now: { requests: 50 },
      before: { requests: 1 },
    })
    expect(total.before?.requests).toBe(44 + 840 + 1)
  })

  it('escapes what it asks for', async () => {
    const strange = String.raw`a"} or vector(1) \ .*`
    const lines = spread(5, WINDOW, { client: strange }).map((asked) => ({
      ...envoyLine(asked),
      line: JSON.stringify({ consumer: { username: strange }, request: { method: 'POST', uri: '/v1/completions' } }),
      labels: { app: 'kong"}' },
    }))
    const selector = [{ name: 'app', op: '=', value: 'kong"}' }] as const
    const { clients } = present((await read(fakeLoki(lines), { lines: 'kong', selector })).reading)
    expect(clients).toMatchObject([{ client: strange, now: { requests: 5 } }])
    expect(clients[0]?.byMinute?.reduce((sum, count) => sum + count, 0)).toBe(5)
  })

  it('sends tenants and tokens, and shows no secret', async () => {
    const { reading, requests } = await read(
      ({ headers }) => ({ status: 403, type: 'text/plain', body: `no access for ${String(headers['authorization'])}` }),
      { bearerToken: 'very-secret', headers: { 'X-Scope-OrgID': 'a|b' } },
    )
    expect(reading).toMatchObject({ status: 'absent', source: 'loki', reason: 'http_403' })
    expect(JSON.stringify(reading)).not.toContain('very-secret')
    expect(requests[0]?.headers).toMatchObject({ authorization: 'Bearer very-secret', 'x-scope-orgid': 'a|b' })
  })

  itCountsWhatWasRefusedAndWhoSpeaks({ read, fake: fakeLoki, crowded: fakeLoki })

  it.each<[string, Reply, string]>([
    ['no lines', fakeLoki([]), 'no_samples'],
    ['no inference', fakeLoki(spread(5, WINDOW, { client: 'a', method: 'GET' }).map(ingressLine)), 'no_samples'],
    ['a page', () => ({ type: 'text/html', body: '<html>sign in</html>' }), 'bad_answer'],
    [
      'lines instead of numbers',
      () => ({ body: JSON.stringify({ status: 'success', data: { resultType: 'streams', result: [] } }) }),
      'bad_answer',
    ],
    ['no tenant', () => ({ status: 401, type: 'text/plain', body: 'no org id' }), 'http_401'],
    ['no answer', () => ({ hang: true }), 'timeout'],
  ])('is absent with %s', async (_, reply, reason) => {
    const { reading } = await read(reply, { timeout: seconds(0.3) })
    expect(reading).toMatchObject({ status: 'absent', source: 'loki', reason })
  })

  it('waits as long as a busy Loki asks, once', async () => {
    let refused = 0
    const loki = fakeLoki(STORY.map(ingressLine))
    const { reading } = await read((request) => {
      if (refused > 0) return loki(request)
      refused++
      return { status: 429, type: 'text/plain', headers: { 'retry-after': '1' }, body: 'too many outstanding requests' }
    })
    expect(present(reading).clients[0]?.client).toBe('10.9.0.7')
  })

  it('leaves out a measure that cannot be read, and says so', async () => {
    const loki = fakeLoki(STORY.map(ingressLine))
    const { reading } = await read((request) => {
      const isBytes = request.form.get('query')?.includes('unwrap whyslow_requestBytes') === true
      return isBytes ? { status: 500, type: 'text/plain', body: 'a querier died' } : loki(request)
    })
    const { clients, notes } = present(reading)
    expect(clients[0]?.now).toMatchObject({ requests: 69 })
    expect(clients[0]?.now.requestBytes).toBeUndefined()
    expect(notes).toContain('sizes of requests could not be read: a querier died')
  })

  it.each([
    ['a url of another kind', { url: 'ftp://a' }],
    [
      'a label that LogQL cannot name',
      { lines: { kind: 'fields', fields: { client: ['client ip'] }, identity: 'address' } },
    ],
  ] as const)('refuses %s in one line', (_, settings) => {
    const make = () => createLokiClients({ url: 'http://a', selector: [], lines: 'nginx', ...settings })
    expect(make).toThrow(/^clients: loki[^\n]*$/)
  })
})
