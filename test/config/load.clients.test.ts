import { describe, expect, it } from 'vitest'
import { load, mistake } from './a-file.ts'

function cluster(logs: string): string {
  return `clusters: [{ name: a, prometheus: { url: "http://p" }, access_logs: ${logs} }]\n`
}

const LOKI = 'loki: { url: "http://l:3100" }'

describe('access logs', () => {
  it('are files by path, with their format and zone where that is stated', () => {
    const [read] = load(cluster('["/var/log/nginx/*.log", { file: own.log, format: uvicorn, timezone: UTC }]')).config()
      .clusters
    expect(read?.accessLogs).toEqual([
      { kind: 'file', path: '/var/log/nginx/*.log' },
      { kind: 'file', path: expect.stringMatching(/^\/.*\/own\.log$/u), format: 'uvicorn', timezone: 'UTC' },
    ])
  })

  it('are what a store keeps, with what its lines are', () => {
    const [read] = load(
      cluster(
        `[{ ${LOKI}, query: '{app="gw"}', lines: ingress-nginx },
          { victorialogs: { url: "http://v" }, query: 'app="gw"', fields: { identity: consumer, client: consumer.username, seconds: [latencies, request] } },
          { elasticsearch: { url: "http://e" }, index: nginx-*, lines: ecs, api_key_file: token }]`,
      ),
    ).config().clusters
    expect(read?.accessLogs).toMatchObject([
      {
        kind: 'loki',
        server: { url: 'http://l:3100' },
        query: '{app="gw"}',
        lines: { kind: 'preset', name: 'ingress-nginx' },
      },
      {
        kind: 'victorialogs',
        lines: {
          kind: 'fields',
          identity: 'consumer',
          fields: { client: ['consumer', 'username'], busySeconds: ['latencies', 'request'] },
        },
      },
      { kind: 'elasticsearch', index: 'nginx-*', lines: { kind: 'preset', name: 'ecs' } },
    ])
    expect(JSON.stringify(read)).not.toContain('s3cr3t')
  })

  it.each([
    ['a key nobody knows', '[{ file: a, fromat: x }]', 'access_logs[0].fromat: unknown key'],
    ['pods of no namespace', '[{ kubernetes: { selector: a=b } }]', 'kubernetes.namespace: is missing'],
    ['nothing to read', '[{ format: uvicorn }]', 'access_logs[0].file: is missing'],
    ['a file beside a Loki', `[{ file: a, ${LOKI}, query: '{a="b"}', lines: nginx }]`, 'loki: stands beside file'],
    [
      'a format of a Loki',
      `[{ ${LOKI}, query: '{a="b"}', lines: nginx, format: x }]`,
      'format: is of no use with loki',
    ],
    ['a store whose lines nobody knows', `[{ ${LOKI}, query: '{a="b"}' }]`, 'lines: is missing'],
    ['a store without a query', `[{ ${LOKI}, lines: nginx }]`, 'query: is missing'],
    ['a pipeline', `[{ ${LOKI}, query: '{a="b"} |= "x"', lines: nginx }]`, 'query: write matchers'],
    ['an index of none', '[{ elasticsearch: { url: "http://e" }, lines: ecs }]', 'index: is missing'],
    ['a zone that is none', '[{ file: a, timezone: Mars }]', 'timezone: is no time zone'],
    [
      'an identity that is none',
      `[{ ${LOKI}, query: '{a="b"}', fields: { client: x, identity: shoe } }]`,
      'identity: write one of',
    ],
  ])('refuse %s', (_, logs, message) => {
    expect(mistake(cluster(logs))).toContain(message)
  })
})

describe('clients', () => {
  const CLUSTERS = 'clusters: [{ name: a, prometheus: { url: "http://p" } }]\n'

  it('have names, masks and trusted proxies, the same for each cluster', () => {
    const text = `clients: { trusted_proxies: [10.0.0.0/8], names: [{ cidr: 10.42.9.0/24, name: batch }, { key: docs, name: d }, { pattern: ^svc-, name: s }], mask: [addresses], destinations: llm-.*, labels: [x_team] }\n${CLUSTERS}`
    expect(load(text).config().clusters[0]?.clients).toEqual({
      trustedProxies: ['10.0.0.0/8'],
      names: [
        { kind: 'cidr', text: '10.42.9.0/24', name: 'batch' },
        { kind: 'key', text: 'docs', name: 'd' },
        { kind: 'pattern', text: '^svc-', name: 's' },
      ],
      mask: { addresses: true, emails: false },
      destinations: 'llm-.*',
      labels: ['x_team'],
    })
  })

  it.each([
    ['a key nobody knows', '{ trusted: [10.0.0.0/8] }', 'clients.trusted: unknown key'],
    ['a range that is none', '{ trusted_proxies: [gateway] }', 'is no address and no range'],
    ['a name of nobody', '{ names: [{ name: x }] }', 'needs one of cidr, key and pattern'],
    ['a name of two', '{ names: [{ name: x, key: a, cidr: 10.0.0.1 }] }', 'needs one of cidr, key and pattern'],
    ['a pattern that is none', "{ names: [{ name: x, pattern: '(' }] }", 'is no regular expression'],
    ['destinations that are no pattern', "{ destinations: '(' }", 'is no regular expression'],
    ['a label that is none', "{ labels: ['x-team'] }", 'is no label'],
    ['a mask that is none', '{ mask: [keys] }', 'write one of addresses, emails'],
  ])('refuse %s', (_, clients, message) => {
    expect(mistake(`clients: ${clients}\n${CLUSTERS}`)).toContain(message)
  })
})
