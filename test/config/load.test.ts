import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { loadClusters, loadConfig } from '../../src/config/load.ts'
import { requireSlack } from '../../src/config/require-slack.ts'
import { CLUSTERS, load, mistake } from './a-file.ts'

describe('loadConfig', () => {
  it('fills in what is left out', () => {
    expect(load(CLUSTERS).config()).toEqual({
      listen: { host: '0.0.0.0', port: 8080 },
      webhook: { path: '/webhook', auth: { kind: 'none' }, bodyLimitBytes: 2 * 1024 * 1024 },
      store: { file: './whyslow.db' },
      correlate: { window: 600 },
      triage: { window: 300, deadline: 5 },
      verify: { settle: 300 },
      clusters: [
        {
          name: 'prod',
          prometheus: { url: 'http://127.0.0.1:9090', headers: {} },
          engines: [],
          scrapeInterval: 15,
          logs: [],
          lokis: [],
          alertmanagers: [],
          links: {},
          accessLogs: [],
          clients: { trustedProxies: [], names: [], mask: { addresses: false, emails: false }, labels: [] },
          selector: 'job=~"vllm.*"',
          instanceLabel: 'instance',
          match: { cluster: 'prod' },
        },
      ],
    })
  })

  it('takes all there is', () => {
    const { config, folder } = load(
      `
slack: { channel: "#llm-oncall", bot_token_file: token, signing_secret_env: MY_SECRET, api_url: "http://127.0.0.1:4000/api/" }
listen: { host: 127.0.0.1, port: 0 }
webhook: { path: /alerts, basic_auth: { username: am, password_file: token }, body_limit: 500kB }
store: file:/var/lib/whyslow/store.db
correlate: { window: 1h30m }
triage: { window: 10m, deadline: 2500ms }
verify: { settle: 90s }
clusters:
  - name: prod
    prometheus: { url: "https://mimir/prometheus", bearer_token_file: token, headers: { X-Scope-OrgID: team-a }, tls: { ca_file: ca.pem, insecure_skip_verify: true }, timeout: 3s }
    selector: '{job="vllm", namespace=~"llm-.+"}'
    gpu_selector: 'job="dcgm"'
    node_selector: 'job="node"'
    gateway_selector: 'job="kong"'
    instance_label: pod
    expected_instances: 4
    max_num_seqs: 256
    match: { env: prod }
  - name: lab
    prometheus: { url: "http://lab:9090", basic_auth: { username: me, password_env: LAB_PASSWORD } }
`,
      { MY_SECRET: 's3cr3t-env', LAB_PASSWORD: 's3cr3t-lab' },
    )
    expect(config()).toMatchObject({
      slack: { channel: '#llm-oncall', mode: 'http', apiUrl: 'http://127.0.0.1:4000/api/' },
      listen: { host: '127.0.0.1', port: 0 },
      webhook: { path: '/alerts', auth: { kind: 'basic', username: 'am' }, bodyLimitBytes: 500_000 },
      store: { file: '/var/lib/whyslow/store.db' },
      correlate: { window: 5400 },
      triage: { window: 600, deadline: 2.5 },
      verify: { settle: 90 },
      clusters: [
        {
          prometheus: {
            bearerTokenFile: join(folder, 'token'),
            headers: { 'X-Scope-OrgID': 'team-a' },
            tls: { caFile: join(folder, 'ca.pem'), insecureSkipVerify: true },
            timeout: 3,
          },
          selector: 'job="vllm", namespace=~"llm-.+"',
          gpuSelector: 'job="dcgm"',
          instanceLabel: 'pod',
          expectedInstances: 4,
          maxNumSeqs: 256,
          match: { env: 'prod' },
        },
        { name: 'lab', match: { cluster: 'lab' } },
      ],
    })
    const { slack, webhook, clusters } = config()
    expect(slack?.botToken?.reveal()).toBe('s3cr3t-file')
    expect(slack?.signingSecret?.reveal()).toBe('s3cr3t-env')
    expect(webhook.auth.kind === 'basic' && webhook.auth.password.reveal()).toBe('s3cr3t-file')
    expect(clusters[1]?.prometheus?.basicAuth?.password.reveal()).toBe('s3cr3t-lab')
  })

  it.each([
    [
      'a key nobody knows',
      `${CLUSTERS}metrics: {}\n`,
      'metrics: unknown key; known here are slack, listen, webhook, store, correlate, triage, verify, runbook_url, clients, clusters',
    ],
    ['a mistyped key', `${CLUSTERS}corelate: { window: 5m }\n`, 'corelate: unknown key; did you mean correlate?'],
    [
      'a mistyped key inside',
      `${CLUSTERS}webhook: { bodyLimit: 2MiB }\n`,
      'webhook.bodyLimit: unknown key; did you mean body_limit?',
    ],
    [
      'a mistyped key in a list',
      'clusters: [{ name: a, prometheus: { urll: x } }]\n',
      'clusters[0].prometheus.urll: unknown key; did you mean url? (and 1 more)',
    ],
    [
      'a secret in the file',
      `${CLUSTERS}slack: { channel: x, bot_token: xoxb-s3cr3t }\n`,
      'slack.bot_token: a secret does not belong in this file; write bot_token_file: /path/to/it or bot_token_env: NAME_OF_VARIABLE',
    ],
    [
      'a password in the file',
      `${CLUSTERS}webhook: { basic_auth: { username: a, password: s3cr3t } }\n`,
      'webhook.basic_auth.password: a secret does not belong in this file; write password_file: /path/to/it or password_env: NAME_OF_VARIABLE',
    ],
    [
      'a password in a URL',
      'clusters: [{ name: a, prometheus: { url: "http://me:s3cr3t@prometheus" } }]\n',
      'clusters[0].prometheus.url: a secret does not belong in a URL; write basic_auth: { username, password_file } beside it',
    ],
    [
      'a secret header',
      'clusters: [{ name: a, prometheus: { url: "http://a", headers: { Authorization: "Bearer s3cr3t" } } }]\n',
      'clusters[0].prometheus.headers: a secret such as Authorization does not belong in this file; write bearer_token_file or basic_auth',
    ],
    [
      'no URL',
      'clusters: [{ name: a, prometheus: { url: "prometheus:9090" } }]\n',
      'clusters[0].prometheus.url: write a URL that begins with http:// or https://',
    ],
    ['a file that is empty', '', 'is empty; write at least clusters: [{ name, prometheus: { url } }]'],
    ['a list', '- a\n', 'the file: write keys and values'],
    ['no clusters', 'listen: { port: 1 }\n', 'clusters: is missing; write it'],
    [
      'an empty list of clusters',
      'clusters: []\n',
      'clusters: name at least one cluster with its prometheus or its engines',
    ],
    [
      'two clusters of one name',
      'clusters: [{ name: a, prometheus: { url: "http://a" } }, { name: a, prometheus: { url: "http://b" } }]\n',
      'clusters: two are named a; give each its own name',
    ],
    [
      'a number for a duration',
      `${CLUSTERS}correlate: { window: 10 }\n`,
      'correlate.window: write a duration such as 10s, 5m or 1h30m',
    ],
    [
      'no duration',
      `${CLUSTERS}correlate: { window: 10 minutes }\n`,
      'correlate.window: "10 minutes" is no duration; write it like 10s, 5m or 1h30m',
    ],
    [
      'no time at all',
      `${CLUSTERS}correlate: { window: 0s }\n`,
      'correlate.window: "0s" is no duration; write it like 10s, 5m or 1h30m',
    ],
    [
      'no size',
      `${CLUSTERS}webhook: { body_limit: huge }\n`,
      'webhook.body_limit: "huge" is no size; write it like 2MiB',
    ],
    ['no port', `${CLUSTERS}listen: { port: 70000 }\n`, 'listen.port: write a port from 0 to 65535'],
    ['a port in quotes', `${CLUSTERS}listen: { port: "80" }\n`, 'listen.port: write a number'],
    ['a mode nobody speaks', `${CLUSTERS}slack: { channel: x, mode: fax }\n`, 'slack.mode: write one of http, socket'],
    [
      'no selector',
      'clusters: [{ name: a, prometheus: { url: "http://a" }, selector: vllm }]\n',
      'clusters[0].selector: "vllm" is no selector; write matchers such as job=~"vllm.*"',
    ],
    [
      'less than one instance',
      'clusters: [{ name: a, prometheus: { url: "http://a" }, expected_instances: 0 }]\n',
      'clusters[0].expected_instances: write 1 or more',
    ],
    [
      'a match of nothing',
      'clusters: [{ name: a, prometheus: { url: "http://a" }, match: {} }]\n',
      'clusters[0].match: is empty; name a label, or leave it out for cluster: a',
    ],
    [
      'a number to match',
      'clusters: [{ name: a, prometheus: { url: "http://a" }, match: { rack: 7 } }]\n',
      'clusters[0].match.rack: write a text; put numbers in quotes',
    ],
    [
      'another store',
      `${CLUSTERS}store: postgres://db/whyslow\n`,
      'store: postgres is not supported; write a file such as file:./whyslow.db',
    ],
    [
      'a secret file that is not there',
      `${CLUSTERS}slack: { channel: x, bot_token_file: gone }\n`,
      'slack.bot_token_file: cannot read /gone (there is no such file); name a file this user may read',
    ],
    [
      'an empty secret file',
      `${CLUSTERS}slack: { channel: x, bot_token_file: empty }\n`,
      'slack.bot_token_file: /empty is empty; write the secret into it',
    ],
    [
      'a variable that is not set',
      `${CLUSTERS}slack: { channel: x, bot_token_env: GONE }\n`,
      'slack.bot_token_env: the environment has no GONE, or it is empty; set it or name another',
    ],
    [
      'a secret twice',
      `${CLUSTERS}slack: { channel: x, bot_token_env: A, bot_token_file: token }\n`,
      'slack.bot_token_file and bot_token_env exclude each other; keep one',
    ],
    [
      'two ways in',
      `${CLUSTERS}webhook: { bearer_token_file: token, basic_auth: { username: a, password_file: token } }\n`,
      'webhook: bearer_token and basic_auth exclude each other; keep one',
    ],
    [
      'a user without a password',
      `${CLUSTERS}webhook: { basic_auth: { username: a } }\n`,
      'webhook.basic_auth.password: is missing; write password_file: /path/to/it or password_env: NAME_OF_VARIABLE',
    ],
  ])('refuses %s', (_name, text, expected) => {
    expect(mistake(text)).toBe(expected)
    expect(expected).not.toContain('s3cr3t')
  })

  it('names the line that is no YAML', () => {
    expect(mistake('clusters:\n  - name: [\n')).toMatch(/^line \d+: this is not YAML: \S/u)
    expect(mistake('store: a\nstore: b\n')).toMatch(/^line 2: this is not YAML: Map keys must be unique/u)
  })

  it('does not follow aliases for ever', () => {
    const bomb = Array.from(
      { length: 20 },
      (_, index) => `a${index}: &a${index} [${index === 0 ? '1' : `*a${index - 1},`.repeat(9)}]`,
    )
    expect(mistake(`${bomb.join('\n')}\n`)).toMatch(/aliases/u)
  })

  it('names a file that is not there', () => {
    expect(() => loadConfig('/nowhere/whyslow.yml', {})).toThrow(
      '/nowhere/whyslow.yml: cannot be read (there is no such file); name another file with --config',
    )
  })

  it('puts no variables into texts', () => {
    const text = 'clusters: [{ name: "$HOME ${HOME}", prometheus: { url: "http://a" } }]\n'
    expect(load(text, { HOME: '/root' }).config().clusters[0]?.name).toBe('$HOME ${HOME}')
  })

  it('is frozen to the ground', () => {
    const config = load(CLUSTERS).config()
    const parts: unknown[] = [config, config.listen, config.webhook.auth, config.clusters, config.clusters[0]?.match]
    for (const part of parts) expect(Object.isFrozen(part)).toBe(true)
  })

  it('never shows a secret', () => {
    const { config } = load(`${CLUSTERS}slack: { channel: x }\n`, {
      SLACK_BOT_TOKEN: 'xoxb-s3cr3t',
      SLACK_APP_TOKEN: 'xapp-s3cr3t',
    })
    const token = config().slack?.botToken
    const shown = [
      JSON.stringify(config()),
      inspect(config(), { depth: 9, showHidden: true }),
      String(token),
      `${token?.toString()}`,
    ]
    expect(shown.join()).not.toContain('s3cr3t')
    expect(token?.reveal()).toBe('xoxb-s3cr3t')
  })
})

describe('loadClusters', () => {
  it('gives the clusters and the triage of the service, with their secrets', () => {
    const text = `triage: { window: 7m }
clusters: [{ name: prod, prometheus: { url: "http://a", basic_auth: { username: me, password_file: token } } }]\n`
    const { path, config } = load(text)
    const { clusters, triage } = config()
    const read = loadClusters(path, {})
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify({ clusters, triage })))
    expect(read.clusters[0]?.prometheus?.basicAuth?.password.reveal()).toBe('s3cr3t-file')
    expect(Object.isFrozen(read.clusters[0])).toBe(true)
  })

  it.each([
    ['webhook: { bearer_token_env: GONE }', /GONE/u],
    ['webhook: { basic_auth: { username: a, password_file: gone } }', /gone/u],
    ['slack: { channel: x, bot_token_env: GONE }', /GONE/u],
    ['slack: { channel: x, signing_secret_file: gone }', /gone/u],
    ['slack: { channel: x, app_token_file: empty }', /empty/u],
  ])('asks for no secret but those of the clusters: %s', (line, serving) => {
    const { path, config } = load(`${CLUSTERS}${line}\n`)
    expect(loadClusters(path, {}).clusters).toHaveLength(1)
    expect(config).toThrow(serving)
  })

  it.each([
    ['prometheus: { url: "http://a", bearer_token_env: GONE }', /bearer_token_env: the environment has no GONE/u],
    ['prometheus: { url: "http://a", basic_auth: { username: a } }', /basic_auth\.password: is missing/u],
  ])('asks for those of the clusters: %s', (prometheus, message) => {
    const { path } = load(`clusters: [{ name: a, ${prometheus} }]\n`)
    expect(() => loadClusters(path, {})).toThrow(message)
  })

  it.each(['webhook: { pth: /x }', 'slack: { channel: 7 }', 'store: 7', 'listen: { port: -1 }'])(
    'checks all of the file: %s',
    (line) => {
      const { path } = load(`${CLUSTERS}${line}\n`)
      expect(() => loadClusters(path, {})).toThrow(/^\S+whyslow\.yml: [a-z]+/u)
    },
  )
})

describe('requireSlack', () => {
  const slack = `${CLUSTERS}slack: { channel: x }\n`

  it.each([
    [
      'an app token opens a socket',
      { SLACK_BOT_TOKEN: 'b', SLACK_APP_TOKEN: 'a', SLACK_SIGNING_SECRET: 's' },
      'socket',
    ],
    ['without one it is HTTP', { SLACK_BOT_TOKEN: 'b', SLACK_SIGNING_SECRET: 's' }, 'http'],
  ])('%s', (_name, env, mode) => {
    expect(requireSlack(load(slack, env).config()).mode).toBe(mode)
  })

  it.each([
    ['no Slack', CLUSTERS, {}, /^slack: is missing/u],
    ['no bot token', slack, {}, /^slack\.bot_token: is missing; set the variable SLACK_BOT_TOKEN or write/u],
    ['no signing secret', slack, { SLACK_BOT_TOKEN: 'b' }, /^slack\.signing_secret: is missing/u],
    [
      'no app token',
      slack.replace('x }', 'x, mode: socket }'),
      { SLACK_BOT_TOKEN: 'b' },
      /^slack\.app_token: is missing/u,
    ],
  ])('says what is missing: %s', (_name, text, env, message) => {
    expect(() => requireSlack(load(text, env).config())).toThrow(message)
  })
})
