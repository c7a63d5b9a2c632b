import type { History, Track } from '../../../src/domain/history.ts'
import { seconds } from '../../../src/domain/time.ts'
import { stepsOf } from '../../../src/evidence/sources/reader/history-steps.ts'
import type { TriageResult } from '../../../src/report/triage-result.ts'

/** A fleet of which the first instance has the more waiting, the nearer the end. */
export function aHistory({ evidence }: Pick<TriageResult, 'evidence'>, names: readonly string[]): History {
  const start = evidence.baselines[0]?.start ?? evidence.window.start
  const times = stepsOf({ start, end: evidence.window.end })
  const flat = (value: number): Track => times.map((_, index) => value * (1 + (index % 3) / 20))
  const late = times.length * 0.9
  const rising: Track = times.map((_, index) => (index < late ? 1 : 20 + index))
  return {
    times,
    stages: {
      queue: rising.map((value) => (value ?? 0) / 20),
      prefill: flat(0.3),
      decode: flat(4),
      api_server: flat(0.05),
    },
    waiting: names.map((instance, index) => ({ instance, track: index === 0 ? rising : flat(1) })),
    arrivals: names.map((instance) => ({ instance, track: flat(seconds(2)) })),
  }
}
