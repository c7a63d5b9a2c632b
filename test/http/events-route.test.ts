import { describe, expect, it } from 'vitest'
import { aServer } from './a-server.ts'

const secret = { reveal: () => 's3cr3t' }

async function tell(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/events`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
}

describe('POST /events', () => {
  it('keeps what it is told, and says of when and of which cluster', async () => {
    const { url, told, metrics } = await aServer()
    const response = await tell(url, '{"text":"vllm 0.11.0","time":"2026-11-29T14:01:00Z","cluster":"prod"}')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'accepted', time: '2026-11-29T14:01:00Z', cluster: 'prod' })
    expect(told).toMatchObject([{ text: 'vllm 0.11.0', cluster: 'prod' }])
    expect(await metrics()).toContain('whyslow_events_total{result="accepted"} 1')
  })

  it.each([
    ['no JSON', 'deployed!', 'the body is not JSON; send {'],
    ['no text', '{}', 'text: is missing'],
    ['a cluster that is not', '{"text":"x","cluster":"prd"}', 'there are prod'],
    [
      'a page of text',
      JSON.stringify({ text: 'x'.repeat(70_000) }),
      'larger than 65536 bytes; send one event of one line',
    ],
  ])('refuses %s in one line', async (_, body, reason) => {
    const { url, told } = await aServer({ webhook: { bodyLimitBytes: 1024 * 1024 } })
    const response = await tell(url, body)
    expect([400, 413]).toContain(response.status)
    expect(await response.text()).toContain(reason)
    expect(told).toEqual([])
  })

  it('lets in who may send alerts, and nobody else', async () => {
    const { url, told } = await aServer({ webhook: { auth: { kind: 'bearer', token: secret } } })
    expect((await tell(url, '{"text":"x"}')).status).toBe(401)
    expect((await tell(url, '{"text":"x"}', { authorization: 'Bearer wrong' })).status).toBe(401)
    expect(told).toEqual([])
    expect((await tell(url, '{"text":"x"}', { authorization: 'Bearer s3cr3t' })).status).toBe(200)
    expect(told).toHaveLength(1)
  })

  it('asks for it again when it could not be kept', async () => {
    const keep = () => Promise.reject(new Error('disk full'))
    const { url, logged } = await aServer({ events: { clusters: [], keep } })
    const response = await tell(url, '{"text":"x"}')
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({ error: 'the event could not be stored; send it again' })
    expect(logged.join('')).toContain('disk full')
  })
})
