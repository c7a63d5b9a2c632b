import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../structure/source-files.ts'
import { START, type LogKind, writeDistinct, writeLog, writeSparse } from './access-logs.ts'

// Access logs counted by client: by whyslow as it is built, and on the same files, one after the other, by the ways people
// do it in a shell. Each is its own process, from start to end, with the file in the page cache. CPU time is beside the
// wall clock, since other work on the machine lengthens the one and not the other.

const GOALS = { text_gb_per_s: 1, json_gb_per_s: 0.4, megabytes_at_10_million_clients: 200 } as const
const SORTED = '| sort | uniq -c'
const GOACCESS_BYTES = 50e6

const SHELL: Readonly<Record<LogKind, Readonly<Record<string, string>>>> = {
  uvicorn: {
    grep: `grep -oE '[0-9.]+:[0-9]+ - "POST' FILE | cut -d: -f1 ${SORTED}`,
    mawk: `mawk '/"POST /{split($7,a,":");n[a[1]]++}END{for(k in n)print n[k],k}' FILE`,
    rg: `rg -oN '([0-9.]+):[0-9]+ - "POST' -r '$1' FILE ${SORTED}`,
  },
  ingress: {
    grep: `grep -oE '^[0-9.]+ - - [^"]*"POST' FILE | cut -d' ' -f1 ${SORTED}`,
    mawk: `mawk '$6=="\\"POST"{n[$1]++}END{for(k in n)print n[k],k}' FILE`,
    rg: `rg -oN '^([0-9.]+) - - [^"]*"POST' -r '$1' FILE ${SORTED}`,
  },
  json: {
    grep: `grep -F '"method":"POST"' FILE | grep -oE '"remote_addr":"[^"]*"' | cut -d'"' -f4 ${SORTED}`,
    mawk: `mawk -F'"' '/"method":"POST"/{n[$10]++}END{for(k in n)print n[k],k}' FILE`,
    rg: `rg -oN '"remote_addr":"([^"]*)".*"method":"POST"' -r '$1' FILE ${SORTED}`,
  },
}

interface Ran {
  readonly out: string
  readonly wall_s: number
  readonly cpu_s: number
  readonly peak_mb: number
}

export async function benchClients(gigabytes: number): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'whyslow-bench-'))
  try {
    const main = build(folder)
    const files = []
    for (const kind of ['uvicorn', 'ingress', 'json'] as const) {
      files.push(await benchFile(kind, join(folder, `${kind}.log`), { main, bytes: gigabytes * 1e9 }))
    }
    const distinct = await benchDistinct(folder, main, Math.ceil(gigabytes * 10e6))
    const window = await benchWindow(folder, main, gigabytes * 20e9)
    return {
      what: 'access logs counted by client, whole processes, page cache warm',
      goals: GOALS,
      files,
      distinct,
      window,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compiled as the package is, since that is what people run. */
function build(folder: string): string {
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  execFileSync(tsc, ['-p', join(ROOT, 'tsconfig.json'), '--outDir', join(folder, 'dist')], { cwd: ROOT })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  return join(folder, 'dist/main.js')
}

async function benchFile(
  kind: LogKind,
  path: string,
  { main, bytes }: { readonly main: string; readonly bytes: number },
): Promise<unknown> {
  writeLog(path, kind, bytes)
  const { size } = statSync(path)
  execFileSync('cat', [path], { stdio: 'ignore' })
  const own = await clients(main, path, '--top', '1000')
  const top = topOf(own.out)
  const peers: Record<string, unknown> = {}
  for (const [name, command] of Object.entries(SHELL[kind])) {
    const ran = await run('bash', '-c', `set -o pipefail; export LC_ALL=C; ${command.replace('FILE', path)}`)
    const counts = new Map(ran.out.trim().split('\n').map(countOf))
    const isSame = counts.size === top.size && [...counts].every(([client, count]) => top.get(client) === count)
    peers[name] = { ...rates(ran, size), same_answer: isSame }
  }
  if (kind === 'ingress') peers['goaccess'] = await benchGoaccess(path)
  rmSync(path)
  return { kind, bytes: size, whyslow: rates(own, size), peers }
}

/** On a part of the file: it takes a minute for a gigabyte. */
async function benchGoaccess(path: string): Promise<unknown> {
  const format = `--log-format='%h - %^ [%d:%t %^] "%r" %s %b "%R" "%u" %^' --date-format=%d/%b/%Y --time-format=%T`
  const part = Math.min(GOACCESS_BYTES, statSync(path).size)
  const command = `head -c ${part} ${path} | goaccess - ${format} --no-global-config --no-progress -o json >/dev/null`
  try {
    return { ...rates(await run('bash', '-c', command), part), of_bytes: part }
  } catch {
    return 'not installed, or it does not read the file'
  }
}

async function benchDistinct(folder: string, main: string, count: number): Promise<unknown> {
  const path = join(folder, 'distinct.log')
  writeDistinct(path, count)
  const { size } = statSync(path)
  const ran = await clients(main, path, '--top', '1')
  rmSync(path)
  const answer = JSON.parse(ran.out)
  return {
    clients: count,
    ...rates(ran, size),
    top: {
      client: answer.top[0].client,
      requests: answer.top[0].requests,
      overcount_at_most: answer.overcount_at_most,
    },
  }
}

async function benchWindow(folder: string, main: string, bytes: number): Promise<unknown> {
  const path = join(folder, 'sparse.log')
  writeSparse(path, bytes)
  const { size } = statSync(path)
  const at = new Date((START + 50_000) * 1000).toISOString()
  const ran = await clients(main, path, '--since', '10m', '--at', at)
  rmSync(path)
  return { bytes: size, window: '10m of a day', wall_s: ran.wall_s, requests: JSON.parse(ran.out).total.requests }
}

function clients(main: string, path: string, ...options: readonly string[]): Promise<Ran> {
  return run(process.execPath, main, 'clients', path, '--format', 'json', ...options)
}

function topOf(out: string): ReadonlyMap<string, number> {
  const { top } = JSON.parse(out) as { readonly top: readonly { readonly client: string; readonly requests: number }[] }
  return new Map(top.map(({ client, requests }) => [client, requests]))
}

function countOf(line: string): [string, number] {
  const [count = '', client = ''] = line.trim().split(' ')
  return [client, Number(count)]
}

function rates({ wall_s: wall, cpu_s: cpu, peak_mb: peak }: Ran, bytes: number): object {
  return { gb_per_s: rounded(bytes / 1e9 / wall), gb_per_cpu_s: rounded(bytes / 1e9 / cpu), peak_mb: peak }
}

const TICKS_PER_SECOND = 100

/** Runs one process to its end; its memory is looked at while it runs, its CPU time is that of its children too. */
function run(command: string, ...args: readonly string[]): Promise<Ran> {
  const began = performance.now()
  const before = childTicks()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const out: Buffer[] = []
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid))
  }, 20)
  child.stdout.on('data', (piece: Buffer) => out.push(piece))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(look)
      if (code !== 0) {
        reject(new Error(`${command} ended with ${code}`))
        return
      }
      resolve({
        out: Buffer.concat(out).toString(),
        wall_s: rounded((performance.now() - began) / 1000),
        cpu_s: rounded((childTicks() - before) / TICKS_PER_SECOND),
        peak_mb: peak,
      })
    })
  })
}

/** CPU time of this process' children that have ended, and of theirs: fields 16 and 17 of proc(5)'s stat. */
function childTicks(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[13]) + Number(fields[14])
}

function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
