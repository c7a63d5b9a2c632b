import { open, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minutes } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import { gather } from '../../src/evidence/gather.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { createPrometheusSource } from '../../src/evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../../src/evidence/sources/recording/create-source.ts'
import { parseRecording } from '../../src/evidence/sources/recording/load-recording.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { describeWith } from '../support/needs.ts'
import { startPrometheus, startVictoriaMetrics } from '../support/real-servers.ts'
import type { RealServer } from '../support/real-servers.ts'
import { END, historyOf } from './four-sources-history.ts'
import { EXCEPTIONS, PAIRS, expectedOf } from './four-sources-pairs.ts'
import type { Headline, Pair, Sight } from './four-sources-pairs.ts'

const WINDOW = windowEnding(END, minutes(5))
const NAMED = PAIRS.map((pair) => ({ ...pair, all: expectedOf(pair, 'all'), engines: expectedOf(pair, 'engines') }))

describe('the stories told by each release', () => {
  it('have no exception that fits no pair', () => {
    const used = PAIRS.flatMap((pair) => SIGHTS.map((sight) => expectedOf(pair, sight).why))
    expect(EXCEPTIONS.filter(({ why }) => !used.includes(why))).toEqual([])
  })

  it('never expect a cause that is not the story’s own to be firm', () => {
    const wrong = PAIRS.flatMap((pair) => SIGHTS.map((sight) => ({ pair, expected: expectedOf(pair, sight) }))).filter(
      ({ pair, expected }) => expected.certainty === 'firm' && expected.cause !== pair.story.expectedCause,
    )
    expect(wrong).toEqual([])
  })
})

describeWith(['prometheus', 'promtool', 'victoria-metrics'], 'the stories told by each release, by each source', () => {
  let prometheus: RealServer
  let victoria: RealServer
  const recorded = new Map<string, Readonly<Record<Sight, Headline>>>()

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'whyslow-four-sources-'))
    victoria = await startVictoriaMetrics()
    const file = await open(join(folder, 'history.om'), 'w')
    for (const pair of PAIRS) {
      const text = await historyOf(pair)
      await file.writeFile(text)
      await importInto(victoria, text)
      recorded.set(pair.id, { all: await read(pair, 'all', text), engines: await read(pair, 'engines', text) })
    }
    await file.writeFile('# EOF\n')
    await file.close()
    await fetch(`${victoria.baseUrl}/internal/force_flush`)
    prometheus = await startPrometheus({ historyFile: join(folder, 'history.om') })
    await rm(folder, { recursive: true })
  }, 240_000)

  afterAll(async () => {
    await prometheus.stop()
    await victoria.stop()
  })

  it.each(NAMED)('$id: $all.cause, $all.certainty', async (pair) => {
    const { cause, certainty } = pair.all
    const same = { cause, certainty }
    expect({
      prometheus: await ask(pair, prometheus),
      victoria: await ask(pair, victoria),
      recording: recorded.get(pair.id)?.all,
    }).toEqual({ prometheus: same, victoria: same, recording: same })
  })

  it.each(NAMED)('$id, engines alone: $engines.cause, $engines.certainty', (pair) => {
    const { cause, certainty } = pair.engines
    expect({ recording: recorded.get(pair.id)?.engines }).toEqual({ recording: { cause, certainty } })
  })
})

const SIGHTS = ['all', 'engines'] as const

async function importInto({ baseUrl }: RealServer, text: string): Promise<void> {
  const body = text.replaceAll(/ (\d+)\n/g, ' $1000\n')
  const { status } = await fetch(`${baseUrl}/api/v1/import/prometheus`, { method: 'POST', body })
  expect(status).toBe(204)
}

async function ask(pair: Pair, { baseUrl }: RealServer): Promise<Headline> {
  const source = createPrometheusSource({ url: baseUrl, ...selectorsOf(pair, 'all') })
  const headline = await headlineFrom(source)
  await source.close()
  return headline
}

function read(pair: Pair, sight: Sight, text: string): Promise<Headline> {
  const recording = parseRecording(text)
  if (recording === undefined) throw new Error(`${pair.id}: no samples`)
  return headlineFrom(createRecordingSource(recording, selectorsOf(pair, sight)))
}

/** What a person configures to find one fleet in a store of many; without the exporters nothing is theirs. */
function selectorsOf({ id }: Pair, sight: Sight): Readonly<Record<SelectorName, string>> {
  const of = (job: string): string => `cluster="${id}",job="${job}"`
  const exporter = (job: string): string => of(sight === 'all' ? job : 'none')
  return {
    selector: of('vllm'),
    gpuSelector: exporter('dcgm'),
    nodeSelector: exporter('node'),
    gatewaySelector: exporter('ingress-nginx'),
  }
}

type SelectorName = 'selector' | 'gpuSelector' | 'nodeSelector' | 'gatewaySelector'

async function headlineFrom(source: EvidenceSource): Promise<Headline> {
  const evidence = await gather({
    sources: [source],
    signals: SIGNALS,
    scope: { cluster: 'prod' },
    window: WINDOW,
    baselines: baselinesOf(WINDOW, WINDOW.start),
    expectations: {},
    alerts: [],
    takenAt: END,
    deadlineSeconds: 20,
  })
  expect(evidence.sources.map(({ status }) => status)).toEqual(['ok'])
  const { cause, certainty } = decide(evidence).headline
  return { cause, certainty }
}
