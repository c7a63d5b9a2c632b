import { describe, expect, it } from 'vitest'
import { seconds } from '../../../src/domain/time.ts'
import {
  type ElasticsearchClientsSettings,
  createElasticsearchClients,
} from '../../../src/clients/stores/elasticsearch.ts'
import { type Document, type FakeElasticsearchOptions, fakeElasticsearch } from '../../support/fake-elasticsearch.ts'
import { LINE_PRESETS } from '../../../src/clients/stores/line-fields.ts'
import { type Asked, OFFICE, SPREAD_OUT, STORY, WINDOW, spread } from '../../support/gateway-log.ts'
import { type ReadStore, type Reply, present, readStore } from './read-store.ts'

const TYPES = {
  '@timestamp': 'date',
  'source.ip': 'ip',
  'http.request.method': 'keyword',
  'url.path': 'wildcard',
  'http.response.status_code': 'long',
  'http.request.bytes': 'long',
  'event.duration': 'long',
  'service.name': 'keyword',
  'upstream.address': 'keyword',
  'user_agent.original': 'keyword',
} as const

function documentOf({
  at,
  client,
  path = '/v1/chat/completions',
  method = 'POST',
  status = 200,
  ...asked
}: Asked): Document {
  return {
    '@timestamp': new Date(at * 1000).toISOString(),
    ...(client !== '-' && { 'source.ip': client }),
    'http.request.method': method,
    'url.path': path,
    'http.response.status_code': status,
    'http.request.bytes': asked.bytes ?? 500,
    'event.duration': (asked.seconds ?? 1) * 1e9,
    'service.name': 'ingress nginx',
    ...(asked.agent !== undefined && asked.agent !== '-' && { 'user_agent.original': asked.agent }),
    ...(asked.upstream !== undefined && { 'upstream.address': asked.upstream }),
  }
}

const documents = STORY.map(documentOf)

function read(
  store: Partial<FakeElasticsearchOptions> | Reply,
  settings: Partial<ElasticsearchClientsSettings> = {},
  top = 5,
): Promise<ReadStore> {
  const reply = typeof store === 'function' ? store : fakeElasticsearch({ documents, types: TYPES, ...store })
  return readStore(reply, (url) => createElasticsearchClients({ url, index: 'logs-*', lines: 'ecs', ...settings }), top)
}

describe('createElasticsearchClients', () => {
  it('has it count to which instances the clients went, and leaves out what a limit refused', async () => {
    const { fields } = LINE_PRESETS.ecs
    const lines = { ...LINE_PRESETS.ecs, fields: { ...fields, upstream: ['upstream', 'address'] } }
    const { clients, total, notes } = present(
      (await read({ documents: SPREAD_OUT.map(documentOf) }, { lines })).reading,
    )
    // Of several tries it has the last: the one that answered.
    expect(clients).toMatchObject([
      {
        client: '10.9.0.7',
        now: { requests: 54, failures: 4, upstreams: { '10.0.0.4:8000': 30, '10.0.0.5:8000': 20 } },
      },
    ])
    expect(total.now).toMatchObject({ requests: 54, limited: 500 })
    expect(clients[0]?.now.limited).toBe(500)
    expect(notes.join()).not.toContain('which instance')
    const blind = present((await read({})).reading)
    expect(blind.notes).toContain('its lines do not tell which instance was asked: name the field for upstream')
  })

  it('has it count who asked for inference, everybody and nobody, and brings no document', async () => {
    const selector = [{ name: 'service.name', op: '=', value: 'ingress nginx' }] as const
    const { reading, requests } = await read({}, { selector })
    const { clients, total, unattributed, isPartial } = present(reading)
    expect(clients).toMatchObject([
      {
        client: '10.9.0.7',
        now: { requests: 69, failures: 9, requestBytes: 69 * 90_000, busySeconds: 1650 },
        before: { requests: 4, failures: 0, busySeconds: 8 },
      },
      { client: '10.1.0.2', now: { requests: 40 }, before: { requests: 40 } },
    ])
    expect(clients[1]?.byMinute).toEqual(Array.from({ length: 10 }, () => 4))
    expect(total).toMatchObject({ now: { requests: 114, failures: 9 }, before: { requests: 44 } })
    expect(unattributed).toMatchObject({ now: { requests: 5 }, before: { requests: 0 } })
    expect(isPartial).toBe(false)
    const searches = requests.filter(({ path }) => path.endsWith('/_search'))
    expect(searches.map(({ body }) => body.includes('"size":0'))).toEqual([true, true, true, true, true])
  })

  it('groups texts by their wholes, and finds POST in them', async () => {
    const types = {
      ...TYPES,
      'source.ip': 'text',
      'http.request.method': 'text',
      'url.path': 'text',
      'service.name': 'text',
    }
    const selector = [{ name: 'service.name', op: '=~', value: 'ingress.*' }] as const
    const { clients, total } = present((await read({ types }, { selector })).reading)
    expect(clients[0]).toMatchObject({ client: '10.9.0.7', now: { requests: 69 } })
    expect(total.now.requests).toBe(114)
  })

  it('does so, too, where nobody may ask for types, once grouping was refused', async () => {
    const types = { ...TYPES, 'source.ip': 'text', 'http.request.method': 'text', 'url.path': 'text' }
    const { reading, requests } = await read({ types, hidesTypes: true })
    expect(present(reading).clients[0]).toMatchObject({ client: '10.9.0.7', now: { requests: 69 } })
    expect(requests.filter(({ path }) => path.endsWith('/_search')).length).toBe(6)
    expect(present((await read({ hidesTypes: true })).reading).total.now.requests).toBe(114)
  })

  it('leaves out what the index does not have', async () => {
    const { 'http.request.bytes': _, 'http.response.status_code': __, ...types } = TYPES
    const { clients } = present((await read({ types })).reading)
    expect(clients[0]?.now).toEqual({ requests: 69, busySeconds: expect.closeTo(1650) })
  })

  it('tells how many speak from one address, or that it cannot be told', async () => {
    const office = present((await read({ documents: OFFICE.map(documentOf) })).reading)
    expect(office.clients.map(({ client, behind }) => [client, behind])).toEqual([
      ['10.9.0.7', 10],
      ['10.1.0.2', 1],
      ['10.1.0.9', 0],
    ])
    expect(office).not.toHaveProperty('logOf')
    const { 'user_agent.original': _, ...types } = TYPES
    const blind = present((await read({ types })).reading)
    expect(blind.clients[0]).not.toHaveProperty('behind')
    expect(blind.notes.join()).toContain('its lines do not tell how many speak from one address')
  })

  it('names the largest of very many, with the sum of all', async () => {
    const crowd = Array.from({ length: 700 }, (_, index) => ({
      at: WINDOW.end - 5,
      client: `10.2.${index >> 8}.${index & 255}`,
    }))
    const crowded = [...STORY, ...crowd].map(documentOf)
    const { clients, total, notes } = present((await read({ documents: crowded }, {}, 2)).reading)
    expect(clients.slice(0, 2)).toMatchObject([{ client: '10.9.0.7', before: { requests: 4 } }, { client: '10.1.0.2' }])
    expect(total.now.requests).toBe(814)
    // Of 702 clients 500 are named, and those without a name are told beside them.
    expect(notes).toContain('the store named its 500 largest clients; 25 % of the requests are of others')
    expect(present((await read({})).reading).notes.join()).not.toContain('largest clients')
  })

  it('asks for fewer clients where the cluster has too few buckets for all, and says how much is of others', async () => {
    const crowd = spread(400, WINDOW, { client: '' }).map((asked, index) => ({ ...asked, client: `10.2.1.${index}` }))
    const { reading, requests } = await read(
      { documents: [...STORY, ...crowd].map(documentOf), mostBuckets: 200 },
      {},
      2,
    )
    const { clients, total, notes } = present(reading)
    expect(clients.slice(0, 2)).toMatchObject([
      { client: '10.9.0.7', now: { requests: 69 }, before: { requests: 4 } },
      { client: '10.1.0.2', now: { requests: 40 } },
    ])
    expect(total.now.requests).toBe(514)
    expect(notes.join()).toContain('the store named its 50 largest clients')
    const sizes = requests.flatMap(({ body }) => /"terms":\{"field":"source.ip","size":(\d+)/.exec(body)?.[1] ?? [])
    expect(sizes.slice(0, 2)).toEqual(['500', '50'])
  })

  it.each([
    ['no buckets at all', { mostBuckets: 1 }, 'Trying to create too many buckets'],
    [
      'no memory',
      () => ({
        status: 429,
        body: JSON.stringify({
          error: {
            root_cause: [],
            type: 'search_phase_execution_exception',
            reason: 'all shards failed',
            caused_by: { type: 'circuit_breaking_exception', reason: '[parent] Data too large, data for [<agg>]' },
          },
        }),
      }),
      'Data too large',
    ],
  ])("is absent in the cluster's own words where it has %s", async (_, store, words) => {
    const { reading } = await read(store)
    expect(reading).toMatchObject({ status: 'absent', detail: expect.stringContaining(words) })
  })

  it('tells what a limit refused where nothing else came', async () => {
    const documents = spread(30, WINDOW, { client: '10.9.0.7', status: 429 }).map(documentOf)
    const detail = 'no inference request is among the lines of the window but 30 that a limit refused (429)'
    expect((await read({ documents })).reading).toMatchObject({ status: 'absent', reason: 'no_samples', detail })
  })

  it.each([
    ['a search that ran out of time', { more: { timed_out: true } }, 'out of time'],
    ['shards that failed', { more: { _shards: { total: 5, successful: 3, failed: 2 } } }, '2 of 5 shards failed'],
  ])('says that the numbers are of a part after %s', async (_, store, note) => {
    const { isPartial, notes } = present((await read(store)).reading)
    expect(isPartial).toBe(true)
    expect(notes.join()).toContain(note)
  })

  it('says what shards may have left out', async () => {
    expect(present((await read({ error: 7 })).reading).notes.join()).toContain('up to 7 requests')
  })

  it('sends an API key, and shows it nowhere', async () => {
    const { reading, requests } = await read(
      ({ headers }) => ({ status: 401, body: JSON.stringify({ error: `bad ${String(headers['authorization'])}` }) }),
      { apiKey: 'very-secret' },
    )
    expect(reading).toMatchObject({ status: 'absent', source: 'elasticsearch', reason: 'http_401' })
    expect(JSON.stringify(reading)).not.toContain('very-secret')
    expect(requests[0]?.headers['authorization']).toBe('ApiKey very-secret')
  })

  it('waits as long as a busy cluster asks, once', async () => {
    let refused = 0
    const store = fakeElasticsearch({ documents, types: TYPES })
    const { reading } = await read((request) => {
      if (refused++ !== 1) return store(request)
      return {
        status: 429,
        headers: { 'retry-after': '1' },
        body: JSON.stringify({ error: { reason: 'rejected execution' }, status: 429 }),
      }
    })
    expect(present(reading).total.now.requests).toBe(114)
  })

  it.each<[string, Parameters<typeof read>[0], string]>([
    ['no documents', { documents: [] }, 'no_samples'],
    ['no inference', { documents: spread(5, WINDOW, { client: 'a', method: 'GET' }).map(documentOf) }, 'no_samples'],
    ['no such index', { index: 'metrics' }, 'not_exposed'],
    ['no such index that may be asked about', { index: 'metrics', hidesTypes: true }, 'http_404'],
    ['no such field', { types: { '@timestamp': 'date' } }, 'not_exposed'],
    ['a busy cluster', () => ({ status: 429, headers: { 'retry-after': '60' }, body: '{}' }), 'http_429'],
    ['a page', () => ({ type: 'text/html', body: '<html>sign in</html>' }), 'bad_answer'],
    ['no answer', () => ({ hang: true }), 'timeout'],
  ])('is absent with %s', async (_, store, reason) => {
    const { reading } = await read(store, { timeout: seconds(1) })
    expect(reading).toMatchObject({ status: 'absent', source: 'elasticsearch', reason })
  })

  it('refuses lines that it cannot take apart, in one line', () => {
    const make = () => createElasticsearchClients({ url: 'http://a', index: 'a', lines: 'uvicorn' })
    expect(make).toThrow(/^clients: elasticsearch[^\n]*$/)
  })
})
