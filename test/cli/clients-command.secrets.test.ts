import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFile, aFolder } from '../clients/scan/logs.ts'
import { NOW, run } from './capture.ts'

/** 16 letters and digits that no other text has. */
const secret = fc.stringMatching(/^Zq[0-9][A-Za-z0-9]{13}$/u)

/** How people write a key, with the secret of it. */
const KEYS: readonly ((secret: string) => string)[] = [
  (own) => `sk-${own}`,
  (own) => `sk-proj-${own}${own}`,
  (own) => `sk-ant-api03-${own}-${own}`,
  (own) => `Bearer ${own}`,
  (own) => `Bearer%20${own}`,
  (own) => `Basic ${btoa(`${own}:${own}`)}`,
  (own) => `Authorization: Bearer ${own}`,
  (own) => `authorization=Bearer+${own}`,
  (own) => `gsk_${own}`,
  (own) => `hf_${own}`,
  (own) => `nvapi-${own}`,
  (own) => `eyJhbGciOiJIUzI1NiJ9.${own}.${own}`,
  (own) => `api_key=${own}`,
  (own) => `apikey=${own}`,
  (own) => `key=${own}`,
  (own) => `x-api-key: ${own}`,
  (own) => `access_token=${own}`,
  (own) => `client_secret=${own}`,
  (own) => `password=${own}`,
  (own) => `https://batch:${own}@gw.example.com/v1`,
]

/** What a person asked; none of it is for others. */
const PROMPT = 'Summarizemybiopsyreport'

interface Line {
  readonly second: number
  readonly key: string
}

const at = (second: number): string => new Date(NOW - 600_000 + second * 1000).toISOString()
const clf = (second: number): string => `29/Nov/2026:${at(second).slice(11, 19)} +0000`
const json = (fields: object): string => JSON.stringify(fields)

/** Lines that hold a key, and what was asked, wherever programs and people put such. */
const LINES: readonly ((line: Line) => string)[] = [
  ({ second, key }) =>
    `10.0.0.1 - - [${clf(second)}] "POST /v1/completions?${encodeURI(key)}&prompt=${PROMPT} HTTP/1.1" 200 78 "-" "curl/8"`,
  ({ second, key }) =>
    `10.0.0.1 - ${key.replaceAll(/[\s"\\]+/gu, '_')} [${clf(second)}] "POST /v1/completions HTTP/1.1" 200 78 "-" "curl/8"`,
  ({ second, key }) =>
    `10.0.0.1 - - [${clf(second)}] "POST /v1/completions HTTP/1.1" 200 78 "https://x/?${key}" "${key} ${PROMPT}"`,
  ({ second, key }) =>
    `10.0.0.1 - - [${clf(second)}] "POST /v1/completions HTTP/1.1" 200 78 "-" "curl/8" "${key}, 10.9.9.9"`,
  ({ second, key }) =>
    `${at(second)} stdout F INFO:     10.0.0.1:80 - "POST /v1/completions?${encodeURI(key)} HTTP/1.1" 200 OK`,
  ({ second, key }) =>
    `${at(second)} stdout F INFO 11-29 14:00:00 [logger.py:41] Received request cmpl-1: prompt: '${PROMPT} ${key}', params`,
  ({ second, key }) =>
    json({
      time: at(second),
      remote_addr: '10.0.0.1',
      request_uri: `/v1/completions?${key}`,
      method: 'POST',
      status: 200,
      consumer: key,
    }),
  ({ second, key }) =>
    json({
      time: at(second),
      client_ip: '10.0.0.1',
      request: `POST /v1/chat/completions HTTP/1.1`,
      status: 200,
      api_key_alias: key,
      headers: { authorization: key },
      body: { messages: [{ role: 'user', content: `${PROMPT} ${key}` }] },
      upstream_addr: key,
    }),
  ({ second, key }) =>
    json({
      startTime: at(second),
      metadata: { user_api_key_alias: key },
      prompt_tokens: 5,
      messages: [{ content: PROMPT }],
      model: 'm',
    }),
  ({ second, key }) => `${at(second)} something odd ${key} ${PROMPT} "POST /v1/completions" ??? 200`,
  ({ key }) => `{"broken": "${key}", "messages": "${PROMPT}`,
]

const texts = fc
  .array(fc.tuple(secret, fc.nat(KEYS.length - 1)), { minLength: 3, maxLength: 12 })
  .chain((keys) => fc.tuple(fc.constant(keys), fc.array(fc.nat(LINES.length - 1), { minLength: 1, maxLength: 4 })))

describe('whoever asks who sends the load', () => {
  it('is shown no key and nothing of what was asked, whatever stands where in a log', async () => {
    const folder = aFolder()
    await fc.assert(
      fc.asyncProperty(texts, async ([keys, kinds]) => {
        const lines = keys.flatMap(([own, kind], index) =>
          kinds.map((line) => LINES[line]?.({ second: index * 30, key: KEYS[kind]?.(own) ?? '' }) ?? ''),
        )
        const path = aFile(`${lines.join('\n')}\n`, 'access.log', folder)
        const config = join(folder, 'whyslow.yml')
        await writeFile(
          config,
          json({ clusters: [{ name: 'prod', prometheus: { url: 'http://127.0.0.1:9' }, access_logs: [path] }] }),
        )
        const ran = [
          await run('clients', path, '--verbose'),
          await run('clients', path, '--verbose', '--format', 'json', '--since', '10m'),
          await run('triage', '--config', config, '--format', 'json'),
          await run('triage', '--config', config, '--format', 'markdown'),
        ]
        const shown = JSON.stringify(ran).replaceAll(JSON.stringify(path).slice(1, -1), '')
        for (const [own] of keys) {
          for (const form of [own, btoa(`${own}:${own}`)]) {
            expect(around(shown, form), `of ${lines.join('\n')}`).toBe('')
          }
        }
        expect(around(shown, PROMPT), `of ${lines.join('\n')}`).toBe('')
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})

/** Where a text stands in another; nothing where it does not. */
function around(text: string, sought: string): string {
  const at = text.indexOf(sought)
  return at < 0 ? '' : text.slice(Math.max(0, at - 100), at + sought.length + 20)
}
