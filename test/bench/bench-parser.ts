import parsePeer from 'parse-prometheus-text-format'
import { parseSeries } from '../../src/exposition/parse-series.ts'
import { createExpositionReader } from '../../src/exposition/reader.ts'
import { createFleet } from '../../src/sandbox/fleet/create-fleet.ts'
import type { DialectName } from '../../src/sandbox/fleet/dialects/dialect.ts'
import { classicText } from '../../src/sandbox/fleet/exposition/classic-text.ts'
import { targetsOf } from '../../src/sandbox/fleet/target.ts'
import { findScenario } from '../../src/sandbox/scenarios/catalog.ts'
import { measured, median, ratio, summary, type Times } from './measure.ts'

// Pages of many engines, read page by page as they are scraped: by whyslow and, in the same rounds, by the most used
// parser of the format on npm, which takes whole pages only. Both give name, labels and value of every sample; the peer
// gives fewer, since it leaves out the counts and sums of histograms that have labels.

const MEGABYTES = 10
const WARM_UP = 2
const ROUNDS = 10

const DIALECTS: readonly DialectName[] = ['v0-0.6', 'v1-0.8', 'v1-0.10', 'v1-0.19', 'v1-0.25']

const START = 1_795_960_920

export async function benchParser(): Promise<unknown> {
  const pages = generatePages()
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0)
  const [own, interned, peer]: readonly Times[] = [[], [], []].map(() => ({ wall: [], cpu: [] }))
  if (!own || !interned || !peer) throw new Error('unreachable')
  const counts = { own: 0, interned: 0, peer: 0 }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    counts.own = await measured(own, round, () => sumOf(pages, readEach))
    counts.interned = await measured(interned, round, () => readInterned(pages))
    counts.peer = await measured(peer, round, () => sumOf(pages, readByPeer))
  }
  if (counts.own !== linesOf(pages)) throw new Error(`of ${linesOf(pages)} samples ${counts.own} were read`)
  const megabytesPerSecond = (times: Times): number => Number(((bytes / 1e6 / median(times)) * 1000).toPrecision(3))
  return {
    what: `${pages.length} pages of simulated engines, ${(bytes / 1e6).toFixed(1)} MB, read page by page`,
    pages: pages.length,
    bytes,
    samples: counts.own,
    rounds: ROUNDS,
    own: { mb_per_s: megabytesPerSecond(own), ...summary(own) },
    own_as_scraped_again: { mb_per_s: megabytesPerSecond(interned), ...summary(interned) },
    peer: {
      name: 'parse-prometheus-text-format 1.1.1',
      samples: counts.peer,
      mb_per_s: megabytesPerSecond(peer),
      ...summary(peer),
    },
    peer_over_own: ratio(peer, own),
  }
}

/** Everyday traffic in several releases, scraped every fifteen seconds until there is enough. */
function generatePages(): readonly string[] {
  const healthy = findScenario('healthy')
  if (healthy === undefined) throw new Error('no scenario healthy')
  const fleets = DIALECTS.map((dialect) => createFleet({ ...healthy, dialect }, { start: START, onset: START + 600 }))
  const pages: string[] = []
  let left = MEGABYTES * 1e6
  for (let at = START + 60; left > 0; at += 15) {
    for (const fleet of fleets) {
      fleet.advanceTo(at)
      for (const { job, scrape, numbers } of targetsOf(fleet)) {
        const families = job === 'vllm' ? scrape() : undefined
        if (families === undefined || left <= 0) continue
        const page = classicText(families, numbers)
        pages.push(page)
        left -= page.length
      }
    }
  }
  return pages
}

/** Lines that hold a sample. */
function linesOf(pages: readonly string[]): number {
  return sumOf(pages, (page) => page.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length)
}

function sumOf(pages: readonly string[], count: (page: string) => number): number {
  return pages.reduce((sum, page) => sum + count(page), 0)
}

/** What the peer does as well: the name, the labels and the value of every sample. */
function readEach(page: string): number {
  let samples = 0
  const reader = createExpositionReader(({ series }) => {
    if (parseSeries(series) !== undefined) samples++
  })
  reader.write(page)
  reader.end()
  return samples
}

/** What a source does that scrapes the same engines again: a series is looked up by its text. */
function readInterned(pages: readonly string[]): number {
  const known = new Map<string, unknown>()
  let samples = 0
  for (const page of pages) {
    const reader = createExpositionReader(({ series }) => {
      if (!known.has(series)) known.set(series, parseSeries(series))
      samples++
    })
    reader.write(page)
    reader.end()
  }
  return samples
}

function readByPeer(page: string): number {
  const families = parsePeer(page) ?? []
  let samples = 0
  for (const { metrics } of families) {
    for (const { value, buckets, quantiles, count, sum } of metrics) {
      samples += [value, count, sum].filter((number) => number !== undefined).length
      samples += Object.keys(buckets ?? quantiles ?? {}).length
    }
  }
  return samples
}
