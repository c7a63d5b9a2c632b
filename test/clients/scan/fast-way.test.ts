import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccessLine, isAccessLine } from '../../../src/clients/access-line.ts'
import { FORMATS } from '../../../src/clients/formats/list.ts'
import { createLineReader } from '../../../src/clients/read-line.ts'
import { chooseFastWay } from '../../../src/clients/scan/choose-fast-way.ts'
import { chunkOf } from '../../../src/clients/scan/chunk.ts'
import type { FastWay } from '../../../src/clients/scan/fast-way.ts'
import { createFound } from '../../../src/clients/scan/found.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { ROOT } from '../../structure/source-files.ts'
import { RULES } from './rules.ts'

const CLOCK = { zone: () => 0, reference: unixSeconds(1_796_000_000) }
const WRAPPERS = [[], ['cri'], ['timestamps'], ['docker-json-file']]
const FORMAT_IDS = [
  'uvicorn',
  'ingress-nginx',
  'nginx-combined',
  'nginx-main',
  'gunicorn',
  'kong-access',
  'envoy',
  'istio',
  'nginx-json',
  'json',
]

function readerOf(id: string, wrappers: readonly string[]): FastWay | undefined {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new Error(`no format ${id}`)
  return chooseFastWay({ format, wrappers }, { rules: RULES, hasTrust: false, clock: CLOCK })
}

/** What a fast way says of a line, undefined where it is not sure. */
function readFast(text: string, fast: FastWay | undefined): unknown {
  if (fast === undefined) return undefined
  const bytes = new TextEncoder().encode(`${text}\n`)
  const chunk = chunkOf(bytes)
  const found = createFound()
  // A way that has learnt from a line says the same of it when it sees it again.
  const first = fast(chunk, 0, found)
  const next = fast(chunk, 0, found)
  expect(next).toBe(first)
  if (next < 0) return undefined
  expect(next).toBe(bytes.length)
  const source = found.source ?? bytes
  const slice = (start: number, end: number): string => new TextDecoder().decode(source.subarray(start, end))
  return {
    peer: found.keyEnd > found.keyStart ? slice(found.keyStart, found.keyEnd) : undefined,
    at: rounded(found.at),
    isInference: found.isInference,
    isFailure: found.isFailure,
    isLimited: found.isLimited,
    ...(found.hasSums && {
      duration: told(found.duration),
      requestBytes: told(found.requestBytes),
      attempts: told(found.attempts),
      promptTokens: told(found.promptTokens),
      outputTokens: told(found.outputTokens),
      upstream: found.upstreamEnd > found.upstreamStart ? slice(found.upstreamStart, found.upstreamEnd) : undefined,
    }),
  }
}

const told = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value)
/** To the millisecond: a double has no more of a nanosecond. */
const rounded = (at: number | undefined): number | undefined =>
  at === undefined || Number.isNaN(at) ? undefined : Math.round(at * 1e5) / 1e5

function readSlow(text: string, id: string, isWithSums: boolean): unknown {
  const format = FORMATS.find((one) => one.id === id)
  if (format === undefined) throw new Error(`no format ${id}`)
  const [line, ...more] = createLineReader(CLOCK).read(text, [format])
  if (line === undefined || more.length > 0 || !isAccessLine(line.parsed)) return line?.parsed
  const { parsed } = line
  return {
    peer: parsed.peer,
    at: rounded(parsed.at),
    isInference: RULES.isInference(parsed),
    isFailure: (parsed.status ?? 0) >= 500 || parsed.isGivenUp === true,
    isLimited: parsed.status === 429,
    ...(isWithSums && sumsOf(parsed)),
  }
}

function sumsOf({ duration, requestBytes, upstreams, attempts, promptTokens, outputTokens }: AccessLine): object {
  return {
    duration,
    requestBytes,
    attempts: attempts ?? upstreams?.length,
    promptTokens,
    outputTokens,
    upstream: upstreams?.at(-1),
  }
}

/** Compares the ways of a line in all formats and wrappers; gives how many were sure. */
function compare(text: string): number {
  let sure = 0
  for (const id of FORMAT_IDS) {
    for (const wrappers of WRAPPERS) {
      const fast = readFast(text, readerOf(id, wrappers))
      if (fast === undefined) continue
      sure++
      const isWithSums = typeof fast === 'object' && fast !== null && 'duration' in fast
      expect(readSlow(text, id, isWithSums), `${id} in ${wrappers.join(' ')}: ${JSON.stringify(text)}`).toEqual(fast)
    }
  }
  return sure
}

/** Mostly the everyday value, so that most of a line is as it should be. */
const mostly = <Value>(value: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: other })

const octet = fc.integer({ min: 0, max: 255 })
const ipv4 = fc.tuple(octet, octet, octet, octet).map((parts) => parts.join('.'))
const peer = mostly(
  ipv4,
  fc.constantFrom('::1', '2001:db8::7', '::ffff:10.0.0.1', '-', 'gateway', '', '01.2.3.4', '[::1]', 'a b', '1.2.3'),
)
const word = fc.constantFrom('OK', 'Not Found', 'Internal Server Error', "I'm a Teapot", '', 'Ö', '"', ' ')
const path = fc.constantFrom(
  '/v1/chat/completions',
  '/v1/completions',
  '/health',
  '/v1/chat/completions?a=b',
  '/x%20y?q="',
  '/a\\x22b',
  '//',
  '/',
  '*',
  'http://host:80/v1/completions',
  '/v1/completions#x',
  '/v1/completions?',
)
const method = fc.constantFrom('POST', 'GET', 'post', 'M-SEARCH', 'P', '')
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/2', 'HTTP/3.0', 'http/1.1', '')
const status = mostly(
  fc.constantFrom('200', '429', '499', '503'),
  fc.constantFrom('404', '099', '0', '-', '20', '2000'),
)
const request = fc
  .tuple(mostly(fc.constant('POST'), method), path, mostly(fc.constantFrom('HTTP/1.1', 'HTTP/2.0'), version))
  .map((parts) => parts.join(' '))
const year = fc.integer({ min: 1999, max: 2030 })
const moment = fc.date({ min: new Date('2001-09-10'), max: new Date('2060-01-01'), noInvalidDate: true })
const two = (max: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'))
const iso = mostly(
  fc
    .tuple(
      moment,
      fc.constantFrom('', '.1', '.123456789', '.1234567'),
      fc.constantFrom('Z', '+00:00', '+05:30', '-09:00'),
    )
    .map(([at, fraction, zone]) => `${at.toISOString().slice(0, 19)}${fraction}${zone}`),
  fc
    .tuple(
      fc.tuple(year, two(13), two(32), two(24), two(60), two(61)),
      fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{0,10}$/u)),
      fc.constantFrom('Z', '+00:00', '-00:00', '+05:30', '-0900', '', '+15:00', '+5:30'),
    )
    .map(([[y, mo, d, h, mi, s], fraction, zone]) => `${y}-${mo}-${d}T${h}:${mi}:${s}${fraction}${zone}`),
)
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const clf = mostly(
  fc.tuple(moment, fc.constantFrom('+0000', '+0330', '-0900')).map(([at, zone]) => {
    const [date = '', time = ''] = at.toISOString().slice(0, 19).split('T')
    const [y, m, d] = date.split('-')
    return `${d}/${MONTHS[Number(m) - 1]}/${y}:${time} ${zone}`
  }),
  fc
    .tuple(
      two(32),
      fc.constantFrom('Jan', 'Feb', 'Nov', 'Dec', 'Xxx'),
      year,
      fc.tuple(two(24), two(60), two(61)),
      fc.constantFrom('+0000', '+0330', '-0900', ' ', '+00:00', ''),
    )
    .map(([d, month, y, time, zone]) => `${d}/${month}/${y}:${time.join(':')} ${zone}`),
)
const integer = fc.nat({ max: 100_000 }).map(String)
const seconds = fc.nat({ max: 100_000 }).map((value) => (value / 1000).toFixed(3))
const number = mostly(
  integer,
  fc.constantFrom('-', '', '0.040', '12.345', '1.2', '.5', '99999999999999999999', '007', '5.', '0.0401'),
)
const agent = mostly(
  fc.constantFrom('curl/8.7.1', 'Mozilla/5.0 (X11; Linux)', '-'),
  fc.constantFrom('-', '', 'a "b" c', 'x\\x22y', 'ünï', 'a\\', '" 1 2'),
)
const upstream = mostly(
  fc.constant('10.42.0.1:8000'),
  fc.constantFrom('-', '10.0.0.1:80, 10.0.0.2:80', 'vllm', '[::1]:80', '10.0.0.1', ':80'),
)

const uvicornLine = fc
  .tuple(
    mostly(
      fc.constantFrom('', '(APIServer pid=1) ', '(ApiServer_0 pid=77) '),
      fc.constantFrom('(pid=7, ip=1.2.3.4) ', '(A-b pid=7) ', '(APIServer pid=) ', '(1x pid=2) '),
    ),
    mostly(fc.constant('INFO:     '), fc.constantFrom('INFO:    ', 'WARNING:  ', '', 'INFO:      ')),
    peer,
    mostly(fc.constantFrom(':0', ':47292'), fc.constantFrom('', ':', ':123456', ':4711 12')),
    request,
    fc
      .tuple(
        status,
        mostly(
          fc.constantFrom(' OK', ''),
          word.map((text) => ` ${text}`),
        ),
      )
      .map((parts) => parts.join('')),
  )
  .map(([process, level, address, port, line, end]) => `${process}${level}${address}${port} - "${line}" ${end}`)

const clfLine = fc
  .tuple(
    fc.tuple(peer, mostly(fc.constant(' - - '), fc.constantFrom(' - alice ', ' - - - ', ' - ', ' - a [b ')), clf),
    request,
    fc.tuple(status, number),
    fc.tuple(agent, agent),
    fc.oneof(
      fc.constant(''),
      agent.map((text) => ` "${text}"`),
      mostly(fc.constant('83b6'), agent).map((text) => ` kong_request_id: "${text}"`),
      fc
        .tuple(
          number,
          mostly(seconds, number),
          mostly(fc.constantFrom('[llm-8000] []', '[a] [b]'), fc.constantFrom('[a]', '[] []', '[a b] []')),
          upstream,
          number,
          mostly(seconds, number),
          status,
          mostly(fc.constant('a0aa'), fc.constantFrom('', 'a b')),
        )
        .map((parts) => ` ${parts.join(' ')}`),
    ),
  )
  .map(([[address, user, time], line, numbers, agents, tail]) => {
    return `${address}${user}[${time}] "${line}" ${numbers.join(' ')} ${agents.map((text) => `"${text}"`).join(' ')}${tail}`
  })

const flag = mostly(fc.constantFrom('-', 'DC', 'UT'), fc.constantFrom('DR', 'DC,UT', 'DownstreamRemoteReset', '', '--'))
const details = fc.constantFrom(
  '',
  ' via_upstream - "-"',
  ' - "a b" "c"',
  ' "a" "-"',
  ' a"b - "-"',
  ' response_timeout - "x,y"',
)
const cluster = fc.constantFrom('outbound|80||llm', 'inbound|80||', 'inbound-vip|80|http|llm', '-', 'a"b')
const remote = mostly(
  ipv4.map((address) => `${address}:40658`),
  fc.constantFrom(
    '-',
    '10.0.0.1',
    '10.0.0.1:123456',
    '[::1]:80',
    'envoy://internal_client_address/',
    '1.2.3:4',
    '10.0.0.1:',
  ),
)
const mesh = fc
  .tuple(
    cluster,
    mostly(fc.constant('10.0.0.9:1'), peer),
    peer,
    remote,
    mostly(fc.constant('-'), agent),
    mostly(fc.constant('default'), agent),
  )
  .map((parts) => ` ${parts.join(' ')}`)
const host = mostly(upstream, fc.constantFrom('10.0.0.1:', '10.0.0.1:123456', '10.0.0.1:80:90', '..:8'))
/** Envoy's own, Istio's, and what is neither. */
const kind = mostly(
  fc.constantFrom<readonly [string, boolean]>(['', false], [' via_upstream - "-"', true]),
  fc.tuple(details, fc.boolean()).map(([text, isMesh]): readonly [string, boolean] => [text, isMesh]),
)
const envoyLine = fc
  .tuple(
    mostly(
      moment.map((at) => at.toISOString()),
      iso,
    ),
    request,
    fc.tuple(status, flag),
    fc.tuple(number, number, number, mostly(number, fc.constant('-'))),
    fc.tuple(agent, agent, mostly(fc.constantFrom('83b6', ''), agent), mostly(fc.constant('llm:80'), agent), host),
    fc.tuple(kind, mesh),
  )
  .map(([time, line, [code, own], numbers, texts, [[more, isMesh], tail]]) => {
    const quotes = texts.map((text) => `"${text}"`).join(' ')
    return `[${time}] "${line}" ${code} ${own}${more} ${numbers.join(' ')} ${quotes}${isMesh ? tail : ''}`
  })

const wrapped = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    line,
    fc
      .tuple(iso, fc.constantFrom(' stdout F ', ' stderr F ', ' stdout P ', ' stdout F', ' ', '  ', ' stdin F '), line)
      .map((parts) => parts.join('')),
    line.map((text) => `${text}\r`),
    fc
      .tuple(
        line,
        iso,
        fc.constantFrom('stdout', 'stderr'),
        mostly(fc.constant('\n'), fc.constantFrom('', '\t\n', '\n\n')),
      )
      .map(([log, time, stream, end]) => JSON.stringify({ log: log + end, stream, time })),
    line.map((text) => `\u001B[32m${text}\u001B[0m`),
  )

const jsonValue = fc.constantFrom(
  '""',
  'null',
  '"-"',
  '0',
  '12',
  '0.040',
  '"0.040"',
  '"12"',
  '-1',
  '1e3',
  '007',
  'true',
  '[1]',
  '{"ip":"1.2.3.4"}',
  '"a\\"b"',
  '"a\\xb"',
  'nan',
  '.5',
  '1.',
)
const quoted = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => text.map((value) => JSON.stringify(value))
const jsonFields: Readonly<Record<string, fc.Arbitrary<string>>> = {
  time: quoted(mostly(iso, clf)),
  msec: mostly(
    fc.nat({ max: 999_999_999 }).map((value) => `${1_700_000_000 + value}.123`),
    fc.constantFrom('12', '1795955588203', '"1795955588.203"'),
  ),
  remote_addr: quoted(peer),
  client_ip: quoted(mostly(ipv4, fc.constantFrom('', '-', '1.2.3.4:80'))),
  x_forwarded_for: quoted(fc.oneof(ipv4, fc.constant(''), fc.constant('-'))),
  method: quoted(mostly(fc.constantFrom('POST', 'GET'), method)),
  uri: quoted(path),
  request: quoted(request),
  status: mostly(fc.constantFrom('200', '499', '503', '"504"'), fc.constantFrom('0', '"-"', '20', '200.5')),
  request_length: integer,
  request_time: mostly(seconds, fc.constantFrom('12', '"0.033"', '"-"', '0.1234567891')),
  duration: fc.constantFrom('""', '"12ms"', '5', 'null'),
  duration_ms: integer,
  upstream_addr: quoted(upstream),
  consumer: quoted(fc.constantFrom('', '-', 'team-a', 'None')),
  prompt_tokens: integer,
  completion_tokens: integer,
  user_agent: quoted(agent),
  request_id: quoted(fc.constantFrom('a0', '')),
}
const EVERYDAY = ['time', 'remote_addr', 'method', 'uri', 'status', 'request_time', 'request_length', 'upstream_addr']

/** Several lines of one program: the first one is learnt from. */
const jsonLines = fc
  .tuple(
    fc.subarray(Object.keys(jsonFields)).map((more) => [...new Set([...EVERYDAY, ...more])]),
    fc.constantFrom('', ' '),
    fc.boolean(),
  )
  .chain(([keys, blank, isShort]) => {
    const own = isShort ? EVERYDAY : keys
    const line = fc
      .tuple(...own.map((key) => mostly(jsonFields[key] ?? jsonValue, jsonValue)))
      .map((all) => `{${all.map((value, index) => `"${own[index]}":${blank}${value}`).join(`,${blank}`)}}`)
    return fc.array(line, { minLength: 2, maxLength: 4 })
  })

describe('the fast ways', () => {
  it('say what the slow way says of generated lines of JSON, learnt from the lines before', () => {
    let sure = 0
    fc.assert(
      fc.property(jsonLines, (lines) => {
        const fast = readerOf('nginx-json', [])
        for (const line of lines) {
          const said = readFast(line, fast)
          if (said === undefined) continue
          sure++
          expect(said, `of ${JSON.stringify(line)}`).toEqual(readSlow(line, 'nginx-json', true))
        }
      }),
      { numRuns: 2000 },
    )
    expect(sure).toBeGreaterThan(300)
  })

  it.each([['uvicorn', '10.0.0.1:4711 - "POST /v1/completions HTTP/1.1" 200 OK']])(
    'say what the slow way says of lines of %s',
    (_, example) => {
      expect(compare(`(APIServer pid=1) INFO:     ${example}`)).toBe(1)
    },
  )

  it('say what the slow way says of generated lines of uvicorn', () => {
    let sure = 0
    fc.assert(
      fc.property(wrapped(uvicornLine), (line) => void (sure += compare(line))),
      { numRuns: 2000 },
    )
    expect(sure).toBeGreaterThan(150)
  })

  it('say what the slow way says of generated lines of the Common Log Format', () => {
    let sure = 0
    fc.assert(
      fc.property(wrapped(clfLine), (line) => void (sure += compare(line))),
      { numRuns: 2500 },
    )
    expect(sure).toBeGreaterThan(150)
  })

  it('say what the slow way says of generated lines of Envoy and Istio', () => {
    let sure = 0
    fc.assert(
      fc.property(wrapped(envoyLine), (line) => void (sure += compare(line))),
      { numRuns: 2500 },
    )
    expect(sure).toBeGreaterThan(150)
  })

  it.each([
    ['envoy', ''],
    ['istio', ' outbound|80||llm 10.0.0.9:1 10.0.0.9:80 10.0.0.7:40658 - default'],
  ])('of %s are taken where no proxy is trusted, and where no copy of the mesh is meant', (id, tail) => {
    const head = '[2026-11-29T12:33:08.123Z] "POST /v1/completions HTTP/2" 200 -'
    const rest = '105 432 1526 451 "10.3.3.3" "curl/8" "83b6" "llm" "10.0.0.9:80"'
    const line = `${head}${id === 'istio' ? ' via_upstream - "-"' : ''} ${rest}${tail}`
    const format = FORMATS.find((one) => one.id === id)
    if (format === undefined) throw new Error(id)
    const options = { rules: RULES, hasTrust: false, clock: CLOCK }
    const choose = (more: object): FastWay | undefined =>
      chooseFastWay({ format, wrappers: [] }, { ...options, ...more })
    const isSure = (more: object): boolean => readFast(line, choose(more)) !== undefined
    expect(readFast(line, choose({}))).toEqual(readSlow(line, id, true))
    expect(isSure({ counted: 'outbound' })).toBe(true)
    expect(isSure({ counted: 'inbound' })).toBe(id === 'envoy')
    expect(choose({ hasTrust: true })).toBeUndefined()
  })

  const corpus = join(ROOT, '../shared/corpus/access-logs')
  it.skipIf(!existsSync(corpus))('say what the slow way says of real lines', () => {
    let sure = 0
    let inDockers = 0
    for (const file of readdirSync(corpus)) {
      if (!file.endsWith('.log')) continue
      for (const line of readFileSync(join(corpus, file), 'utf8').split('\n')) {
        sure += compare(line)
        sure += compare(`2026-11-29T12:33:08.123456789Z stdout F ${line}`)
        const time = '2026-11-29T12:33:08.123456789Z'
        inDockers += compare(JSON.stringify({ log: `${line}\n`, stream: 'stdout', time }))
      }
    }
    expect(sure).toBeGreaterThan(150)
    expect(inDockers).toBeGreaterThan(50)
  })
})
