import { describe, expect, it } from 'vitest'
import type { BaselineName } from '../../../src/domain/window.ts'
import { absent, present } from '../../../src/domain/reading.ts'
import { latencyBudget } from '../../../src/triage/engine/latency-budget.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

describe('latencyBudget', () => {
  it('takes parts from a whole of the same time only', () => {
    const evidence = anEvidence(AT_WORK)
    const at = (id: string, baselines: Readonly<Partial<Record<BaselineName, number>>>): object => {
      const reading = evidence.readings[id]
      const measures = Object.fromEntries(Object.entries(baselines).map(([name, value]) => [name, present(value)]))
      return { [id]: { ...reading, baselines: measures } }
    }
    const readings = {
      ...evidence.readings,
      ...at('e2e_time', { yesterday: 10 }),
      ...at('queue_time', { hour_before: 1, yesterday: 2 }),
      ...at('prefill_time', { hour_before: 1, yesterday: 2 }),
      ...at('decode_time', { hour_before: 8 }),
    }
    const { queue, decode, api_server: apiServer } = latencyBudget({ ...evidence, readings })
    expect(queue.baseline).toEqual(present(2))
    expect(decode.baseline).toEqual(absent('no_samples'))
    expect(apiServer.baseline).toEqual(absent('no_samples'))
  })

  it('has no part of a growth that is none', () => {
    for (const { growthShare } of Object.values(latencyBudget(anEvidence(AT_WORK)))) {
      expect(growthShare.status).toBe('absent')
    }
  })
})
