import { appendFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AccessLogConfigError, createAccessLogClients } from '../../src/clients/access-log-source.ts'
import type { ClientsRequest } from '../../src/domain/clients.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { NOON, aFile, uvicornLine } from './scan/logs.ts'

const REQUEST: ClientsRequest = {
  window: { start: unixSeconds(NOON), end: unixSeconds(NOON + 600) },
  baseline: { start: unixSeconds(NOON - 3600), end: unixSeconds(NOON) },
  top: 5,
  deadline: new AbortController().signal,
  takenAt: unixSeconds(NOON + 600),
}

const text = (line: (at: number) => string): string =>
  Array.from({ length: 4200 }, (_, second) => line(NOON - 3599 + second)).join('')

describe('createAccessLogClients', () => {
  it('reads window and baseline, minute by minute', async () => {
    const path = aFile(text((at) => uvicornLine(at, at > NOON + 300 ? '10.0.0.2' : '10.0.0.1')))
    const [reading, ...more] = await createAccessLogClients({ paths: [path] }).read(REQUEST)
    expect(more).toEqual([])
    expect(reading).toMatchObject({
      status: 'present',
      identity: 'address',
      window: REQUEST.window,
      baseline: REQUEST.baseline,
      clients: [
        { client: '10.0.0.1', now: { requests: 300 }, before: { requests: 3600 } },
        {
          client: '10.0.0.2',
          now: { requests: 300 },
          before: { requests: 0 },
          byMinute: [0, 0, 0, 0, 0, 59, 60, 60, 60, 60],
        },
      ],
      total: { now: { requests: 600, failures: 0 }, before: { requests: 3600 } },
      unattributed: { now: { requests: 0 } },
      lines: { total: 4200, accessLines: 4200, formats: ['uvicorn in cri'] },
      isPartial: false,
    })
  })

  it.each([
    ['quickly', (at: number, client: string, status: number) => ingress(at, { client, status })],
    ['with care', (at: number, client: string, status: number) => ingress(at, { client, status, user: 'bob' })],
  ])('counts what a limit refused apart from load and failures, where lines are read %s', async (_, line) => {
    const path = aFile(
      text((at) =>
        at > NOON
          ? line(at, '10.0.0.1', at % 10 === 5 ? 200 : 429) + line(at, '10.0.0.2', 503)
          : line(at, '10.0.0.2', 200),
      ),
    )
    const [reading] = await createAccessLogClients({ paths: [path], format: 'ingress-nginx' }).read(REQUEST)
    if (reading?.status !== 'present') throw new Error(JSON.stringify(reading))
    const of = (client: string) => reading.clients.find((one) => one.client === client)
    expect(of('10.0.0.1')?.now).toMatchObject({ requests: 60, failures: 0, limited: 540, requestBytes: 60 * 1000 })
    expect(of('10.0.0.1')?.byMinute).toEqual(Array.from({ length: 10 }, () => 6))
    expect(of('10.0.0.2')?.now).toMatchObject({ requests: 600, failures: 600, limited: 0 })
    expect(reading.total).toMatchObject({ now: { requests: 660, failures: 600, limited: 540 } })
  })

  it('follows the files once it is started, for lines without a time, and not before', async () => {
    const line = 'INFO:     10.0.0.1:4711 - "POST /v1/completions HTTP/1.1" 200 OK\n'
    const path = aFile(line)
    const looks: (() => void)[] = []
    const waits: (() => void)[] = []
    const hands = { now: NOON - 60 }
    const clock = {
      now: () => hands.now,
      after: (_: number, task: () => void) => {
        looks.push(task)
        waits.shift()?.()
        return () => undefined
      },
    }
    const looked = (): Promise<void> => new Promise((resolve) => waits.push(resolve))
    const source = createAccessLogClients({ paths: [path], clock })
    expect(await source.read(REQUEST)).toMatchObject([{ status: 'absent', reason: 'no_samples' }])
    expect(waits).toEqual([])
    const first = looked()
    source.start?.()
    source.start?.()
    await first
    appendFileSync(path, line.repeat(4))
    hands.now = NOON + 65
    const second = looked()
    looks.shift()?.()
    await second
    expect(looks).toHaveLength(1)
    expect(await source.read(REQUEST)).toMatchObject([
      { status: 'present', clients: [{ client: '10.0.0.1', now: { requests: 4 } }] },
    ])
    await source.close()
  })

  it('gives a reading for each identity, the one that tells most first', async () => {
    const line = (at: number): string =>
      `${JSON.stringify({
        time: new Date(at * 1000).toISOString(),
        remote_addr: '10.0.0.1',
        request_time: 0.5,
        request_length: 100,
        status: 200,
        method: 'POST',
        uri: '/v1/completions',
        ...(at % 2 === 0 && { consumer_username: 'team-a' }),
        prompt_tokens: 10,
        upstream_addr: '10.42.0.1:8000',
      })}\n`
    const [first, second] = await createAccessLogClients({ paths: [aFile(text(line))] }).read(REQUEST)
    expect(first).toMatchObject({
      identity: 'address',
      clients: [
        {
          client: '10.0.0.1',
          now: {
            requests: 600,
            promptTokens: 6000,
            requestBytes: 60_000,
            busySeconds: 300,
            upstreams: { '10.42.0.1:8000': 600 },
          },
        },
      ],
    })
    expect(second).toMatchObject({
      identity: 'consumer',
      clients: [{ client: 'team-a', now: { requests: 300 } }],
      total: { now: { requests: 600 } },
      unattributed: { now: { requests: 300, promptTokens: 3000 }, before: { requests: 1800 } },
    })
  })

  it('tells after how many seconds requests failed', async () => {
    const line = (at: number): string =>
      `10.0.0.1 - - [29/Nov/2026:${new Date(at * 1000).toISOString().slice(11, 19)} +0000] "POST /v1/completions HTTP/1.1" 504 78 "-" "-" 10 60.001 [a] [] 10.42.0.1:8000 83 60.000 504 a0\n`
    const [reading] = await createAccessLogClients({ paths: [aFile(text(line))] }).read(REQUEST)
    const [step, ...more] = reading?.status === 'present' ? (reading.failedAfter ?? []) : []
    expect(more).toEqual([])
    expect(step?.requests).toBe(600)
    expect(step?.seconds).toBeCloseTo(60, 0)
  })

  it.each([
    [502, '0.000', '10.42.0.1:8000', 600],
    [502, '0.049', '10.42.0.1:8000', 600],
    [502, '0.060', '10.42.0.1:8000', 0],
    // A limit of the proxy's own: nobody was asked.
    [502, '0.000', '-', 0],
    // The engine answered, or the client left: no connection was closed.
    [500, '0.010', '10.42.0.1:8000', 0],
    [503, '0.010', '10.42.0.1:8000', 0],
    [499, '0.010', '10.42.0.1:8000', 0],
  ])('counts requests that failed at once on a server: %i after %s s on %s', async (status, took, upstream, lost) => {
    const line = (at: number): string =>
      `10.0.0.1 - - [29/Nov/2026:${new Date(at * 1000).toISOString().slice(11, 19)} +0000] "POST /v1/completions HTTP/1.1" ${status} 78 "-" "-" 10 ${took} [a] [] ${upstream} 83 ${took} ${status} a0\n`
    const [reading] = await createAccessLogClients({ paths: [aFile(text(line))] }).read(REQUEST)
    expect(reading).toMatchObject({ status: 'present', lostAtOnce: lost })
  })

  it.each([
    ['no file', '/nowhere/*.log', 'unreachable', /no file/u],
    ['a folder', '/tmp', 'unreachable', /folder/u],
    ['another text', aText('hello\n'), 'bad_answer', /no line looks like/u],
    [
      'lines without a time',
      aText('INFO:     10.0.0.1:1 - "POST /v1/completions HTTP/1.1" 200 OK\n'),
      'no_samples',
      /no time/u,
    ],
  ])('is absent with its reason for %s', async (_, path, reason, detail) => {
    const paths = [typeof path === 'string' ? path : path()]
    const [reading] = await createAccessLogClients({ paths }).read(REQUEST)
    expect(reading).toMatchObject({ status: 'absent', reason, detail: expect.stringMatching(detail) as string })
  })

  it('refuses a format and a zone that there are not', () => {
    expect(() => createAccessLogClients({ paths: [], format: 'x' })).toThrow(AccessLogConfigError)
    expect(() => createAccessLogClients({ paths: [], timezone: 'x' })).toThrow(AccessLogConfigError)
  })
})

function aText(content: string): () => string {
  return () => aFile(content)
}

function ingress(
  at: number,
  { client, status, user = '-' }: { client: string; status: number; user?: string },
): string {
  const date = new Date(at * 1000).toUTCString()
  const [, day = '', month = '', year = '', time = ''] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/u.exec(date) ?? []
  return (
    `${client} - ${user} [${day}/${month}/${year}:${time} +0000] "POST /v1/completions HTTP/1.1" ${status} 80 "-" "curl/8" ` +
    `1000 0.500 [llm-vllm-8000] [] 10.0.1.1:8000 80 0.500 ${status} a0aa385f\n`
  )
}
