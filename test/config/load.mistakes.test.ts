import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadClusters, loadConfig } from '../../src/config/load.ts'
import { RESERVED_PATHS } from '../../src/config/schema.ts'
import { aServer } from '../http/a-server.ts'
import { CLUSTERS, load, mistake } from './a-file.ts'

function prometheus(more: string): string {
  return `clusters: [{ name: a, prometheus: { url: "http://a", ${more} } }]\n`
}

describe('keys that nothing reads', () => {
  it.each([
    ['slack.dialect', `${CLUSTERS}slack: { channel: x, dialect: en }\n`],
    ['clusters[0].tempo', 'clusters: [{ name: a, prometheus: { url: "http://a" }, tempo: { url: "http://b" } }]\n'],
  ])('refuses %s', (place, text) => {
    expect(mistake(text).startsWith(`${place}: unknown key; known here are `)).toBe(true)
  })
})

describe('a key that is a map', () => {
  it('is refused like any unknown one, and nothing is warned of', () => {
    const warn = vi.spyOn(process, 'emitWarning')
    expect(mistake(`${CLUSTERS}? { a: 1 }\n: x\n`)).toMatch(/unknown key/u)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('secrets that no header can carry', () => {
  const LINES = 'is not one line of text; write nothing but the secret there'
  const PLACES = [
    ['clusters[0].prometheus.bearer_token', (how: string) => prometheus(`bearer_token${how}`)],
    ['webhook.bearer_token', (how: string) => `${CLUSTERS}webhook: { bearer_token${how} }\n`],
    ['slack.bot_token', (how: string) => `${CLUSTERS}slack: { channel: x, bot_token${how} }\n`],
    ['slack.signing_secret', (how: string) => `${CLUSTERS}slack: { channel: x, signing_secret${how} }\n`],
    [
      'webhook.basic_auth.password',
      (how: string) => `${CLUSTERS}webhook: { basic_auth: { username: a, password${how} } }\n`,
    ],
  ] as const

  it.each(PLACES)('refuses %s of several lines, binary, or of any size', (place, write) => {
    const name = place.split('.').at(-1) ?? ''
    expect(mistake(write('_file: lines'))).toBe(`${place}_file: /lines ${LINES}`)
    expect(mistake(write('_file: binary'))).toBe(`${place}_file: /binary ${LINES}`)
    expect(mistake(write('_env: MANY'), { MANY: 's3cr3t-one\r\ns3cr3t-two' })).toBe(
      `${place}_env: the variable MANY ${LINES}`,
    )
    expect(mistake(write('_file: huge'))).toBe(
      `${place}_file: cannot read /huge (it is larger than 64 kB); name a file this user may read`,
    )
    expect(mistake(write('_file: /dev/zero'))).toBe(
      `${place}_file: cannot read /dev/zero (it is a pipe or a device, no file); name a file this user may read`,
    )
    const spoken = load(write('_file: spoken')).config
    if (name === 'password') expect(spoken).not.toThrow()
    else expect(spoken).toThrow(`holds blanks or letters beyond ASCII, which no ${name} has; check it`)
  })
})

describe('headers that HTTP refuses', () => {
  it.each([
    ['"X Scope": a', '"X Scope" is no header name; write letters, digits and - only'],
    ['"": a', '"" is no header name; write letters, digits and - only'],
    [String.raw`"X\nY": a`, String.raw`"X\nY" is no header name; write letters, digits and - only`],
    [String.raw`X-Scope: "a\r\nHost: b"`, 'the value of "X-Scope" cannot be sent; write one line of ASCII'],
    ['X-Scope: "\u4f60"', 'the value of "X-Scope" cannot be sent; write one line of ASCII'],
    ['Content-Length: "5"', '"Content-Length" is for whyslow to set; take it out'],
    ['transfer-encoding: chunked', '"transfer-encoding" is for whyslow to set; take it out'],
  ])('refuses %s', (header, expected) => {
    expect(mistake(prometheus(`headers: { ${header} }`))).toBe(`clusters[0].prometheus.headers: ${expected}`)
  })
})

describe('certificates', () => {
  it.each(['cert_file', 'key_file'])('refuses %s alone', (key) => {
    expect(mistake(prometheus(`tls: { ${key}: token }`))).toBe(
      'clusters[0].prometheus.tls: cert_file and key_file belong together; write both or neither',
    )
  })
})

describe('webhook.path', () => {
  const taken = [...RESERVED_PATHS, '/metrics/', '/./healthz', '/a/../readyz', '/slack/events//']

  it.each(taken)('refuses %s, where something else is', (path) => {
    expect(mistake(`${CLUSTERS}webhook: { path: ${path} }\n`)).toBe(
      'webhook.path: there is something else there; write a path such as /webhook',
    )
  })

  it.each(['/', '/metrics/alerts', '/slack', '/slack/events2', '//metrics'])('takes %s', (path) => {
    expect(load(`${CLUSTERS}webhook: { path: ${path} }\n`).config().webhook.path).toBe(path)
  })

  it('knows every path that the server has', async () => {
    const { url } = await aServer({ slack: { path: '/slack/events', handle: () => undefined } })
    const { error } = (await (await fetch(`${url}/nowhere`)).json()) as { error: string }
    const known = error.replace(/^.* there are /u, '').split(', ')
    expect(known.filter((path) => path !== '/webhook').toSorted()).toEqual(RESERVED_PATHS.toSorted())
  })
})

describe.each([
  ['loadConfig', loadConfig],
  ['loadClusters', loadClusters],
] as const)('a file that is none, for %s', (_name, read) => {
  it.each([
    ['/dev/zero', 'it is a pipe or a device, no file'],
    ['/dev/null', 'it is a pipe or a device, no file'],
    [tmpdir(), 'it is a folder'],
  ])('refuses %s at once', (path, what) => {
    expect(() => read(path, {})).toThrow(`${path}: cannot be read (${what}); name another file with --config`)
  })

  it('refuses a pipe, which it would wait for', () => {
    const folder = mkdtempSync(join(tmpdir(), 'whyslow-pipe-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    expect(() => read(path, {})).toThrow('it is a pipe or a device, no file')
  })
})

describe('a file that is no text', () => {
  it('refuses one that is larger than settings are', () => {
    expect(mistake(`# ${'x'.repeat(1024 * 1024)}\n`)).toBe(
      'cannot be read (it is larger than 1 MB); name another file with --config',
    )
  })

  it.each([
    ['zeroes', Buffer.alloc(100)],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfe])],
    ['Latin-1', Buffer.from('store: caf\u00e9\n', 'latin1')],
    ['text that a terminal obeys', Buffer.from('\u001b[2J: x\n')],
  ])('shows nothing of %s', (_name, bytes) => {
    expect(mistake(bytes)).toBe('is not text; name another file with --config')
  })

  it('takes a byte order mark', () => {
    expect(load(`\uFEFF${CLUSTERS}`).config().clusters).toHaveLength(1)
  })
})
