import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEvent } from '../../src/alerts/parse-event.ts'
import { unixSeconds } from '../../src/domain/time.ts'

const NOW = unixSeconds(Date.parse('2026-11-29T14:05:00Z') / 1000)
const CLUSTERS = ['prod', 'staging']

function read(content: unknown): unknown {
  const parsed = parseEvent(content, NOW, CLUSTERS)
  return parsed.kind === 'change' ? parsed.change : parsed.reason
}

describe('an event', () => {
  it('needs nothing but a text, and is of now, of all clusters and a deploy', () => {
    expect(read({ text: ' vllm 0.10.2 →\n 0.11.0 ' })).toEqual({
      at: NOW,
      kind: 'deploy',
      text: 'vllm 0.10.2 → 0.11.0',
      source: 'event',
      instances: [],
    })
  })

  it('may say what, when, where and of what', () => {
    const told = {
      text: 'qwen2.5-7b → qwen3-8b',
      kind: 'model',
      time: '2026-11-29T15:01:00+01:00',
      cluster: 'prod',
      model_name: 'qwen3-8b',
      instances: ['10.0.1.22:8000'],
      url: 'https://ci.example/1',
    }
    expect(read(told)).toEqual({
      at: NOW - 240,
      kind: 'model',
      text: 'qwen2.5-7b → qwen3-8b',
      source: 'event',
      cluster: 'prod',
      modelName: 'qwen3-8b',
      instances: ['10.0.1.22:8000'],
      url: 'https://ci.example/1',
    })
  })

  it.each([
    ['seconds', NOW - 60],
    ['seconds as a text', String(NOW - 60)],
    ['milliseconds', (NOW - 60) * 1000],
    ['RFC 3339', '2026-11-29T14:04:00Z'],
  ])('takes a time in %s', (_, time) => {
    expect(read({ text: 'x', time })).toMatchObject({ at: NOW - 60 })
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'an event is an object'],
    ['a list', [{ text: 'x' }], 'an event is an object'],
    ['no text', {}, 'text: is missing'],
    ['an empty text', { text: '  ' }, 'text: is empty'],
    ['a text that is none', { text: 7 }, 'text: must be a text'],
    ['a kind of its own', { text: 'x', kind: 'rollout' }, 'kind: must be one of deploy, config'],
    ['a time that is none', { text: 'x', time: 'yesterday' }, 'time: must be RFC 3339'],
    ['a day that is none', { text: 'x', time: '2026-02-30T00:00:00Z' }, 'time: must be RFC 3339'],
    ['a negative time', { text: 'x', time: -1 }, 'time: must be RFC 3339'],
    ['a time to come', { text: 'x', time: NOW + 7200 }, 'time: lies in the future'],
    [
      'an unknown cluster',
      { text: 'x', cluster: 'prd' },
      'cluster: there is none of that name; there are prod, staging',
    ],
    ['instances that are one', { text: 'x', instances: 'a' }, 'instances: must be a list'],
    ['instances without a name', { text: 'x', instances: [''] }, 'instances.0: is empty'],
    ['an instance that is none', { text: 'x', instances: [7] }, 'instances.0: must be a text'],
    ['no instance', { text: 'x', instances: [null] }, 'instances.0: must be a text'],
    ['a text of nothing to see', { text: '\u200B\u2060\u00AD\uFEFF' }, 'text: is empty'],
    ['a text of blank letters', { text: '\u3164\u2800' }, 'text: is empty'],
    ['a mistyped key', { text: 'x', Time: 1 }, 'Time: unknown key; known are text, kind, time, cluster, model_name'],
    ['a key beside no text', { txt: 'x' }, 'txt: unknown key'],
    ['a key that a terminal obeys', { text: 'x', '\u001B[2J\n': 1 }, '[2J: unknown key'],
    ['a time long ago', { text: 'x', time: NOW - 91 * 86_400 }, 'time: lies more than 90 days back'],
    ['a time in days', { text: 'x', time: 20_786 }, 'time: lies more than 90 days back'],
    ['a link with a user', { text: 'x', url: 'https://ci@ci.example/1' }, 'url: holds a user or a password'],
    ['a link with a password', { text: 'x', url: 'https://a:s3cr3t@ci.example/1' }, 'url: holds a user or a password'],
    ['a link that is none', { text: 'x', url: 'https://' }, 'url: must begin with http'],
    ['a link that runs', { text: 'x', url: 'javascript:alert(1)' }, 'url: must begin with http'],
  ])('is refused, with its place, for %s', (_, content, reason) => {
    expect(read(content)).toContain(reason)
  })

  it('is a change or refused in one line, whatever is posted', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.constant(null), fc.array(fc.string()))
    const keys = fc.constantFrom('text', 'kind', 'time', 'cluster', 'instances', 'url', 'model_name')
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(keys, value)), (content) => {
        const parsed = parseEvent(content, NOW, CLUSTERS)
        const line = parsed.kind === 'refused' ? parsed.reason : parsed.change.text
        expect(line.length).toBeGreaterThan(0)
        expect(line).not.toMatch(/\n|\0/u)
        expect(parsed.kind === 'refused' && parsed.reason.length > 200).toBe(false)
      }),
    )
  })
})
