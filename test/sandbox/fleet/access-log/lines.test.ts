import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ingressLine } from '../../../../src/sandbox/fleet/access-log/ingress-nginx.ts'
import type { EngineAccess, GatewayAccess } from '../../../../src/sandbox/fleet/access-log/record.ts'
import { uvicornLine } from '../../../../src/sandbox/fleet/access-log/uvicorn.ts'
import { createFleet } from '../../../../src/sandbox/fleet/create-fleet.ts'
import { CORPUS, describeWithCorpus } from '../../../support/needs.ts'
import { story } from '../small-fleet.ts'

const UVICORN = /^\(APIServer pid=1\) INFO: {5}(\S*):(\d+) - "([A-Z]+) (\S+) HTTP\/([\d.]+)" (\d{3}) (.*)$/
/** ingress-nginx' default log-format-upstream. */
const INGRESS = new RegExp(
  [
    /^(\S+) - - \[(\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000)\] "(\S+) (\S+) (HTTP\/[\d.]+)" (\d{3}) (\d+)/
      .source,
    / "-" "([^"]*)" (\d+) (\d+\.\d{3}) \[(\S+)\] \[\] /.source,
    /((?:\S+, )*\S+) ((?:\S+, )*\S+) ((?:\S+, )*\S+) ((?:\S+, )*\S+) ([0-9a-f]{32})$/.source,
  ].join(''),
)

const ENGINE: EngineAccess = {
  at: 1_796_000_000.123456,
  instance: '10.0.1.22:8000',
  clientAddress: '10.42.9.80',
  clientPort: 41_180,
  method: 'POST',
  path: '/v1/chat/completions',
  status: 200,
  isDirect: false,
}

const GATEWAY: GatewayAccess = {
  at: 1_796_000_000.9,
  id: '0123456789abcdef0123456789abcdef',
  clientAddress: '10.42.9.80',
  userAgent: 'OpenAI/Python 1.99.1',
  method: 'POST',
  path: '/v1/chat/completions',
  status: 200,
  requestBytes: 6500,
  responseBytes: 1200,
  seconds: 12.3456,
  upstreams: [{ address: '10.0.1.22:8000', seconds: 12.3, bytes: 1200, status: 200 }],
}

describe('uvicorn', () => {
  it('prints no time of its own', () => {
    expect(uvicornLine(ENGINE, { wrapper: 'none', client: { kind: 'forwarded' } })).toBe(
      '(APIServer pid=1) INFO:     10.42.9.80:0 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
    )
  })

  it('shows who asks without the gateway as it is', () => {
    const scrape = { ...ENGINE, clientAddress: '10.0.1.5', method: 'GET', path: '/metrics', isDirect: true }
    expect(uvicornLine(scrape, { wrapper: 'none', client: { kind: 'forwarded' } })).toBe(
      '(APIServer pid=1) INFO:     10.0.1.5:41180 - "GET /metrics HTTP/1.1" 200 OK',
    )
  })

  it('is wrapped by the container runtime', () => {
    expect(uvicornLine(ENGINE, { wrapper: 'cri', client: { kind: 'peer', address: '10.0.1.10' } })).toMatch(
      /^2026-11-30T00:53:20\.12345\d{4}Z stdout F \(APIServer pid=1\) INFO: {5}10\.0\.1\.10:41180 - "POST/,
    )
  })
})

describe('ingress-nginx', () => {
  it('prints its default format', () => {
    expect(ingressLine(GATEWAY)).toBe(
      '10.42.9.80 - - [30/Nov/2026:00:53:20 +0000] "POST /v1/chat/completions HTTP/1.1" 200 1200 "-" ' +
        '"OpenAI/Python 1.99.1" 6500 12.346 [llm-vllm-qwen-8000] [] 10.0.1.22:8000 1200 12.300 200 ' +
        '0123456789abcdef0123456789abcdef',
    )
  })

  it('lists every try, and dashes for none', () => {
    const refused = { address: '10.0.1.24:8000', seconds: 0, bytes: 0, status: 502 }
    expect(ingressLine({ ...GATEWAY, upstreams: [refused, ...GATEWAY.upstreams] })).toContain(
      ' 10.0.1.24:8000, 10.0.1.22:8000 0, 1200 0.000, 12.300 502, 200 ',
    )
    expect(ingressLine({ ...GATEWAY, status: 429, upstreams: [] })).toContain(' [] - - - - ')
  })
})

describe('the lines of a fleet', () => {
  const { fleet, records } = someAccess()

  it('all parse', () => {
    expect(records.engine.length).toBeGreaterThan(500)
    for (const record of records.engine) {
      expect(uvicornLine(record, { wrapper: 'none', client: { kind: 'forwarded' } })).toMatch(UVICORN)
    }
    for (const record of records.gateway) expect(ingressLine(record)).toMatch(INGRESS)
  })

  it('stand in order of time and have their own ids', () => {
    const times = records.gateway.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(records.gateway.map(({ id }) => id)).size).toBe(records.gateway.length)
  })

  it('show a client that hung up as 499 at the gateway and not at the engine', () => {
    const hungUp = records.gateway.filter(({ status }) => status === 499)
    expect(hungUp.length).toBeGreaterThan(0)
    for (const { seconds } of hungUp) expect(seconds).toBeCloseTo(60, 3)
    expect(fleet.gateway.ended.get(499)).toBe(hungUp.length)
    expect(records.engine.every(({ status }) => status === 200)).toBe(true)
  })
})

describeWithCorpus('access-logs/ingress-nginx-upstreaminfo.log', 'real lines', () => {
  it('match the pattern that the simulated ones are held to', () => {
    const real = readFileSync(join(CORPUS, 'access-logs/ingress-nginx-upstreaminfo.log'), 'utf8').trim().split('\n')
    const chats = real.filter((line) => line.includes('"POST /v1/chat/completions HTTP/1.1"'))
    expect(chats.length).toBeGreaterThan(50)
    for (const line of chats) expect(line).toMatch(INGRESS)
    const vllm = readFileSync(join(CORPUS, 'access-logs/vllm-apiserver.log'), 'utf8').split('\n')
    const access = vllm.filter((line) => line.includes('"POST /v1/chat/completions HTTP/1.1" 200 OK'))
    for (const line of access) expect(line.replace(/pid=\d+/, 'pid=1')).toMatch(UVICORN)
  })
})

function someAccess(): { fleet: ReturnType<typeof createFleet>; records: ReturnType<typeof fleetAccess> } {
  const fleet = createFleet(story('hang'), { start: 1_796_000_000, onset: 1_796_000_060 })
  fleet.advanceTo(1_796_000_300)
  return { fleet, records: fleetAccess(fleet) }
}

function fleetAccess(fleet: ReturnType<typeof createFleet>): ReturnType<typeof fleet.takeAccess> {
  return fleet.takeAccess()
}
