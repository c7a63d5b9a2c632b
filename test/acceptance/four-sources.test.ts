import { mkdtemp, open, rm } from 'node:fs/promises'
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
import { catalog } from '../../src/sandbox/scenarios/catalog.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { describeWith } from '../support/needs.ts'
import { startPrometheus, startVictoriaMetrics } from '../support/real-servers.ts'
import type { RealServer } from '../support/real-servers.ts'
import { END, tell } from './four-sources-history.ts'
import type { Told } from './four-sources-history.ts'
import { EXCEPTIONS, PAIRS, SIGHTS, expectedOf } from './four-sources-pairs.ts'
import type { Headline, Sight } from './four-sources-pairs.ts'

const WINDOW = windowEnding(END, minutes(5))
const NAMED = PAIRS.map((pair) => ({ ...pair, all: expectedOf(pair, 'all'), engines: expectedOf(pair, 'engines') }))

describe('the stories told by each release', () => {
  it('have no exception that fits no pair', () => {
    const used = PAIRS.flatMap((pair) => SIGHTS.map((sight) => expectedOf(pair, sight).why))
    expect(EXCEPTIONS.filter(({ why }) => !used.includes(why))).toEqual([])
  })
})

describeWith(['prometheus', 'promtool', 'victoria-metrics'], 'the stories told by each release, by each source', () => {
  let prometheus: RealServer
  let victoria: RealServer
  const recorded = new Map<string, Recorded>()

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'whyslow-four-sources-'))
    victoria = await startVictoriaMetrics()
    const file = await open(join(folder, 'history.om'), 'w')
    const places = new Set<string>()
    for (const story of catalog) {
      const pairs = PAIRS.filter((pair) => pair.story === story)
      for (const told of tell(story, pairs)) {
        const text = places.has(told.place) ? told.engines : told.engines + told.exporters
        places.add(told.place)
        await file.writeFile(text)
        await importInto(victoria, text)
        recorded.set(told.id, { place: told.place, ...(await read(told)) })
      }
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

  it.each(NAMED)('$id: $all.cause, $all.certainty', async ({ id, all: { cause, certainty } }) => {
    const { place = '', all } = recorded.get(id) ?? {}
    expect({
      prometheus: await ask(prometheus, { id, place }),
      victoria: await ask(victoria, { id, place }),
      recording: all,
    }).toEqual({
      prometheus: { cause, certainty },
      victoria: { cause, certainty },
      recording: { cause, certainty },
    })
  })

  it.each(NAMED)('$id, engines alone: $engines.cause, $engines.certainty', ({ id, engines: { cause, certainty } }) => {
    expect({ recording: recorded.get(id)?.engines }).toEqual({ recording: { cause, certainty } })
  })
})

interface Recorded extends Readonly<Record<Sight, Headline>>, Place {}

type Place = Pick<Told, 'place'>

async function importInto({ baseUrl }: RealServer, body: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/api/v1/import/prometheus`, { method: 'POST', body })
  expect(status).toBe(204)
}

async function ask({ baseUrl }: RealServer, told: Pick<Told, 'id' | 'place'>): Promise<Headline> {
  const source = createPrometheusSource({ url: baseUrl, ...selectorsOf(told, 'all') })
  const headline = await headlineFrom(source)
  await source.close()
  return headline
}

async function read(told: Told): Promise<Readonly<Record<Sight, Headline>>> {
  const recording = parseRecording(told.engines + told.exporters)
  if (recording === undefined) throw new Error(`${told.id}: no samples`)
  return {
    all: await headlineFrom(createRecordingSource(recording, selectorsOf(told, 'all'))),
    engines: await headlineFrom(createRecordingSource(recording, selectorsOf(told, 'engines'))),
  }
}

/** What a person configures to find one fleet in a store of many; without the exporters nothing is theirs. */
function selectorsOf({ id, place }: Pick<Told, 'id' | 'place'>, sight: Sight): Selectors {
  const exporter = (job: string): string => `cluster="${place}",job="${sight === 'all' ? job : 'none'}"`
  return {
    selector: `cluster="${id}",job="vllm"`,
    gpuSelector: exporter('dcgm'),
    nodeSelector: exporter('node'),
    gatewaySelector: exporter('ingress-nginx'),
  }
}

type Selectors = Readonly<Record<'selector' | 'gpuSelector' | 'nodeSelector' | 'gatewaySelector', string>>

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
