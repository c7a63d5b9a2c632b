import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../src/cli/run-cli.ts'
import { freePort } from '../support/free-port.ts'
import { describeWith } from '../support/needs.ts'
import { type RealServer, startPrometheus, startVictoriaMetrics } from '../support/real-servers.ts'
import { type Fake, startEngine, startFake, vllmPage, withoutStats } from './fake-engine.ts'

interface Doctor {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Report {
  readonly schema: string
  readonly standing: string
  readonly first_broken: string | null
  readonly links: readonly {
    readonly id: string
    readonly status: string
    readonly finding: string
    readonly mend: { readonly text: string; readonly paste: readonly string[] } | null
  }[]
  readonly signals: readonly { readonly id: string; readonly status: string; readonly reason?: string }[]
}

const stops: (() => Promise<void>)[] = []
afterAll(() => Promise.all(stops.map((stop) => stop())))

function kept<One extends { readonly stop: () => Promise<void> }>(one: One): One {
  stops.push(one.stop)
  return one
}

async function doctor(...args: readonly string[]): Promise<Doctor> {
  const written = { out: '', err: '' }
  const code = await runCli(['doctor', ...args], {
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
    colour: false,
    columns: 100,
    now: () => Date.now(),
  })
  return { code, ...written }
}

async function examine(...args: readonly string[]): Promise<Report & { readonly code: number }> {
  const { code, out, err } = await doctor(...args, '--format', 'json')
  expect(err).toBe('')
  return { ...(JSON.parse(out) as Report), code }
}

function link(report: Report, id: string): Report['links'][number] {
  const found = report.links.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no link ${id}`)
  return found
}

function job(name: string, target: Pick<Fake, 'address'> | string, more = ''): string {
  const address = typeof target === 'string' ? target : target.address
  return `  - { job_name: ${name}, static_configs: [{ targets: ['${address}'] }]${more} }\n`
}

function scraping(...jobs: readonly string[]): string {
  return `global: { scrape_interval: 1s, scrape_timeout: 1s }\nscrape_configs:\n${jobs.join('')}`
}

/** Until the query finds so many series. */
async function until(server: Pick<RealServer, 'baseUrl'>, query: string, least = 1): Promise<void> {
  const deadline = performance.now() + 25_000
  for (;;) {
    const answer = await fetch(`${server.baseUrl}/api/v1/query?nocache=1&query=${encodeURIComponent(query)}`)
    const { data } = (await answer.json()) as { data: { result: readonly unknown[] } }
    if (data.result.length >= least) return
    if (performance.now() > deadline) throw new Error(`${query} finds ${data.result.length} series, not ${least}`)
    await sleep(100)
  }
}

async function prometheus(config: string, query: string, least = 1): Promise<RealServer> {
  const server = kept(await startPrometheus({ config }))
  await until(server, query, least)
  return server
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whyslow-doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

describeWith('prometheus', 'whyslow doctor on a Prometheus', () => {
  let one: Fake
  let two: Fake
  let service: Fake
  let fleet: RealServer
  let gone = 0
  beforeAll(async () => {
    one = kept(await startEngine(vllmPage()))
    two = kept(await startEngine(vllmPage()))
    service = kept(await startEngine(vllmPage(1_700_000_000), vllmPage(1_700_000_500)))
    gone = await freePort()
    const jobs = [
      job('vllm', one),
      job('vllm-2', two),
      job('gone', `127.0.0.1:${gone}`),
      job('service', service),
      job('renamed', one, `, metric_relabel_configs: [${rename('vllm_$1')}]`),
      job('prefixed', one, `, metric_relabel_configs: [${rename('ml_vllm:$1')}]`),
      job(
        'dropping',
        one,
        ", metric_relabel_configs: [{ source_labels: [__name__], regex: 'vllm:num_requests_waiting', action: drop }]",
      ),
    ]
    fleet = await prometheus(scraping(...jobs), 'resets(process_start_time_seconds{job="service"}[1m]) > 0')
    await until(fleet, 'up == 1', 6)
  })

  it('finds nothing broken where nothing is', async () => {
    const report = await examine('--prometheus', fleet.baseUrl, '--selector', 'job=~"vllm.*"', '--engine', one.url)
    expect(report).toMatchObject({ schema: 'whyslow/doctor/v1', code: 0, standing: 'ok', first_broken: null })
    expect(report.links.filter(({ status }) => status === 'broken')).toEqual([])
    expect(link(report, 'endpoint').finding).toContain('vLLM 0.10.1')
    expect(link(report, 'selector').finding).toMatch(/matches 2 instances, serving qwen/)
    expect(report.signals.find(({ id }) => id === 'waiting')).toMatchObject({ status: 'available' })
    expect(report.signals.find(({ id }) => id === 'gpu_clock')).toMatchObject({
      status: 'absent',
      reason: 'not_exposed',
    })
  })

  it('says that a target is down, and why', async () => {
    const report = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="gone"')
    expect(report).toMatchObject({ code: 10, first_broken: 'target' })
    expect(link(report, 'target').finding).toMatch(
      /^1 of 1 target down: http:\/\/127\.0\.0\.1:\d+\/metrics: dial tcp [\d.:]+: connect: connection refused$/,
    )
  })

  it('says that a selector matches nothing, and its mend mends it', async () => {
    const report = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="llm"')
    expect(report).toMatchObject({ code: 10, first_broken: 'selector' })
    expect(link(report, 'selector').finding).toContain('job="vllm" (1 engine)')
    const mend = /^selector: '(.*)'$/.exec(link(report, 'selector').mend?.paste[0] ?? '')?.[1] ?? ''
    expect(await examine('--prometheus', fleet.baseUrl, '--selector', mend)).toMatchObject({ code: 0 })
  })

  it('says what a rule drops that the engine shows', async () => {
    const report = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="dropping"', '--engine', one.url)
    expect(report).toMatchObject({ code: 10, first_broken: 'names' })
    expect(link(report, 'names')).toMatchObject({ mend: { paste: ['vllm:num_requests_waiting'] } })
    const unasked = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="dropping"')
    expect(link(unasked, 'names')).toMatchObject({
      status: 'unknown',
      finding: expect.stringMatching(/rules drop 1 sample/),
    })
  })

  it('reads names with underscores, and says that others are not read', async () => {
    const renamed = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="renamed"')
    expect(renamed).toMatchObject({ code: 0 })
    expect(link(renamed, 'names').finding).toContain('under vllm_')
    const prefixed = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="prefixed"')
    expect(prefixed).toMatchObject({ code: 10, first_broken: 'names' })
    const mend = (link(prefixed, 'names').mend?.paste ?? []).map((line) => `    ${line}\n`).join('')
    const mended = await prometheus(
      scraping(
        `  - job_name: vllm\n    static_configs: [{ targets: ['${one.address}'] }]\n`,
        mend.replace(
          'metric_relabel_configs:',
          `metric_relabel_configs:\n      - ${rename('ml_vllm:$1').slice(2, -2).replaceAll(', ', '\n        ')}`,
        ),
      ),
      'vllm:num_requests_running',
    )
    expect(await examine('--prometheus', mended.baseUrl)).toMatchObject({ code: 0 })
  })

  it('sees a Service behind which engines take turns', async () => {
    const report = await examine('--prometheus', fleet.baseUrl, '--selector', 'job="service"')
    expect(report).toMatchObject({ code: 10, first_broken: 'labels' })
    expect(link(report, 'labels').finding).toContain(`instance="${service.address}" is several processes in turn`)
  })

  it('sees an engine that two jobs scrape', async () => {
    const report = await examine('--prometheus', fleet.baseUrl, '--selector', 'job=~"vllm|dropping"')
    expect(link(report, 'labels')).toMatchObject({
      status: 'broken',
      finding: expect.stringContaining('counted twice'),
    })
  })

  it('says by the configuration what is expected and not there', async () => {
    const config = await write(
      'expecting.yml',
      `clusters:
  - name: prod
    prometheus: { url: ${fleet.baseUrl} }
    engines: [${one.url}, ${two.url}]
    selector: job=~"vllm.*"
    gpu_selector: job="dcgm"
    expected_instances: 3
`,
    )
    const report = await examine('--config', config)
    expect(report).toMatchObject({ code: 10, first_broken: 'expected' })
    expect(link(report, 'endpoint').finding).toContain('2 engines')
    expect(link(report, 'expected').finding).toContain('2 of 3 are there')
    expect(link(report, 'gpus')).toMatchObject({
      status: 'broken',
      finding: expect.stringContaining('gpu_selector job="dcgm"'),
    })
  })

  it('prints each link in one line and the first mend in full at the end', async () => {
    const { code, out } = await doctor('--prometheus', fleet.baseUrl, '--selector', 'job="llm"')
    const lines = out.split('\n')
    expect(code).toBe(10)
    expect(lines[0]).toBe(`broken: selector · ${fleet.baseUrl} · job="llm"`)
    expect(lines.filter((line) => /^ {2}[✓✗?] /.test(line))).toHaveLength(14)
    expect(lines.filter((line) => line.length > 100 && !line.startsWith('      '))).toEqual([])
    expect(out).toMatch(/Mend first: selector\n[^]*\n {6}selector: 'job="vllm"'\n$/)
  })

  it('finds the API under another path', async () => {
    const report = await examine('--prometheus', `${fleet.baseUrl}/graph`)
    expect(report).toMatchObject({ code: 10, first_broken: 'query' })
    expect(link(report, 'query')).toMatchObject({ mend: { paste: [`prometheus: { url: ${fleet.baseUrl} }`] } })
  })

  it('says that a tenant is asked for, and reads with one', async () => {
    const mimir = kept(await startMimir(fleet.port))
    const bare = await examine('--prometheus', `${mimir.url}/prometheus`)
    expect(bare).toMatchObject({ code: 10, first_broken: 'query' })
    expect(link(bare, 'query')).toMatchObject({
      finding: expect.stringContaining('asks for a tenant (no org id)'),
      mend: { paste: [`prometheus: { url: ${mimir.url}/prometheus, headers: { X-Scope-OrgID: TENANT } }`] },
    })
    const root = await examine('--prometheus', mimir.url)
    expect(link(root, 'query').finding).toContain(`${mimir.url}/prometheus is`)
    const config = await write(
      'mimir.yml',
      `clusters: [{ name: a, prometheus: { url: '${mimir.url}/prometheus', headers: { X-Scope-OrgID: '1' } }, selector: 'job="vllm"' }]`,
    )
    const report = await examine('--config', config)
    expect(report).toMatchObject({ code: 0 })
    expect(link(report, 'target')).toMatchObject({
      status: 'unknown',
      finding: expect.stringContaining('does not tell its targets'),
    })
  })
})

describeWith('prometheus', 'whyslow doctor where nothing of vLLM is stored', () => {
  it.concurrent('says that there is no target, and its mend mends it', async () => {
    const engine = kept(await startEngine(vllmPage()))
    const other = kept(await startEngine(withoutStats()))
    const server = await prometheus(scraping(job('node', other)), 'up == 1')
    const report = await examine('--prometheus', server.baseUrl, '--engine', engine.url)
    expect(report).toMatchObject({ code: 10, first_broken: 'target' })
    expect(link(report, 'target').finding).toBe(`no target is ${engine.address}; its jobs: node`)
    const config = (link(report, 'target').mend?.paste ?? []).join('\n').replace('15s', '1s')
    const mended = await prometheus(`${config}\n`, 'vllm:num_requests_running')
    expect(await examine('--prometheus', mended.baseUrl, '--engine', engine.url)).toMatchObject({ code: 0 })
  })

  it.concurrent('says that statistics are off, by the page and by what is stored of it', async () => {
    const engine = kept(await startEngine(withoutStats()))
    const server = await prometheus(scraping(job('vllm', engine)), 'process_start_time_seconds')
    for (const args of [[], ['--engine', engine.url]]) {
      const report = await examine('--prometheus', server.baseUrl, ...args)
      expect(report).toMatchObject({ code: 10, first_broken: 'series' })
      expect(link(report, 'series').mend?.text).toContain('--disable-log-stats')
    }
  })

  it.concurrent('says that rules drop all', async () => {
    const engine = kept(await startEngine(vllmPage()))
    const drop = ", metric_relabel_configs: [{ source_labels: [__name__], regex: 'vllm.*', action: drop }]"
    const server = await prometheus(scraping(job('vllm', engine, drop)), 'process_start_time_seconds')
    for (const args of [[], ['--engine', engine.url]]) {
      const report = await examine('--prometheus', server.baseUrl, ...args)
      expect(report).toMatchObject({ code: 10, first_broken: 'names' })
      expect(link(report, 'names').finding).toMatch(/rules drop \d+ samples/)
    }
  })

  it.concurrent('says that another engine is scraped', async () => {
    const engine = kept(
      await startEngine('# TYPE sglang:num_running_reqs gauge\nsglang:num_running_reqs{model_name="x"} 2.0\n'),
    )
    const server = await prometheus(scraping(job('vllm', engine)), '{__name__="sglang:num_running_reqs"}')
    for (const args of [[], ['--engine', engine.url]]) {
      const report = await examine('--prometheus', server.baseUrl, ...args)
      expect(report).toMatchObject({ code: 10, first_broken: 'series' })
      expect(link(report, 'series').finding).toContain('SGLang')
    }
  })

  it.concurrent('says that a window holds too few scrapes', async () => {
    const now = Math.floor(Date.now() / 1000)
    const times = Array.from({ length: 15 }, (_, index) => now - 120 * (15 - index) + 60)
    const samples = (name: string): string =>
      times.map((at) => `${name}{job="vllm",instance="a:8000"} 1 ${at}\n`).join('')
    const history = ['vllm:num_requests_running', 'up'].map((name) => `# TYPE ${name} gauge\n${samples(name)}`).join('')
    const server = kept(await startPrometheus({ history: `${history}# EOF\n` }))
    const report = await examine('--prometheus', server.baseUrl)
    expect(report.first_broken).toBe('interval')
    expect(link(report, 'interval')).toMatchObject({
      finding: expect.stringContaining('scraped every 120 s, the window is 300 s'),
      mend: { paste: ['scrape_interval: 15s', 'triage: { window: 480s }'] },
    })
  })
})

describeWith('victoria-metrics', 'whyslow doctor on a VictoriaMetrics', () => {
  it('walks the whole path, and says what is broken there', async () => {
    const engine = kept(await startEngine(vllmPage()))
    const config = await write(
      'scrape.yml',
      scraping(job('vllm', engine), job('gone', `127.0.0.1:${await freePort()}`)),
    )
    const server = kept(await startVictoriaMetrics({ args: [`-promscrape.config=${config}`] }))
    await until(server, 'vllm:num_requests_running')
    const report = await examine('--prometheus', server.baseUrl, '--engine', engine.url)
    expect(report).toMatchObject({ code: 0, first_broken: null })
    expect(report.links.filter(({ status }) => status !== 'ok').map(({ id }) => id)).toEqual(['baselines'])
    expect(link(report, 'interval').finding).toContain('every 1.0 s')

    const down = await examine('--prometheus', server.baseUrl, '--selector', 'job="gone"')
    expect(down).toMatchObject({ code: 10, first_broken: 'target' })
    expect(link(down, 'target').finding).toContain('refused')
    const missed = await examine('--prometheus', server.baseUrl, '--selector', 'job="llm"')
    expect(link(missed, 'selector')).toMatchObject({ status: 'broken', mend: { paste: ['selector: \'job="vllm"\''] } })
  })
})

describe('whyslow doctor', () => {
  it('says that a login page stands in front', async () => {
    const login = kept(
      await startFake((_request, response) =>
        response.setHeader('content-type', 'text/html').end('<html><title>Sign in</title>'),
      ),
    )
    const report = await examine('--prometheus', login.url, '--engine', login.url)
    expect(report).toMatchObject({ code: 10, first_broken: 'endpoint' })
    expect(link(report, 'endpoint').finding).toContain('HTML page')
    expect(link(report, 'query').finding).toContain('answered text/html, not JSON: Sign in')
    expect(report.links.filter(({ status }) => status === 'broken').map(({ id }) => id)).toEqual(['endpoint', 'query'])
  })

  it('ends also where nobody ever answers', async () => {
    const silent = kept(await startFake(() => undefined))
    const endless = kept(await startFake((_request, response) => void response.writeHead(200).write('vllm:x 1\n')))
    const report = await examine('--prometheus', silent.url, '--engine', silent.url, '--engine', endless.url)
    expect(report).toMatchObject({ code: 10, first_broken: 'endpoint' })
    expect(link(report, 'endpoint').finding).toContain(
      'no answer in time; connections are accepted, nothing is answered',
    )
    expect(link(report, 'query').finding).toContain('no answer in time')
  }, 20_000)

  it('tells an engine core that is dead from a page that fails', async () => {
    const core = kept(
      await startFake((request, response) => void response.writeHead(request.url === '/health' ? 503 : 500).end()),
    )
    const report = await examine('--engine', core.url)
    expect(report).toMatchObject({ code: 10, first_broken: 'endpoint' })
    expect(link(report, 'endpoint').finding).toContain('(HTTP 500); alive, but does not serve: /health answers 503')
  })

  it('looks at an engine alone', async () => {
    const engine = kept(await startEngine(vllmPage()))
    const report = await examine('--engine', engine.url)
    expect(report).toMatchObject({ code: 0, standing: 'ok' })
    expect(report.links.map(({ id }) => id)).toEqual(['endpoint', 'series', 'expected'])
    expect(report.signals.find(({ id }) => id === 'ttft_p99')).toMatchObject({ status: 'available' })
    const elsewhere = await examine('--engine', `${engine.url}/v1`)
    expect(link(elsewhere, 'endpoint').mend?.paste).toContain('metrics_path: /metrics')
  })

  it('follows the redirect of old versions, as Prometheus does', async () => {
    const old = kept(
      await startFake((request, response) => {
        if (request.url === '/metrics/') response.end(vllmPage().replaceAll('COUNT', '1'))
        else response.writeHead(307, { location: '/metrics/' }).end()
      }),
    )
    expect(await examine('--engine', old.url)).toMatchObject({ code: 0 })
  })

  it('shows no secret, not even one that a server sends back', async () => {
    const echo = kept(
      await startFake((request, response) => {
        const { authorization = '' } = request.headers
        response.writeHead(400, { 'content-type': 'text/plain' }).end(`bad ${authorization} ${request.url ?? ''}`)
      }),
    )
    const secret = 'hunter2hunter2'
    await write('token', secret)
    const config = await write(
      'secret.yml',
      `clusters: [{ name: a, prometheus: { url: '${echo.url}', bearer_token_file: token }, engines: [{ url: '${echo.url}', bearer_token_file: token }] }]`,
    )
    const url = `${echo.url.replace('://', `://someone:${secret}@`)}?key=${secret}`
    for (const args of [
      ['--config', config],
      ['--prometheus', url, '--engine', url],
    ]) {
      for (const format of ['text', 'json']) {
        const { code, out, err } = await doctor(...args, '--format', format)
        expect(code).toBe(10)
        expect(out + err).not.toContain(secret)
        expect(out + err).not.toContain(Buffer.from(`someone:${secret}`).toString('base64'))
      }
    }
  })

  it.each([
    ['nothing to look at', [], /nothing to look at: give --config FILE, --prometheus URL or --engine URL/],
    ['no URL', ['--engine', 'vllm:8000'], /--engine is no URL; write it like --engine http:\/\/10\.0\.0\.1:8000/],
    [
      'a bad selector',
      ['--prometheus', 'http://127.0.0.1:1', '--selector', 'job='],
      /selector: the selector needs a value/,
    ],
    ['two places to read from', ['--config', 'x', '--prometheus', 'http://x'], /cannot be used with/],
    ['a file that is not there', ['--config', '/nowhere.yml'], /nowhere\.yml/],
    ['an unknown format', ['--engine', 'http://x', '--format', 'xml'], /text, json/],
  ])('answers %s with one line and 2', async (_name, args, message) => {
    const { code, out, err } = await doctor(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^whyslow: [^\n]+\n$/)
    expect(err).toMatch(message)
  })
})

function rename(replacement: string): string {
  return `{ source_labels: [__name__], regex: 'vllm:(.+)', target_label: __name__, replacement: '${replacement}' }`
}

/** Mimir as far as whyslow sees it: the API under /prometheus, for a tenant, and no targets. */
function startMimir(port: number): Promise<Fake> {
  return startFake((request, response) => {
    const path = request.url ?? ''
    const isThere = path.startsWith('/prometheus/') && !path.includes('/targets')
    if (!isThere) response.writeHead(404).end('404 page not found\n')
    else if (request.headers['x-scope-orgid'] === undefined) response.writeHead(401).end('no org id\n')
    else {
      const { method, headers } = request
      const options = { port, host: '127.0.0.1', method, headers, path: path.slice('/prometheus'.length) }
      const through = httpRequest(options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      request.pipe(through)
    }
  })
}
