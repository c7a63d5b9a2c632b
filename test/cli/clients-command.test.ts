import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOON, aFile, aFolder, uvicornLine } from '../clients/scan/logs.ts'
import { run } from './capture.ts'

interface Json {
  readonly by: string
  readonly coverage: number | null
  readonly window: { readonly start: string; readonly end: string } | null
  readonly lines: Readonly<Record<string, unknown>>
  readonly top: readonly {
    readonly client: string
    readonly requests: number
    readonly share: number
    readonly baseline_share: number | null
    readonly tokens: number | null
  }[]
  readonly notes: readonly string[]
}

async function clients(...args: readonly string[]): Promise<Json & { readonly code: number }> {
  const { code, out, err } = await run('clients', ...args, '--format', 'json')
  expect(err).toBe('')
  return { ...(JSON.parse(out) as Json), code }
}

const clf = (second: number, client: string, tail: string): string => {
  const time = new Date((NOON + second) * 1000).toISOString().slice(11, 19)
  return `${client} - - [29/Nov/2026:${time} +0000] "POST /v1/completions HTTP/1.1" 200 78 "-" "curl/8" ${tail}\n`
}
const ingress = (bytes: number): string => `${bytes} 1.500 [llm-8000] [] 10.42.0.1:8000 83 0.033 200 a0aa`

/** One client sends much for the last ten minutes, another as always. */
const INCIDENT = Array.from({ length: 4800 }, (_, second) =>
  [
    uvicornLine(NOON + second, '10.0.0.1'),
    ...(second > 4200 ? [1, 2, 3].map(() => uvicornLine(NOON + second, '10.0.0.2')) : []),
    ...(second % 10 === 0 ? [uvicornLine(NOON + second, '10.0.0.9', 'GET /health HTTP/1.1" 200 OK')] : []),
  ].join(''),
).join('')

describe('whyslow clients', () => {
  it('leaves out what a limit refused, and says so', async () => {
    const lines = [1, 2, 3, 4].map((second) =>
      clf(second, '10.0.0.1', ingress(100)).replace('" 200 78', second < 4 ? '" 429 78' : '" 200 78'),
    )
    const { top, notes } = await clients(aFile(lines.join('')))
    expect(top.map(({ client, requests }) => [client, requests])).toEqual([['10.0.0.1', 1]])
    expect(notes[0]).toBe(
      '3 requests had 429 for an answer, 100 % of them of 10.0.0.1: a limit refused them, so they are in no part',
    )
  })

  it('counts all there is, health checks left out', async () => {
    const { code, lines, top, window, by, coverage } = await clients(aFile(INCIDENT))
    expect(code).toBe(0)
    expect(lines).toMatchObject({ requests: 7077, inference: 6597, unparsed: 0, format: 'uvicorn in cri' })
    expect(window).toEqual({ start: '2026-11-29T12:00:00Z', end: '2026-11-29T13:19:59Z' })
    expect({ by, coverage }).toEqual({ by: 'requests', coverage: 1 })
    expect(top.map(({ client, requests }) => [client, requests])).toEqual([
      ['10.0.0.1', 4800],
      ['10.0.0.2', 1797],
    ])
  })

  it('compares the last minutes with those before', async () => {
    const { top, window } = await clients(aFile(INCIDENT), '--since', '10m', '--baseline', '1h')
    expect(window).toEqual({ start: '2026-11-29T13:09:59Z', end: '2026-11-29T13:19:59Z' })
    expect(top).toMatchObject([
      { client: '10.0.0.2', requests: 1797, share: 0.749687, baseline_share: 0 },
      { client: '10.0.0.1', requests: 600, share: 0.250313, baseline_share: 1 },
    ])
  })

  it('is not led away by a line that is written of a time to come', async () => {
    const toCome = uvicornLine(NOON + 400 * 86_400, '10.0.0.3')
    const { top, window, notes } = await clients(aFile(INCIDENT + toCome), '--since', '3h')
    expect(window).toEqual({ start: '2026-11-29T12:00:00Z', end: '2026-11-29T14:02:00Z' })
    expect(top.map(({ client, requests }) => [client, requests])).toEqual([
      ['10.0.0.1', 4800],
      ['10.0.0.2', 1797],
    ])
    expect(notes.join('\n')).toMatch(
      /the newest line says 2028-01-03T12:00:00Z, which is yet to come: the window ends now/u,
    )
  })

  it('says that there is nothing to compare with where the log begins later', async () => {
    const { notes, top } = await clients(aFile(INCIDENT), '--at', '2026-11-29T12:10:00Z', '--baseline', '1h')
    expect(notes).toContain('the log begins at 2026-11-29T12:00:00Z, so there is nothing to compare with')
    expect(top[0]?.baseline_share).toBeNull()
  })

  it('ranks by bytes of the requests where tokens are asked for and not told', async () => {
    const text = clf(1, '10.0.0.1', ingress(10)).repeat(20) + clf(2, '10.0.0.2', ingress(9000))
    const { by, top, notes } = await clients(aFile(text), '--by', 'tokens')
    expect(by).toBe('request_bytes')
    expect(top[0]).toMatchObject({ client: '10.0.0.2', request_bytes: 9000, tokens: null })
    expect(notes[0]).toMatch(/tell no tokens/u)
  })

  it('believes X-Forwarded-For of a trusted proxy alone', async () => {
    const text = clf(1, '10.0.0.1', '"198.51.100.7"').repeat(3) + clf(2, '203.0.113.9', '"10.0.0.77"')
    const folder = aFolder()
    const path = aFile(text, 'a.log', folder)
    expect((await clients(path)).top.map(({ client }) => client)).toEqual(['10.0.0.1', '203.0.113.9'])
    const trusting = await clients(path, '--trust', '10.0.0.0/8')
    expect(trusting.top.map(({ client }) => client)).toEqual(['198.51.100.7', '203.0.113.9'])
  })

  it('counts lines without a time as one span and says so', async () => {
    const { window, notes, top } = await clients(
      aFile('INFO:     10.0.0.1:4711 - "POST /v1/completions HTTP/1.1" 200 OK\n'.repeat(3)),
      '--since',
      '10m',
    )
    expect(window).toBeNull()
    expect(top[0]?.requests).toBe(3)
    expect(notes.join()).toMatch(/carry no time/u)
  })

  it('names clients as the gateway vouches for them where every line does, and else by address', async () => {
    const aRequest = (alias: string | undefined, address: string): string =>
      `${JSON.stringify({ call_type: 'acompletion', status: 'success', model: 'q', startTime: NOON, endTime: NOON + 1, prompt_tokens: 9, completion_tokens: 3, total_tokens: 12, metadata: { user_api_key_alias: alias, requester_ip_address: address } })}\n`
    const all = await clients(aFile(aRequest('search', '10.0.0.1') + aRequest('docs', '10.0.0.1')))
    expect(all.top.map(({ client }) => client).toSorted()).toEqual(['docs', 'search'])
    const some = await clients(aFile(aRequest('search', '10.0.0.1') + aRequest(undefined, '10.0.0.1')))
    expect(some.top.map(({ client }) => client)).toEqual(['10.0.0.1'])
  })

  it('prints a table', async () => {
    const { out, code } = await run('clients', aFile(INCIDENT), '--since', '10m', '--baseline', '1h')
    expect(code).toBe(0)
    expect(out.split('\n').slice(3, 7)).toEqual([
      'address       of requests   before  requests  a second  failed',
      '10.0.0.2           75.0 %    0.0 %     1,797      3.00       0',
      '10.0.0.1           25.0 %  100.0 %       600      1.00       0',
      'all               100.0 %    100 %     2,397      4.00       0',
    ])
  })

  it('counts those who are not named, and says what the columns mean', async () => {
    const many = Array.from({ length: 30 }, (_, host) =>
      clf(host, `10.0.0.${host}`, ingress(9)).repeat(host === 7 ? 9 : 1),
    )
    const path = aFile(many.join('') + clf(31, '10.0.0.7', ingress(9)).replace('" 200', '" 504'))
    const { out } = await run('clients', path, '--top', '2')
    expect(out).toContain('… and 28 more with 28 requests; --top shows more of them')
    expect(out).toMatch(/- failed: answered with 5xx/u)
    expect(out).toMatch(/- at once: how many/u)
    expect(JSON.parse((await run('clients', path, '--top', '2', '--format', 'json')).out)).toMatchObject({
      more: { clients: 28, requests: 28 },
    })
    const all = await run('clients', path, '--top', '30')
    expect(all.out).not.toContain('… and')
    expect(JSON.parse((await run('clients', path, '--top', '30', '--format', 'json')).out)).toMatchObject({
      more: null,
    })
  })

  it('shows that little is not nothing', async () => {
    const path = aFile(clf(0, '10.0.0.1', ingress(9)) + clf(3000, '10.0.0.1', ingress(9)))
    const row = (await run('clients', path)).out.split('\n').find((line) => line.startsWith('10.0.0.1'))
    expect(row).toMatch(/ <0\.001 .* 0\.001 /u)
  })

  it('tells of an X-Forwarded-For that nobody vouches for, and of a trust in everybody', async () => {
    const path = aFile(clf(1, '10.0.0.1', '"198.51.100.7"').repeat(3))
    const told = /--trust with its network/u
    expect((await clients(path)).notes.join()).toMatch(told)
    expect((await clients(path, '--trust', '10.0.0.0/8')).notes.join()).not.toMatch(told)
    expect((await clients(aFile(clf(1, '10.0.0.1', '"-"')))).notes.join()).not.toMatch(told)
    for (const everybody of ['0.0.0.0/0', '::/0']) {
      expect((await clients(path, '--trust', everybody)).notes.join()).toContain(
        `--trust ${everybody} believes everybody`,
      )
    }
    expect((await clients(path, '--trust', '10.0.0.0/8')).notes.join()).not.toMatch(/believes everybody/u)
  })

  it.each([['le'], ['be']] as const)('says of UTF-16 (%s) what it is', async (order) => {
    const bytes = Buffer.from(`\uFEFF${uvicornLine(NOON, '10.0.0.1')}`, 'utf16le')
    const path = aFile(order === 'le' ? bytes : bytes.swap16())
    const { code, err } = await run('clients', path)
    expect({ code, err }).toEqual({
      code: 2,
      err: `whyslow: ${path} cannot be read: it is UTF-16 text; make UTF-8 of it first: iconv -f UTF-16 -t UTF-8\n`,
    })
  })

  it('says how a pipe is read', async () => {
    const path = join(aFolder(), 'pipe')
    execFileSync('mkfifo', [path])
    const { code, err } = await run('clients', path)
    expect({ code, err }).toEqual({
      code: 2,
      err: `whyslow: ${path} cannot be read: it is a pipe or a device, no file; read it as standard input: whyslow clients - < ${path}\n`,
    })
  })

  it('shows in verbose how lines look, and never what they say', async () => {
    const { out, code } = await run('clients', aFile('my secret prompt\u001B[2J\n'), '--verbose')
    expect(code).toBe(11)
    expect(out).toContain('aa aaaaaa aaaaaa?[0a')
    expect(out).not.toContain('secret')
    expect(out).not.toContain('\u001B')
  })

  it.each([
    ['no line', '', [], 'there is no line to read'],
    ['no access log', 'hello\n', [], 'no line looks like one of an access log'],
    ['another format than stated', uvicornLine(NOON, '10.0.0.1'), ['--log-format', 'caddy'], 'in the format caddy'],
    ['health checks', uvicornLine(NOON, '10.0.0.9', 'GET /health HTTP/1.1" 200 OK'), [], 'none of them asks for'],
  ])('says of a file of %s what it is, and nothing of its times', async (_, text, args, words) => {
    const { out, code } = await run('clients', aFile(text), ...args)
    expect(code).toBe(11)
    expect(out).toContain(words)
    expect(out).not.toContain('no times in the lines')
  })

  it.each([
    [['/nowhere/x.log'], 'whyslow: /nowhere/x.log cannot be read: there is no such file\n'],
    [['/tmp'], 'whyslow: /tmp cannot be read: it is a folder\n'],
    [['/nowhere/*.log'], 'whyslow: /nowhere/*.log means no file that can be seen; check the path\n'],
    [['x', '--trust', 'a'], 'whyslow: --trust "a" is not a network; write it like 10.0.0.0/8 or 10.1.2.3\n'],
    [['x', '--since', 'a'], 'whyslow: --since "a" is not a duration; write it like 10m or 1h30m\n'],
    [['x', '--timezone', 'a'], 'whyslow: timezone "a" is unknown; write it like Europe/Berlin or UTC\n'],
    [['x', '--top', '0'], /--top.*choose 1 to 1000/u],
    [['x', '--log-format', 'a'], /format "a" is unknown; choose one of uvicorn, /u],
    [[], /missing required argument/u],
  ])('refuses %j in one line', async (args, words) => {
    const { code, err, out } = await run('clients', ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^whyslow: [^\n]+\n$/u)
    expect(err).toMatch(words)
  })
})
