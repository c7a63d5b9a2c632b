import { describe, expect, it } from 'vitest'
import { load, mistake } from './a-file.ts'

function cluster(logs: string): string {
  return `clusters: [{ name: a, prometheus: { url: "http://p" }, logs: ${logs} }]\n`
}

describe('logs', () => {
  it('are files by path, with whose they are and the zone of their clock where that is stated', () => {
    const [read] = load(
      cluster('["/var/log/vllm/*.log", { file: own.log, instance: "10.0.0.1:8000", timezone: Europe/Berlin }]'),
    ).config().clusters
    expect(read?.logs).toEqual([
      { path: '/var/log/vllm/*.log' },
      { path: expect.stringMatching(/^\/.*\/own\.log$/u), instance: '10.0.0.1:8000', timezone: 'Europe/Berlin' },
    ])
  })

  it('are what a Loki keeps, with the keys for access that a server has', () => {
    const [read] = load(
      cluster(
        `[a.log, { loki: { url: "http://l:3100", headers: { X-Scope-OrgID: t } }, query: '{app="vllm"}', instance_label: pod }]`,
      ),
    ).config().clusters
    expect(read?.logs).toHaveLength(1)
    expect(read?.lokis).toEqual([
      { url: 'http://l:3100', headers: { 'X-Scope-OrgID': 't' }, query: '{app="vllm"}', instanceLabel: 'pod' },
    ])
  })

  const LOKI = 'loki: { url: "http://l" }'
  const SELECTOR = 'clusters[0].logs[0].query: write one stream selector such as {app="vllm"} and nothing after it'
  it.each([
    ['a pipeline', `[{ ${LOKI}, query: '{app="vllm"} |= "x"' }]`, SELECTOR],
    ['two selectors', `[{ ${LOKI}, query: '{app="vllm"} or {app="b"}' }]`, SELECTOR],
    ['a backtick that ends early', `[{ ${LOKI}, query: '{app=\`a\`b\`}' }]`, SELECTOR],
    ['an empty selector', `[{ ${LOKI}, query: '{}' }]`, SELECTOR],
    ['a metric', `[{ ${LOKI}, query: 'rate({app="vllm"}[5m])' }]`, SELECTOR],
    ['a Loki without a query', `[{ ${LOKI} }]`, 'clusters[0].logs[0].query: is missing'],
    ['a Loki without a url', `[{ loki: {}, query: '{a="b"}' }]`, 'clusters[0].logs[0].loki.url: is missing'],
    [
      'a file beside a Loki',
      `[{ file: a, ${LOKI}, query: '{a="b"}' }]`,
      'clusters[0].logs[0].loki: stands beside file',
    ],
    [
      'a zone for a Loki',
      `[{ timezone: UTC, ${LOKI}, query: '{a="b"}' }]`,
      'clusters[0].logs[0].timezone: is of use with file only',
    ],
    ['a query of a file', `[{ file: a, query: '{a="b"}' }]`, 'clusters[0].logs[0].query: is of use with loki only'],
    [
      'a token in the file',
      `[{ loki: { url: "http://l", bearer_token: x }, query: '{a="b"}' }]`,
      'clusters[0].logs[0].loki.bearer_token: a secret does not belong',
    ],
  ])('refuse %s', (_, logs, message) => {
    expect(mistake(cluster(logs))).toContain(message)
  })

  it.each([
    ['an empty list', '[]', 'clusters[0].logs: name at least one file, or leave the key out'],
    [
      'a zone that does not exist',
      '[{ file: a, timezone: Mars/Olympus }]',
      'clusters[0].logs[0].timezone: is no time zone; write one such as Europe/Berlin or UTC',
    ],
    ['no file', '[{ instance: a }]', 'clusters[0].logs[0].file: is missing'],
    ['an unknown key', '[{ file: a, instanc: b }]', 'clusters[0].logs[0].instanc: unknown key; did you mean instance?'],
  ])('refuse %s', (_, logs, message) => {
    expect(mistake(cluster(logs))).toContain(message)
  })
})
