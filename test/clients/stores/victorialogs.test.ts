import { describe, expect, it } from 'vitest'
import { seconds } from '../../../src/domain/time.ts'
import {
  type VictoriaLogsClientsSettings,
  createVictoriaLogsClients,
} from '../../../src/clients/stores/victorialogs.ts'
import { fakeVictoriaLogs } from '../../support/fake-victorialogs.ts'
import { SPREAD_OUT, STORY, WINDOW, envoyLine, ingressLine, spread, uvicornLine } from '../../support/gateway-log.ts'
import { itCountsWhatWasRefusedAndWhoSpeaks } from './count-limits.ts'
import { type ReadStore, type Reply, present, readStore } from './read-store.ts'

const VLLM = [{ name: 'app', op: '=', value: 'vllm' }] as const
function read(reply: Reply, settings: Partial<VictoriaLogsClientsSettings> = {}, top = 5): Promise<ReadStore> {
  const selector = [{ name: 'app', op: '=', value: 'ingress-nginx' }] as const
  return readStore(
    reply,
    (url) => createVictoriaLogsClients({ url, selector, lines: 'ingress-nginx', ...settings }),
    top,
  )
}

describe('createVictoriaLogsClients', () => {
  it('has it count to which instances the clients went, and leaves out what a limit refused', async () => {
    const { clients, total, notes } = present((await read(fakeVictoriaLogs(SPREAD_OUT.map(ingressLine)))).reading)
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
    const blind = present((await read(fakeVictoriaLogs(uvicorn), { lines: 'uvicorn', selector: VLLM })).reading)
    expect(blind.clients[0]?.now).not.toHaveProperty('upstreams')
    expect(blind.notes).toContain('its lines do not tell which instance was asked: name the field for upstream')
  })

  it('has it count who asked for inference, all measures in one question a span', async () => {
    const { reading, requests } = await read(fakeVictoriaLogs(STORY.map(ingressLine)), {
      headers: { AccountID: '7', ProjectID: '3' },
    })
    const { clients, total, unattributed, isPartial } = present(reading)
    expect(clients).toMatchObject([
      {
        client: '10.9.0.7',
        now: { requests: 69, failures: 9, requestBytes: 69 * 90_000, busySeconds: 1650 },
        before: { requests: 4, failures: 0, requestBytes: 4000, busySeconds: 8 },
      },
      { client: '10.1.0.2', now: { requests: 40 }, before: { requests: 40 } },
    ])
    expect(clients[1]?.byMinute).toEqual(Array.from({ length: 10 }, () => 4))
    expect(total).toMatchObject({ now: { requests: 114, failures: 9 }, before: { requests: 44 } })
    expect(unattributed).toMatchObject({ now: { requests: 5 }, before: { requests: 0 } })
    expect(isPartial).toBe(false)
    // More ask to which instances they went, what a limit refused and how many speak.
    expect(requests).toHaveLength(6)
    expect(requests[0]?.headers).toMatchObject({ accountid: '7', projectid: '3' })
  })

  it('takes ports off addresses, and adds up tokens', async () => {
    const vllm = [{ name: 'app', op: '=~', value: 'vllm|sglang' }] as const
    const lines = STORY.filter(({ client }) => client !== '-').map(uvicornLine)
    const plain = present((await read(fakeVictoriaLogs(lines), { lines: 'uvicorn', selector: vllm })).reading)
    expect(plain.clients.map(({ client, now }) => [client, now.requests])).toEqual([
      ['10.9.0.7', 69],
      ['10.1.0.2', 40],
    ])
    const envoy = [{ name: 'app', op: '!=', value: 'vllm' }] as const
    const settings = { lines: 'envoy-ai-gateway', selector: envoy } as const
    const withTokens = present((await read(fakeVictoriaLogs(STORY.map(envoyLine)), settings)).reading)
    expect(withTokens.clients[0]).toMatchObject({
      client: '10.9.0.7',
      now: { requests: 69, promptTokens: 1_350_000, outputTokens: 6000, busySeconds: 1650 },
    })
    expect(withTokens.unattributed.now.requests).toBe(5)
  })

  it('asks for sums by themselves where there are more clients than are told, and by name for those it names', async () => {
    const crowd = Array.from({ length: 1100 }, (_, index) => [
      { at: WINDOW.end - 5, client: `10.2.${index >> 8}.${index & 255}` },
      { at: WINDOW.end - 1300, client: `10.3.${index >> 8}.${index & 255}` },
      { at: WINDOW.end - 1301, client: `10.3.${index >> 8}.${index & 255}` },
    ]).flat()
    const rare = [{ at: WINDOW.end - 1500, client: '10.8.8.8' }, ...spread(50, WINDOW, { client: '10.8.8.8' })]
    const lines = [...STORY, ...crowd, ...rare].map(ingressLine)
    const { clients, total } = present((await read(fakeVictoriaLogs(lines), {}, 3)).reading)
    expect(clients.find(({ client }) => client === '10.8.8.8')).toMatchObject({
      now: { requests: 50, requestBytes: 25_000 },
      before: { requests: 1 },
    })
    expect(total).toMatchObject({ now: { requests: 1264 }, before: { requests: 44 + 2200 + 1 } })
  })

  it('asks in parts where the clients do not fit into its memory', async () => {
    const crowd = Array.from({ length: 300 }, (_, index) => ({
      at: WINDOW.end - 5,
      client: `10.2.${index >> 8}.${index & 255}`,
    }))
    const lines = [...STORY, ...crowd].map(ingressLine)
    const { clients, total, isPartial } = present((await read(fakeVictoriaLogs(lines, { mostGroups: 200 }))).reading)
    expect(clients[0]).toMatchObject({ client: '10.9.0.7', now: { requests: 69 }, before: { requests: 4 } })
    expect(total.now.requests).toBe(414)
    expect(isPartial).toBe(false)
  })

  it('escapes what it asks for', async () => {
    const strange = String.raw`a") | delete * \ "`
    const lines = spread(5, WINDOW, { client: strange }).map((asked) => ({
      ...envoyLine(asked),
      line: JSON.stringify({ consumer: { username: strange }, request: { method: 'POST', uri: '/v1/completions' } }),
      labels: { 'kubernetes.labels.app': 'kong"' },
    }))
    const selector = [{ name: 'kubernetes.labels.app', op: '=', value: 'kong"' }] as const
    const { clients } = present((await read(fakeVictoriaLogs(lines), { lines: 'kong', selector })).reading)
    expect(clients).toMatchObject([{ client: strange, now: { requests: 5 } }])
    expect(clients[0]?.byMinute?.reduce((sum, count) => sum + count, 0)).toBe(5)
  })

  itCountsWhatWasRefusedAndWhoSpeaks({
    read,
    fake: fakeVictoriaLogs,
    crowded: (lines) => fakeVictoriaLogs(lines, { mostGroups: 200 }),
  })

  it.each<[string, Reply, string]>([
    ['no lines', fakeVictoriaLogs([]), 'no_samples'],
    ['a page', () => ({ type: 'text/html', body: '<html>sign in</html>' }), 'bad_answer'],
    ['a refusal', () => ({ status: 401, type: 'text/plain', body: 'missing auth' }), 'http_401'],
    ['a busy store', () => ({ status: 429, type: 'text/plain', body: 'too many concurrent requests' }), 'http_429'],
    ['no answer', () => ({ hang: true }), 'timeout'],
  ])('is absent with %s', async (_, reply, reason) => {
    const { reading } = await read(reply, { timeout: seconds(1) })
    expect(reading).toMatchObject({ status: 'absent', source: 'victorialogs', reason })
  })
})
