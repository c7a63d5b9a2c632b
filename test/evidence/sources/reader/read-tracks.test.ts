import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { History, Track } from '../../../../src/domain/history.ts'
import { minutes, unixSeconds } from '../../../../src/domain/time.ts'
import { windowEnding } from '../../../../src/domain/window.ts'
import type { EvidenceSource } from '../../../../src/evidence/source.ts'
import { createPrometheusSource } from '../../../../src/evidence/sources/prometheus/create-source.ts'
import { stepsOf } from '../../../../src/evidence/sources/reader/history-steps.ts'
import { createRecordingSource } from '../../../../src/evidence/sources/recording/create-source.ts'
import { parseRecording } from '../../../../src/evidence/sources/recording/load-recording.ts'
import { recordHistory } from '../../../../src/sandbox/fleet/history/record-history.ts'
import { skew } from '../../../../src/sandbox/scenarios/skew.ts'
import { describeWith } from '../../../support/needs.ts'
import { isReadFamily, readLines } from '../../../support/read-families.ts'
import { startPrometheus } from '../../../support/real-servers.ts'

const END = unixSeconds(1_790_000_000)
/** Longer than what was recorded: the first times have nothing. */
const TIMES = stepsOf(windowEnding(END, minutes(75)))
const HOT = '10.0.1.22:8000'

let text = ''

beforeAll(async () => {
  const recorded = await recordHistory({ scenario: skew, end: END, duration: minutes(60) })
  text = `${[...recorded.text(isReadFamily)].map(readLines).join('')}# EOF\n`
})

async function historyOf({ history }: EvidenceSource): Promise<History> {
  const request = {
    scope: { cluster: 'a', modelName: 'qwen2.5-7b' },
    times: TIMES,
    deadline: AbortSignal.timeout(20_000),
  }
  const outcome = await history?.(request)
  if (outcome?.status !== 'ok') throw new Error(`no history: ${outcome?.detail ?? 'none is kept'}`)
  return outcome.value
}

function recorded(only: (line: string) => boolean = () => true): EvidenceSource {
  const recording = parseRecording(text.split('\n').filter(only).join('\n'))
  if (recording === undefined) throw new Error('the history is empty')
  // As the Prometheus reads ranges that Debian has.
  return createRecordingSource(recording, { rangeStart: 'closed' })
}

const known = (track: Track | undefined): readonly number[] => (track ?? []).filter((value) => value !== undefined)

describe('readTracks of a recording', () => {
  it('has the queue of the hottest instance, and its peers beside it', async () => {
    const { waiting, arrivals, stages, times } = await historyOf(recorded())
    expect(times.length).toBeLessThanOrEqual(120)
    expect(waiting.map(({ instance }) => instance)).toHaveLength(4)
    const hot = waiting.find(({ instance }) => instance === HOT)
    expect(hot?.track.at(-1)).toBeGreaterThan(20)
    expect(arrivals.find(({ instance }) => instance === HOT)?.track.at(-1)).toBeGreaterThan(3)
    expect(stages.queue.at(-1)).toBeGreaterThan(3)
    expect(Math.min(...Object.values(stages).flatMap(known))).toBeGreaterThanOrEqual(0)
  })

  it('has no number where nothing was recorded', async () => {
    const { waiting, arrivals, stages } = await historyOf(recorded())
    const tracks = [...waiting, ...arrivals].map(({ track }) => track)
    expect([...tracks, ...Object.values(stages)].flatMap((track) => known(track.slice(0, 10)))).toEqual([])
  })

  it('does not know the API server where a stage is not exposed', async () => {
    const { stages } = await historyOf(recorded((line) => !line.includes('prefill_time')))
    expect([known(stages.prefill), known(stages.api_server)]).toEqual([[], []])
    expect(known(stages.decode).length).toBeGreaterThan(10)
  })
})

describeWith(['prometheus', 'promtool'], 'readTracks of a real Prometheus', () => {
  it('gives the same numbers as the recording', async () => {
    const server = await startPrometheus({ history: text })
    onTestFinished(server.stop)
    const source = createPrometheusSource({ url: server.baseUrl, selector: 'job="vllm"' })
    onTestFinished(source.close)
    const [asked, own] = [await historyOf(source), await historyOf(recorded())]
    const rounded = (track: Track): Track =>
      track.map((value) => (value === undefined ? undefined : Number(value.toPrecision(6))))
    for (const stage of ['queue', 'prefill', 'decode'] as const) {
      expect(rounded(asked.stages[stage])).toEqual(rounded(own.stages[stage]))
    }
    for (const kind of ['waiting', 'arrivals'] as const) {
      const tracksOf = (history: History): unknown =>
        Object.fromEntries(history[kind].map(({ instance, track }) => [instance, rounded(track)]))
      expect(tracksOf(asked)).toEqual(tracksOf(own))
    }
  }, 60_000)
})
