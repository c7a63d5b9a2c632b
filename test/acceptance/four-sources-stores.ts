import { gatherFrom } from '../support/gather-from.ts'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { createHistorySource } from '../../src/evidence/sources/engine/read-history.ts'
import { createPrometheusSource } from '../../src/evidence/sources/prometheus/create-source.ts'
import { createRecordingSource } from '../../src/evidence/sources/recording/create-source.ts'
import { parseRecording } from '../../src/evidence/sources/recording/load-recording.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'
import { decide } from '../../src/triage/decide.ts'
import { startPrometheus, startVictoriaMetrics } from '../support/real-servers.ts'
import type { RealServer } from '../support/real-servers.ts'
import { END, tell } from './four-sources-history.ts'
import type { Telling, Told } from './four-sources-history.ts'
import type { Headline } from './four-sources-pairs.ts'

/** A telling and the story that is told. */
export interface StoryTelling extends Telling {
  readonly story: Scenario
}

/** Every telling in one real Prometheus and in one real VictoriaMetrics; the other sources have been asked already. */
export interface Stores {
  readonly ask: (id: string) => Promise<Readonly<Record<'prometheus' | 'victoria' | 'recording', Headline>>>
  /** Of the engines alone: from the recording, and from the engines' own pages. */
  readonly ofEngines: (id: string) => { readonly recording: Headline; readonly engine: Headline | undefined }
  readonly stop: () => Promise<void>
}

export async function loadStores(tellings: readonly StoryTelling[]): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-four-sources-'))
  const victoria = await startVictoriaMetrics()
  const file = await open(join(folder, 'history.om'), 'w')
  const asked = new Map<string, Asked>()
  for (const story of new Set(tellings.map((telling) => telling.story))) {
    const places = new Set<string>()
    const ofStory = tellings.filter((telling) => telling.story === story)
    for (const told of tell(story, ofStory)) {
      const text = places.has(told.place) ? told.engines : told.engines + told.exporters
      places.add(told.place)
      await file.writeFile(text)
      await importInto(victoria, text)
      asked.set(told.telling.id, await askHere(told))
    }
  }
  await file.writeFile('# EOF\n')
  await file.close()
  await fetch(`${victoria.baseUrl}/internal/force_flush`)
  const prometheus = await startPrometheus({ historyFile: join(folder, 'history.om') })
  await rm(folder, { recursive: true })

  function found(id: string): Asked {
    const one = asked.get(id)
    if (one === undefined) throw new Error(`nobody told ${id}`)
    return one
  }
  return {
    ask: async (id) => ({
      prometheus: await askServer(prometheus, found(id).selectors),
      victoria: await askServer(victoria, found(id).selectors),
      recording: found(id).all,
    }),
    ofEngines: (id) => ({ recording: found(id).engines, engine: found(id).asked }),
    stop: async () => {
      await prometheus.stop()
      await victoria.stop()
    },
  }
}

interface Asked {
  readonly selectors: Selectors
  readonly all: Headline
  readonly engines: Headline
  readonly asked: Headline | undefined
}

async function importInto({ baseUrl }: RealServer, body: string): Promise<void> {
  const { status } = await fetch(`${baseUrl}/api/v1/import/prometheus`, { method: 'POST', body })
  expect(status).toBe(204)
}

async function askServer({ baseUrl }: RealServer, selectors: Selectors): Promise<Headline> {
  const source = createPrometheusSource({ url: baseUrl, ...selectors })
  const headline = await headlineFrom(source)
  await source.close()
  return headline
}

async function askHere(told: Told): Promise<Asked> {
  const recording = parseRecording(told.engines + told.exporters)
  if (recording === undefined) throw new Error(`${told.telling.id}: no samples`)
  const selectors = selectorsOf(told)
  return {
    selectors,
    all: await headlineFrom(createRecordingSource(recording, selectors)),
    engines: await headlineFrom(createRecordingSource(recording, { ...selectors, ...NO_EXPORTERS })),
    asked: told.pages && (await headlineFrom(createHistorySource(told.pages))),
  }
}

type Selectors = Readonly<Record<'selector' | 'gpuSelector' | 'nodeSelector' | 'gatewaySelector', string>>

/** What a person configures to find one fleet in a store of many. */
function selectorsOf({ telling, place }: Told): Selectors {
  const job = telling.dress === 'ray' || telling.dress === 'ray_old' ? 'ray' : 'vllm'
  return {
    selector: `cluster="${telling.id}",job="${job}"`,
    gpuSelector: `cluster="${place}",job="dcgm"`,
    nodeSelector: `cluster="${place}",job="node"`,
    gatewaySelector: `cluster="${place}",job="ingress-nginx"`,
  }
}

const NO_EXPORTERS = { gpuSelector: 'job="none"', nodeSelector: 'job="none"', gatewaySelector: 'job="none"' }

async function headlineFrom(source: EvidenceSource): Promise<Headline> {
  const evidence = await gatherFrom(source, { end: END })
  expect(evidence.sources.map(({ status }) => status)).toEqual(['ok'])
  const { cause, certainty } = decide(evidence, inEnglish).headline
  return { cause, certainty }
}
