import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import ROOMS from './rooms.json' with { type: 'json' }
import { ROOT } from './source-files.ts'

interface Row {
  readonly says: string
  readonly file: string
  readonly code: string
  readonly breaks: readonly string[]
}

const ROWS: readonly Row[] = [
  ...Object.entries(ROOMS).flatMap(([room, { may }]) => may.map((other) => row(room, other, []))),
  row('domain', 'lib', ['domain-imports-itself']),
  row('lib', 'domain', ['lib-imports-itself']),
  row('triage', 'evidence', ['triage-imports-itself-domain-signals']),
  row('evidence', 'triage', [`evidence-imports-itself-${ROOMS.evidence.may.join('-')}`]),
  row('incidents', 'slack', ['incidents-imports-itself-domain-lib']),
  row('evidence', 'sandbox', [`evidence-imports-itself-${ROOMS.evidence.may.join('-')}`, 'sandbox-only-for-demo']),
  row('cli', 'triage', []),
  row('cli', 'sandbox', ['sandbox-only-for-demo']),
  row('report', 'triage', ['report-takes-only-types-of-triage']),
  row('slack', 'incidents', ['slack-takes-only-types-of-incidents']),
  {
    says: 'report names a type of triage',
    file: 'src/report/typed.ts',
    code: "import type { x } from '../triage/any.ts'\nexport type Y = typeof x",
    breaks: [],
  },
  bare('src/triage/predicates/any.ts', '../skew/any.ts', ['triage-predicates-comes-first']),
  bare('src/triage/skew/any.ts', '../thresholds/any.ts', []),
  bare('src/triage/thresholds/any.ts', './more.ts', []),
  bare('src/triage/file.ts', 'node:fs', ['pure-rooms-use-no-node']),
  bare('src/slack/render-card.ts', 'node:fs', ['pure-rooms-use-no-node']),
  bare('src/slack/client.ts', 'node:fs', []),
  bare('src/slack/command.ts', 'undici', ['pure-slack-files-use-pure-packages']),
  bare('src/slack/bolt.ts', '@slack/bolt', []),
  bare('src/signals/net.ts', 'undici', ['signals-packages']),
  bare('src/alerts/schema.ts', 'zod', []),
  bare('src/config/schema.ts', 'node:fs', ['config-reads-files-in-load-only']),
  bare('src/config/load.ts', 'node:fs', []),
  bare('src/lib/dev.ts', 'fast-check', ['only-installed-packages']),
  bare('src/lib/gone.ts', './nowhere.ts', ['resolves']),
  bare('src/lib/under-test.ts', '../../test/any.ts', ['no-tests-in-product']),
  bare('src/cli/serve.ts', '../main.ts', ['nobody-imports-main']),
  bare('src/slack/render.ts', './client.ts', ['pure-slack-files-stay-pure']),
  bare('src/cli/demo.ts', '../sandbox/any.ts', ['sandbox-is-loaded-lazily']),
  {
    says: 'the demo loads the sandbox when it is asked for',
    file: 'src/cli/demo/run.ts',
    code: "export const run = () => import('../../sandbox/any.ts')",
    breaks: [],
  },
  bare('src/lib/one.ts', './two.ts', ['no-cycles']),
]

function row(room: string, other: string, breaks: readonly string[]): Row {
  return bare(`src/${room}/uses-${other}.ts`, `../${other}/any.ts`, breaks)
}

function bare(file: string, target: string, breaks: readonly string[]): Row {
  const verdict = breaks.length === 0 ? 'may' : 'may not'
  return { says: `${file} ${verdict} import ${target}`, file, code: `export { x } from '${target}'`, breaks }
}

describe('import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whyslow-imports-'))
  const broken = new Map<string, string[]>()

  function write(path: string, code: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${code}\n`)
  }

  beforeAll(() => {
    for (const name of ['package.json', 'tsconfig.json']) copyFileSync(join(ROOT, name), join(folder, name))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const room of ['cli', ...Object.keys(ROOMS)]) write(`src/${room}/any.ts`, 'export const x = 1')
    write('src/main.ts', 'export const x = 1')
    write('src/triage/thresholds/more.ts', 'export const x = 1')
    write('test/any.ts', 'export const x = 1')
    write('src/lib/two.ts', "export { x } from './one.ts'")
    for (const { file, code } of ROWS) write(file, code)
    const rules = join(ROOT, 'test/structure/dependency-rules.cjs')
    const depcruise = join(ROOT, 'node_modules/.bin/depcruise')
    const run = spawnSync(depcruise, ['--config', rules, '--output-type', 'json', 'src'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { summary } = JSON.parse(run.stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] }
    }
    for (const { from, rule } of summary.violations) broken.set(from, [...(broken.get(from) ?? []), rule.name])
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(ROWS.map((each) => [each.says, each] as const))('%s', (_says, { file, breaks }) => {
    expect((broken.get(file) ?? []).toSorted()).toEqual([...breaks].toSorted())
  })
})
