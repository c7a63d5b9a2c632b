import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findProgram, type Program } from './needs.ts'

/** A real server on a free loopback port, with its data in a folder of its own. */
export interface RealServer {
  readonly baseUrl: string
  readonly port: number
  readonly pid: number
  /** What the server has written to its standard output and error so far. */
  readonly log: () => string
  /** Ends the server and removes its folder; may be called twice. */
  readonly stop: () => Promise<void>
}

interface Launch {
  readonly program: Program
  readonly readyPath: string
  /** Files to write before the start, by path inside the server's folder; some must know the port. */
  readonly files: Readonly<Record<string, string | ((port: number) => string)>>
  readonly args: (folder: string, port: number) => readonly string[]
  readonly prepare?: (folder: string) => Promise<void>
}

const READY_WITHIN_MS = 20_000
const STOP_WITHIN_MS = 5_000
const ATTEMPTS = 3
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface PrometheusOptions {
  /** prometheus.yml; without it nothing is scraped. */
  readonly config?: string
  /** More files beside prometheus.yml, such as rules. */
  readonly files?: Readonly<Record<string, string>>
  /** OpenMetrics text with timestamps, ending in `# EOF`: loaded as history before the start. */
  readonly history?: string
  /** The same in a file, for what is too much for one string. */
  readonly historyFile?: string
  readonly args?: readonly string[]
}

export function startPrometheus(options: PrometheusOptions = {}): Promise<RealServer> {
  const { config = 'global: { scrape_interval: 1s }\n', files = {}, history, historyFile, args = [] } = options
  return launch({
    program: 'prometheus',
    readyPath: '/-/ready',
    files: { ...files, 'prometheus.yml': config, ...(history !== undefined && { 'history.om': history }) },
    prepare: async (folder) => {
      if (history !== undefined) await loadHistory(folder, join(folder, 'history.om'))
      if (historyFile !== undefined) await loadHistory(folder, historyFile)
    },
    args: (folder, port) => [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--storage.tsdb.retention.time=100y',
      `--web.listen-address=127.0.0.1:${port}`,
      ...args,
    ],
  })
}

export interface AlertmanagerOptions {
  /** alertmanager.yml; without it every alert goes to a receiver that does nothing. */
  readonly config?: string
  readonly args?: readonly string[]
}

export function startAlertmanager(options: AlertmanagerOptions = {}): Promise<RealServer> {
  const { config = 'route: { receiver: none }\nreceivers: [{ name: none }]\n', args = [] } = options
  return launch({
    program: 'alertmanager',
    readyPath: '/-/ready',
    files: { 'alertmanager.yml': config },
    args: (folder, port) => [
      `--config.file=${join(folder, 'alertmanager.yml')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
      ...args,
    ],
  })
}

export interface VictoriaMetricsOptions {
  readonly args?: readonly string[]
}

export function startVictoriaMetrics({ args = [] }: VictoriaMetricsOptions = {}): Promise<RealServer> {
  return launch({
    program: 'victoria-metrics',
    readyPath: '/health',
    files: {},
    args: (folder, port) => [
      `-storageDataPath=${join(folder, 'data')}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      ...args,
    ],
  })
}

/** @param config what stands inside `http { … }`; its server answers /ready with 200 */
export function startNginx(config: (port: number) => string): Promise<RealServer> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  return launch({
    program: 'nginx',
    readyPath: '/ready',
    files: {
      'nginx.conf': (port) =>
        `pid nginx.pid; events {} http { ${temporary.join(' ')} access_log off; ${config(port)} }\n`,
    },
    args: (folder) => ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
  })
}

/** @param config the whole of it; its frontend answers /ready with 200 */
export function startHaproxy(config: (port: number) => string): Promise<RealServer> {
  return launch({
    program: 'haproxy',
    readyPath: '/ready',
    files: { 'haproxy.cfg': config },
    args: (folder) => ['-db', '-f', join(folder, 'haproxy.cfg')],
  })
}

export interface ToolResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command-line tool such as promtool to its end. */
export async function runTool(program: Program, args: readonly string[], stdin = ''): Promise<ToolResult> {
  const child = spawn(pathOf(program), args)
  const out = collect(child.stdout)
  const err = collect(child.stderr)
  child.stdin.on('error', () => undefined).end(stdin)
  await once(child, 'close')
  return { exitCode: child.exitCode, stdout: out(), stderr: err() }
}

async function launch(start: Launch): Promise<RealServer> {
  for (let attempt = 1; ; attempt += 1) {
    const folder = await mkdtemp(join(tmpdir(), `whyslow-${start.program}-`))
    try {
      return await launchIn(folder, start)
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      // Another process may take the free port between the look and the start.
      if (attempt >= ATTEMPTS || !/address already in use/iu.test(String(error))) throw error
    }
  }
}

async function launchIn(folder: string, start: Launch): Promise<RealServer> {
  const port = await freePort()
  for (const [path, text] of Object.entries(start.files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, typeof text === 'string' ? text : text(port))
  }
  await start.prepare?.(folder)
  const child = spawn(pathOf(start.program), start.args(folder, port), { cwd: folder })
  running.add(child)
  const log = collect(child.stdout, child.stderr)
  const stop = async (): Promise<void> => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  const baseUrl = `http://127.0.0.1:${port}`
  try {
    await waitUntilReady(child, baseUrl + start.readyPath)
  } catch (error) {
    await end(child)
    throw new Error(`${start.program} did not start: ${String(error)}\n${log()}`, { cause: error })
  }
  return { baseUrl, port, pid: child.pid ?? 0, log, stop }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`exit ${child.exitCode}`)
    const status = await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      async (response) => {
        await response.body?.cancel()
        return response.status
      },
      () => undefined,
    )
    if (status === 200) return
    await sleep(30)
  }
  throw new Error(`not ready within ${READY_WITHIN_MS} ms`)
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const closed = once(child, 'close')
  child.kill('SIGTERM')
  const overdue = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await closed
  clearTimeout(overdue)
}

async function loadHistory(folder: string, file: string): Promise<void> {
  const args = ['tsdb', 'create-blocks-from', 'openmetrics', file, join(folder, 'data')]
  const result = await runTool('promtool', args)
  if (result.exitCode !== 0) throw new Error(`promtool could not load the history: ${result.stderr}${result.stdout}`)
}

function collect(...streams: readonly (NodeJS.ReadableStream | null)[]): () => string {
  const chunks: string[] = []
  for (const stream of streams) stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  return () => chunks.join('')
}

function pathOf(program: Program): string {
  const path = findProgram(program)
  if (path === undefined) throw new Error(`${program} is not installed; wrap the test in describeWith('${program}', …)`)
  return path
}
