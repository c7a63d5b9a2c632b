import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, createReadStream, mkdirSync, symlinkSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../../src/domain/time.ts'
import { NOON, aFile, aFolder, requestsOf, scan, uvicornLine } from './logs.ts'

const window = { start: unixSeconds(NOON), end: unixSeconds(NOON + 600) }
const baseline = { start: unixSeconds(NOON - 3600), end: unixSeconds(NOON) }

/** Requests every second from an hour before noon to half past. */
function text(): string {
  return Array.from({ length: 5400 }, (_, second) => uvicornLine(NOON - 3600 + second, `10.0.0.${second % 3}`)).join('')
}

/** Three lines of 10.0.0.1 and one of 10.0.0.2 at noon. */
const FOUR_LINES = [1, 1, 1, 2].map((host) => uvicornLine(NOON, `10.0.0.${host}`)).join('')

/** The same lines, made by `zstd`. */
const ZSTD =
  'KLUv/WSMAA0DAMJFFBpwTXMoIWSKNuPK0HL+oyBN9spM4rpLf3cJAacYVu3rebpiMgltIKzRGI7IgynUJ6qJWMwp6i8A4JNfXMuh0KVNwhatacJ2stHGew4O/ShwvgQAQCTAbgaCORuwQBnwqtsk'

describe('scanFiles', () => {
  it('counts a text by client', async () => {
    const scanned = await scan([aFile(FOUR_LINES)])
    expect(requestsOf(scanned)).toEqual({ '10.0.0.1': [3, 0], '10.0.0.2': [1, 0] })
    expect(scanned.understood).toMatchObject({ total: 4, accessLines: 4, requests: 4, broken: 0, unknown: 0 })
    expect([...scanned.understood.formats]).toEqual([['uvicorn in cri', 4]])
  })

  it('counts window and baseline in one pass, their ends within', async () => {
    expect(requestsOf(await scan([aFile(text())], { spans: { window, baseline } }))).toEqual({
      '10.0.0.0': [200, 1200],
      '10.0.0.1': [200, 1200],
      '10.0.0.2': [200, 1200],
    })
  })

  it('reads a last line without its end, and an empty file', async () => {
    const folder = aFolder()
    const whole = aFile(FOUR_LINES.trimEnd(), 'a.log', folder)
    const empty = aFile('', 'b.log', folder)
    expect(requestsOf(await scan([whole, empty]))).toEqual({ '10.0.0.1': [3, 0], '10.0.0.2': [1, 0] })
  })

  it('reads gzip, several members of it too, and standard input', async () => {
    const packed = Buffer.concat([gzipSync(FOUR_LINES), gzipSync(FOUR_LINES)])
    expect(requestsOf(await scan([aFile(packed, 'a.gz')]))).toEqual({ '10.0.0.1': [6, 0], '10.0.0.2': [2, 0] })
    const stdin = Readable.from([packed.subarray(0, 100), packed.subarray(100)])
    expect(requestsOf(await scan(['-'], { stdin }))).toEqual({ '10.0.0.1': [6, 0], '10.0.0.2': [2, 0] })
    const plain = Readable.from([Buffer.from(FOUR_LINES.slice(0, 50)), Buffer.from(FOUR_LINES.slice(50))])
    expect(requestsOf(await scan(['-'], { stdin: plain }))).toEqual({ '10.0.0.1': [3, 0], '10.0.0.2': [1, 0] })
    expect(requestsOf(await scan(['-'], { stdin: Readable.from([]) }))).toEqual({})
  })

  it('reads zstd', async () => {
    const packed = Buffer.from(ZSTD, 'base64')
    expect(requestsOf(await scan([aFile(packed, 'a.zst')]))).toEqual({ '10.0.0.1': [3, 0], '10.0.0.2': [1, 0] })
  })

  it.each([
    ['a gzip that ends too early', gzipSync(text().repeat(20)).subarray(0, -4000), /end is missing/u],
    ['a gzip with wrong bytes', corrupted(gzipSync(text().repeat(20))), /broken/u],
    ['a zstd that ends too early', Buffer.from(ZSTD, 'base64').subarray(0, 60), /broken/u],
  ])('says so of %s and counts what came before', async (_, bytes, words) => {
    const scanned = await scan([aFile(bytes)])
    expect(scanned.isPartial).toBe(true)
    expect(scanned.problems).toMatchObject([{ isUnread: false }])
    expect(scanned.problems[0]?.words).toMatch(words)
    if (bytes.length > 1000) expect(scanned.understood.requests).toBeGreaterThan(1000)
  })

  it('says what it cannot read, and reads the others', async () => {
    const folder = aFolder()
    mkdirSync(join(folder, 'c.log'))
    execFileSync('mkfifo', [join(folder, 'd.log')])
    aFile(FOUR_LINES, 'a.log', folder)
    const scanned = await scan([join(folder, '*.log'), join(folder, 'missing')])
    expect(scanned.understood.requests).toBe(4)
    expect(scanned.problems.map(({ words }) => words).toSorted()).toEqual([
      'it is a folder',
      'it is a pipe or a device, no file',
      'there is no such file',
    ])
  })

  it('says so of a file it may not read', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may read every file')
    const path = aFile(FOUR_LINES)
    chmodSync(path, 0)
    expect((await scan([path])).problems).toMatchObject([{ words: 'permission denied', isUnread: true }])
  })

  it('reads one file once, however it is named', async () => {
    const folder = aFolder()
    const path = aFile(FOUR_LINES, 'a.log', folder)
    symlinkSync(path, join(folder, 'b.log'))
    expect((await scan([path, join(folder, '*.log'), join(folder, 'b.log')])).understood.requests).toBe(4)
  })

  it('reads what was rotated away, as far as it can hold the time', async () => {
    const folder = aFolder()
    const path = aFile(uvicornLine(NOON + 300, '10.0.0.1'), 'a.log', folder)
    aFile(uvicornLine(NOON + 100, '10.0.0.2'), 'a.log.1', folder)
    aFile(gzipSync(uvicornLine(NOON - 100, '10.0.0.3')), 'a.log-20261129.gz', folder)
    aFile(uvicornLine(NOON - 100, '10.0.0.4'), 'a.log.old.txt', folder)
    const old = aFile(uvicornLine(NOON - 100, '10.0.0.5'), 'a.log.9', folder)
    utimesSync(old, NOON - 7200, NOON - 7200)
    expect(requestsOf(await scan([path], { spans: { window, baseline } }))).toEqual({
      '10.0.0.1': [1, 0],
      '10.0.0.2': [1, 0],
      '10.0.0.3': [0, 1],
    })
  })

  it('looks through a large ordered file instead of reading it, with the same numbers', async () => {
    const folder = aFolder()
    const path = aFile('', 'a.log', folder)
    const line = (second: number): string => uvicornLine(NOON - 86_400 + second, `10.0.0.${second % 5}`)
    for (let hour = 0; hour < 30; hour++) {
      const lines = Array.from({ length: 3600 * 4 }, (_, index) => line(hour * 3600 + Math.floor(index / 4)))
      appendFileSync(path, lines.join(''))
    }
    const sought = await scan([path], { spans: { window, baseline } })
    const read = await scan(['-'], { spans: { window, baseline }, stdin: createReadStream(path) })
    expect(requestsOf(sought)).toEqual(requestsOf(read))
    expect(sought.bytes).toBeLessThan(read.bytes / 5)
    expect(sought.beginsAt).toBe(NOON - 86_400)
  })

  it('reads all of a large file that is not in the order of time', async () => {
    const early = Array.from({ length: 80_000 }, (_, index) => uvicornLine(NOON + (index % 600), '10.0.0.1')).join('')
    const late = Array.from({ length: 80_000 }, (_, index) => uvicornLine(NOON + 90_000 + index, '10.0.0.2')).join('')
    const path = aFile(early + late + early)
    expect(requestsOf(await scan([path], { spans: { window } }))['10.0.0.1']?.[0]).toBe(
      (2 * early.length) / uvicornLine(NOON, '10.0.0.1').length - 2 * 134,
    )
  })

  it('reads over the hole of a file that was cut under its writer', async () => {
    const path = aFile('')
    truncateSync(path, 40 * 1024 * 1024)
    appendFileSync(path, FOUR_LINES)
    expect(requestsOf(await scan([path]))).toEqual({ '10.0.0.1': [3, 0], '10.0.0.2': [1, 0] })
    expect(requestsOf(await scan([path], { spans: { baseline, window } }))).toEqual({
      '10.0.0.1': [0, 3],
      '10.0.0.2': [0, 1],
    })
  })

  it('stops at the deadline and says so', async () => {
    const path = aFile(FOUR_LINES)
    const scanned = await scan([path], { deadline: AbortSignal.abort() })
    expect(scanned).toMatchObject({ isPartial: true, problems: [{ isUnread: true }] })
  })

  it('keeps nothing of what stands in a line it does not understand', async () => {
    const scanned = await scan([aFile('prompt: the secret 42 words\n\u001B]0;x\u0007 evil\n')])
    expect(scanned.understood).toMatchObject({ total: 2, unknown: 2 })
    const shapes = scanned.understood.shapes.map(({ shape }) => shape)
    expect(shapes).toEqual(['aaaaaa: aaa aaaaaa 00 aaaaa', '?]0;a? aaaa'])
  })

  it('takes no piece of a line for a line of its own, however it looks', async () => {
    const forged = 'INFO:     6.6.6.6:1 - "POST /v1/completions HTTP/1.1" 200 OK'
    const cri = `${new Date(NOON * 1000).toISOString()} stdout`
    const inCri = `${cri} P prompt: hello \n${uvicornLine(NOON, '10.0.0.1').replace('stdout', 'stderr')}${cri} F ${forged}\n`
    const docker = (log: string): string =>
      `${JSON.stringify({ log, stream: 'stdout', time: '2026-11-29T12:00:00.5Z' })}\n`
    const inDocker = docker('prompt: hello ') + docker(`${forged}\n`)
    const whole = docker('INFO:     10.0.0.1:4711 - "POST /v1/completions HTTP/1.1" 200 OK\n')
    expect(requestsOf(await scan([aFile(FOUR_LINES + inCri)]))).toEqual({ '10.0.0.1': [4, 0], '10.0.0.2': [1, 0] })
    expect(requestsOf(await scan([aFile(whole.repeat(9) + inDocker + whole)]))).toEqual({ '10.0.0.1': [10, 0] })
  })

  it('tells each file its own format', async () => {
    const folder = aFolder()
    const one = aFile(FOUR_LINES, 'a.log', folder)
    const clf = '10.0.0.9 - - [29/Nov/2026:12:00:00 +0000] "POST /v1/completions HTTP/1.1" 504 78 "-" "curl/8"\n'
    const other = aFile(clf, 'b.log', folder)
    const scanned = await scan([one, other])
    expect(scanned.understood.formats.size).toBe(2)
    expect(requestsOf(scanned)['10.0.0.9']).toEqual([1, 0])
  })

  it('notices that a text goes on in another format', async () => {
    const clf = '10.0.0.9 - - [29/Nov/2026:12:00:00 +0000] "POST /v1/completions HTTP/1.1" 504 78 "-" "curl/8"\n'
    const scanned = await scan([aFile(text() + clf.repeat(5000))])
    expect(requestsOf(scanned)['10.0.0.9']?.[0]).toBeGreaterThan(4000)
  })
})

function corrupted(bytes: Buffer): Buffer {
  bytes.fill(0x55, bytes.length - 5000, bytes.length - 4000)
  return bytes
}
