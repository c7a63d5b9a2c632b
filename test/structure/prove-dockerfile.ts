// Follows the Dockerfile without Docker: each stage is an empty folder, COPY copies, RUN runs, and what comes out of
// the last stage must start. It proves the lines, not the base image: the Node that runs this takes its place.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseDockerfile, type Instruction, type Stage } from './dockerfile.ts'
import { ROOT } from './source-files.ts'

interface Built {
  /** The folder that stands for `/` of the stage. */
  readonly root: string
  workdir: string
  readonly env: Record<string, string>
}

type Copy = Extract<Instruction, { kind: 'copy' }>

const context = readFileSync(join(ROOT, 'package.json'), 'utf8')
const { version } = JSON.parse(context) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'whyslow-image-'))
try {
  const stages = parseDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
  const built = new Map<string, Built>()
  for (const stage of stages) built.set(stage.name, build(stage, built))
  const last = [...built.values()].at(-1)
  if (last === undefined) throw new Error('the Dockerfile has no stage')
  prove(last, commandOf(stages.at(-1)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function build(stage: Stage, earlier: ReadonlyMap<string, Built>): Built {
  const root = join(folder, stage.name)
  mkdirSync(root)
  const built: Built = { root, workdir: '/', env: {} }
  for (const each of stage.instructions) {
    if (each.kind === 'workdir') enter(built, each.path)
    if (each.kind === 'env') built.env[each.name] = each.value
    if (each.kind === 'copy') copy(built, each, earlier)
    if (each.kind === 'run') run(built, 'sh', ['-c', each.command])
  }
  return built
}

function enter(built: Built, path: string): void {
  built.workdir = resolve(built.workdir, path)
  mkdirSync(join(built.root, built.workdir), { recursive: true })
}

function copy(built: Built, { from, sources, to }: Copy, earlier: ReadonlyMap<string, Built>): void {
  const origin = from === undefined ? ROOT : earlier.get(from)?.root
  if (origin === undefined) throw new Error(`COPY --from=${from}: there is no such stage before`)
  const target = join(built.root, resolve(built.workdir, to))
  for (const source of sources) {
    const isFile = to.endsWith('/')
    cpSync(join(origin, source), isFile ? join(target, basename(source)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

function commandOf(stage: Stage | undefined): readonly string[] {
  return stage?.instructions.flatMap((each) => (each.kind === 'cmd' ? each.argv : [])) ?? []
}

function prove(built: Built, command: readonly string[]): void {
  const [program = '', started = ''] = command
  // The stage's folder stands for `/`.
  const script = join(built.root, started)
  const modules = join(dirname(dirname(script)), 'node_modules')
  if (existsSync(join(modules, 'typescript'))) throw new Error('the image holds development dependencies')
  const said = run(built, program, [script, '--version']).trim()
  if (said !== version) throw new Error(`${program} ${script} --version said ${said}, expected ${version}`)
  run(built, program, [script, ...command.slice(2), '--help'])
  console.log(`the image's command starts: whyslow ${said}`)
}

function run(built: Built, program: string, args: readonly string[]): string {
  console.log(`image> ${[program, ...args].join(' ')}`)
  const { HOME = '/root', PATH = '' } = process.env
  const result = spawnSync(program, args, {
    cwd: join(built.root, built.workdir),
    env: { HOME, PATH, ...built.env },
    encoding: 'utf8',
  })
  const failure = `${program} ${args.join(' ')} ended with ${result.status}\n${result.stdout}${result.stderr}`
  if (result.status !== 0) throw new Error(failure)
  return result.stdout
}
