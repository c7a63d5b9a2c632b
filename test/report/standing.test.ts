import { describe, expect, it } from 'vitest'
import { CAUSES, type Cause } from '../../src/domain/cause.ts'
import { iconOf, standingOf } from '../../src/report/standing.ts'
import { DIAGNOSIS } from './worked-incident.ts'

describe('standingOf', () => {
  it('takes everything for a cause but what is calm or unknown', () => {
    const others = CAUSES.filter((cause) => standingOf(cause) !== 'cause')
    expect(others.map((cause) => [cause, standingOf(cause)])).toEqual([
      ['benign.high_kv_no_queue', 'healthy'],
      ['benign.mild_preemption', 'healthy'],
      ['benign.cold_cache_hit_rate', 'healthy'],
      ['benign.gpu_util', 'healthy'],
      ['benign.idle_cpu_spin', 'healthy'],
      ['benign.log_noise', 'healthy'],
      ['benign.mem_prealloc', 'healthy'],
      ['healthy', 'healthy'],
      ['inconclusive', 'inconclusive'],
    ])
  })

  it.each([
    ['queue.skew', 'firm', '🔴'],
    ['queue.skew', 'tentative', '🟠'],
    ['healthy', 'firm', '🟢'],
    ['healthy', 'tentative', '🟢'],
    ['inconclusive', 'none', '⚪'],
  ] as const satisfies readonly (readonly [Cause, string, string])[])(
    'shows %s, %s as %s',
    (cause, certainty, icon) => {
      expect(iconOf({ ...DIAGNOSIS, headline: { ...DIAGNOSIS.headline, cause, certainty } })).toBe(icon)
    },
  )
})
