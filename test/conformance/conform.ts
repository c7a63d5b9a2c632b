import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hasVllm, recognise } from '../../src/audit/doctor/known-engines.ts'
import type { Exposer } from '../../src/signals/signal.ts'
import { readAccessLogs } from './access-logs.ts'
import { type FoundSignals, findSignals } from './find-signals.ts'
import { type Generation, generationOf } from './generation.ts'
import type { AccessLogResult } from './read-access-log.ts'
import { type Dump, readDump } from './read-dump.ts'
import { whyAbsent } from './why-absent.ts'
import { type PairResult, readPair } from './read-pair.ts'

export interface DumpResult {
  readonly folder: string
  readonly dump: Dump
  readonly generation: Generation | undefined
  /** Who wrote the page when it was not vLLM. */
  readonly other: string | undefined
  readonly signals: FoundSignals
  /** How many names of vLLM's the page has, and whether they are as many as a whole page's. */
  readonly vllmNames: number
  readonly isWhole: boolean
}

export interface Conformance {
  readonly dumps: readonly DumpResult[]
  readonly pairs: readonly PairResult[]
  readonly accessLogs: readonly AccessLogResult[]
  /** Everything that is not as it must be, in one line each. */
  readonly problems: readonly string[]
}

/** The folders of a corpus, and whose signals their pages hold. */
const FOLDERS: Readonly<Record<string, readonly Exposer[]>> = {
  metrics: ['engine'],
  'metrics-other': ['engine'],
  exporters: ['gpu', 'host'],
  'client-metrics': ['gateway'],
}

/** A page with fewer names of vLLM's is an excerpt: its engine need not show, nor every signal be there. */
const WHOLE_PAGE = 30

/** Reads every recorded page and access log of a corpus: is each line understood, each release told, each signal found? */
export async function conform(corpus: string): Promise<Conformance> {
  const folders = Object.keys(FOLDERS).filter((folder) => existsSync(join(corpus, folder)))
  const dumps = folders.flatMap((folder) => pagesOf(join(corpus, folder)).map((path) => examine(folder, path)))
  const pairs = await Promise.all(pairsOf(dumps).map(([name, before, after]) => readPair(name, before, after)))
  const accessLogs = readAccessLogs(corpus)
  const generations = generationsIn(join(corpus, 'metrics/index.tsv'))
  const problems = [
    ...(dumps.length + accessLogs.length === 0 ? [`no pages below ${corpus}`] : []),
    ...dumps.flatMap((result) => problemsOf(result, generations)),
    ...pairs.flatMap((pair) => pair.problems),
    ...accessLogs.flatMap((log) => log.problems),
  ]
  return { dumps, pairs, accessLogs, problems }
}

function pagesOf(folder: string): readonly string[] {
  const pages = readdirSync(folder).filter((name) => /\.(?:prom|txt)$/.test(name))
  return pages.toSorted().map((name) => join(folder, name))
}

function examine(folder: string, path: string): DumpResult {
  const dump = readDump(path)
  const { vllm, other } = recognise(dump.names)
  const vllmNames = [...vllm.values()].flat().length
  return {
    folder,
    dump,
    generation: generationOf(dump.names),
    other: hasVllm(dump.names) ? undefined : other?.engine,
    signals: findSignals(dump.names, FOLDERS[folder] ?? []),
    vllmNames,
    isWhole: vllmNames >= WHOLE_PAGE,
  }
}

function problemsOf(result: DumpResult, generations: ReadonlyMap<string, string>): readonly string[] {
  const { folder, dump, generation, other, signals, isWhole } = result
  const at = `${folder}/${dump.name}`
  const problems = dump.unexplained.map((line) => `${folder}/${line}`)
  if (dump.summary.kind !== 'exposition' && dump.summary.malformed === 0) problems.push(`${at}: ${dump.summary.kind}`)
  if (folder === 'metrics-other') {
    if (hasVllm(dump.names)) problems.push(`${at}: taken for vLLM`)
    if (other === undefined) problems.push(`${at}: whose page it is is not told`)
  }
  if (folder !== 'metrics') return problems
  if (!hasVllm(dump.names)) problems.push(`${at}: not taken for vLLM`)
  const known = generations.get(dump.name)?.slice(0, 2)
  if (generation !== undefined && known !== '?' && generation !== known) {
    problems.push(`${at}: taken for ${generation}, it is ${known}`)
  }
  if (!isWhole) return problems
  if (generation === undefined) return [...problems, `${at}: the engine is not told`]
  const lost = Object.keys(signals.absent).filter((id) => whyAbsent(id, generation) === undefined)
  return [...problems, ...lost.map((id) => `${at}: ${id} is absent: ${signals.absent[id]}`)]
}

/** What the corpus itself says: the third column of its index. */
function generationsIn(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map()
  const rows = readFileSync(path, 'utf8').split('\n').slice(1)
  return new Map(rows.map((row) => row.split('\t')).map(([file = '', , engine = '?']) => [file, engine]))
}

function pairsOf(dumps: readonly DumpResult[]): readonly (readonly [string, Dump, Dump])[] {
  const byName = new Map(dumps.map(({ dump }) => [dump.name, dump]))
  return dumps.flatMap(({ dump }) => {
    const found = /^(.*)-(before|pre)\.prom$/.exec(dump.name)
    const [, name = '', earlier] = found ?? []
    const after = byName.get(`${name}-${earlier === 'before' ? 'after' : 'post'}.prom`)
    return after === undefined ? [] : [[name, dump, after] as const]
  })
}
