import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inEnglish } from '../../src/domain/text.ts'
import { minutes, seconds, unixSeconds } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import { gather } from '../../src/evidence/gather.ts'
import { createEngineSource } from '../../src/evidence/sources/engine/create-source.ts'
import { createEngineHistory } from '../../src/evidence/sources/engine/history.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { HttpError } from '../../src/lib/http-pool.ts'
import { createFleet } from '../../src/sandbox/fleet/create-fleet.ts'
import { classicText } from '../../src/sandbox/fleet/exposition/classic-text.ts'
import { targetsOf } from '../../src/sandbox/fleet/target.ts'
import { findScenario } from '../../src/sandbox/scenarios/catalog.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'

// An hour of a fleet that is scraped directly, by a clock that is turned by hand: four simulated engines, each page served
// under fifty names. One engine more never answers.

const ENGINES = 200
const SECONDS = 3600
const START = 1_795_960_920

export async function benchEngines(): Promise<unknown> {
  const { clock, advance } = createClock()
  const pages = createPages(() => clock.now())
  const history = createEngineHistory()
  let bodyBytes = 0
  let scrapes = 0
  const before = memory()
  const source = createEngineSource(
    {
      engines: Array.from({ length: ENGINES + 1 }, (_, index) => ({
        url: `http://10.1.${index >> 8}.${index & 255}:8000`,
        instance: `10.1.${index >> 8}.${index & 255}:8000`,
      })),
      interval: seconds(15),
    },
    {
      clock,
      history,
      random: () => 0.5,
      tryConnect: () => Promise.resolve(true),
      openPool: ({ origin }) => ({
        request: ({ path, signal }) => {
          const index = numberOf(origin)
          if (index === ENGINES) return givenUp(signal)
          const text = path === '/metrics' ? pages.page(index) : ''
          bodyBytes += text.length
          scrapes++
          return Promise.resolve({ status: 200, contentType: 'text/plain', text })
        },
        close: () => Promise.resolve(),
      }),
    },
  )
  const cpu = process.cpuUsage()
  source.start()
  await advance(SECONDS)
  const spent = cpuSeconds(cpu) - pages.cpuSeconds()
  const after = memory()
  const { samples, series, bytes } = history.size()
  const triage = process.cpuUsage()
  const window = windowEnding(unixSeconds(clock.now()), minutes(5))
  const evidence = await gather({
    sources: [source],
    signals: SIGNALS,
    scope: { cluster: 'bench' },
    window,
    baselines: baselinesOf(window, window.start),
    expectations: {},
    alerts: [],
    takenAt: window.end,
  })
  const { headline } = decide(evidence, inEnglish)
  const triageMs = cpuSeconds(triage) * 1000
  await source.close()
  return {
    what: 'an hour of engines scraped directly every 15 s, one of them hung; no network',
    engines: ENGINES,
    scrapes,
    body_mib: rounded(bodyBytes / 2 ** 20),
    cpu_seconds: rounded(spent),
    cpu_ms_per_scrape: rounded((spent * 1000) / scrapes),
    series,
    samples,
    bytes_per_sample: rounded(bytes / samples),
    estimated_mib: rounded(bytes / 2 ** 20),
    memory_grown_mib: rounded((after - before) / 2 ** 20),
    triage_cpu_ms: rounded(triageMs),
    conclusion: headline.cause,
  }
}

/** Pages of the engines as of now, and what the simulation took. */
function createPages(now: () => number) {
  const scenario = findScenario('skew')
  if (scenario === undefined) throw new Error('the scenario is gone')
  const fleet = createFleet(scenario, { start: START, onset: START + SECONDS })
  const targets = targetsOf(fleet).filter(({ job }) => job === 'vllm')
  let at = -1
  let texts: readonly string[] = []
  let spent = 0

  function page(index: number): string {
    if (now() !== at) {
      const began = process.cpuUsage()
      at = now()
      fleet.advanceTo(at)
      fleet.takeAccess()
      texts = targets.map((target) => classicText(target.scrape() ?? [], target.numbers))
      spent += cpuSeconds(began)
    }
    return texts[index % texts.length] ?? ''
  }
  return { page, cpuSeconds: () => spent }
}

/** Stands until it is turned. Tasks of one moment run together, as a fleet's do. */
function createClock() {
  let now = START
  const timers = new Set<{ readonly at: number; readonly task: () => void }>()
  const clock: Clock = {
    now: () => now,
    after: (delay, task) => {
      const timer = { at: now + delay, task }
      timers.add(timer)
      return () => timers.delete(timer)
    },
  }
  async function advance(by: number): Promise<void> {
    const until = now + by
    for (;;) {
      const next = Math.min(...[...timers].map(({ at }) => at))
      if (next > until) break
      now = next
      const due = [...timers].filter(({ at }) => at === next)
      for (const timer of due) timers.delete(timer)
      for (const { task } of due) task()
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    now = until
  }
  return { clock, advance }
}

function numberOf(origin: string): number {
  const [, , high = '0', low = '0'] = new URL(origin).hostname.split('.')
  return Number(high) * 256 + Number(low)
}

/** An answer that never comes. */
function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new HttpError('aborted', 'no answer in time')))
  })
}

/** What is held, after a collection. */
function memory(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function cpuSeconds(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1e6
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
