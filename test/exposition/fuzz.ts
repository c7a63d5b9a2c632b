import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { CORPUS } from '../support/needs.ts'
import { type FuzzCounts, createFuzzer } from './fuzz-bodies.ts'
import { PAGES } from './pages.ts'

// npm run fuzz [-- BODIES [SEED]]: the exposition reader on broken bodies, the same ones for the same seed. Ends with 1
// when the reader throws, breaks a promise, takes too long over a body or never comes back.

const DEFAULT_BODIES = 1_000_000
const DEFAULT_SEED = 20_260_101

const BATCH = 1000
/** A thousand bodies take well under a second; a batch that takes this long hangs in one of them. */
const HANGS_AFTER_MS = 60_000

const [bodies = DEFAULT_BODIES, seed = DEFAULT_SEED] = process.argv.slice(2).map(Number)
const recorded = recordedPages()
const { counts, next } = createFuzzer(seed, [...PAGES, ...recorded])
const started = performance.now()
let failure: string | undefined

while (counts.bodies < bodies && failure === undefined) {
  try {
    vm.runInNewContext('run()', { run: runBatch }, { timeout: HANGS_AFTER_MS })
  } catch (error) {
    failure = `body ${counts.bodies} of seed ${seed}: ${error instanceof Error ? error.message : String(error)}`
  }
  if (counts.bodies % 100_000 === 0 && process.stderr.isTTY) process.stderr.write(`${counts.bodies} bodies\n`)
}
console.log(JSON.stringify(reportOf(counts), undefined, 2))
if (failure !== undefined) {
  console.error(failure)
  process.exitCode = 1
}

function runBatch(): void {
  for (let count = Math.min(BATCH, bodies - counts.bodies); count > 0; count--) next()
}

function recordedPages(): readonly string[] {
  const folder = join(CORPUS, 'metrics')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.prom'))
  return files.map((name) => readFileSync(join(folder, name), 'utf8'))
}

function reportOf({ slowestMs, ...counted }: FuzzCounts): unknown {
  const seconds = (performance.now() - started) / 1000
  return {
    what: 'broken bodies read by the exposition reader, each whole, timed, and cut in two',
    seed,
    pages: PAGES.length,
    recorded_pages: recorded.length,
    ...counted,
    seconds: Number(seconds.toFixed(1)),
    slowest_ms: Number(slowestMs.toFixed(1)),
    failed: failure !== undefined,
  }
}
