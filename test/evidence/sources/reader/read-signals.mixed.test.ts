import { describe, expect, it } from 'vitest'
import { createRecordingSource } from '../../../../src/evidence/sources/recording/create-source.ts'
import { parseRecording } from '../../../../src/evidence/sources/recording/load-recording.ts'
import type { SourceAnswer } from '../../../../src/evidence/source.ts'
import type { Signal } from '../../../../src/signals/signal.ts'
import { ttftMean, ttftP99 } from '../../../../src/signals/vllm/latency.ts'
import { kvUsage, runningRequests, waitingRequests } from '../../../../src/signals/vllm/scheduler.ts'
import { completions, prefixHitRatio } from '../../../../src/signals/vllm/traffic.ts'
import { END, aRequest } from '../../requests.ts'

/** Each series is scraped every half minute for an hour; `$n` is the number of the scrape. */
async function read(lines: readonly string[], signals: readonly Signal[]): Promise<SourceAnswer> {
  const times = Array.from({ length: 121 }, (_, index) => index)
  const text = lines.flatMap((line) =>
    times.map((index) => `${line.replaceAll('$n', String(index))} ${END - (120 - index) * 30}`),
  )
  const recording = parseRecording(`${text.join('\n')}\n`)
  if (recording === undefined) throw new Error('no samples')
  return createRecordingSource(recording, { selector: 'job="vllm"' }).gather(aRequest({ signals }))
}

function labels(instance: string, engine?: string): string {
  return `instance="${instance}",job="vllm",model_name="m"${engine === undefined ? '' : `,engine="${engine}"`}`
}

describe('a fleet of several versions', () => {
  it('counts an instance with both KV names once, and one with the old name alone by that', async () => {
    const { readings, report } = await read(
      [
        `vllm:kv_cache_usage_perc{${labels('both', '0')}} 0.4`,
        `vllm:gpu_cache_usage_perc{${labels('both', '0')}} 0.4`,
        `vllm:gpu_cache_usage_perc{${labels('old')}} 0.8`,
        `vllm:kv_cache_usage_perc{${labels('new', '0')}} 0.3`,
      ],
      [kvUsage],
    )
    expect(readings).toMatchObject([
      {
        names: ['vllm:kv_cache_usage_perc', 'vllm:gpu_cache_usage_perc'],
        fleet: { value: expect.closeTo(0.5, 9) },
        rows: [
          { key: { instance: 'both' }, now: { value: expect.closeTo(0.4, 9) } },
          { key: { instance: 'new' }, now: { value: expect.closeTo(0.3, 9) } },
          { key: { instance: 'old' }, now: { value: expect.closeTo(0.8, 9) } },
        ],
      },
    ])
    expect(report.notes).toEqual([
      'versions are mixed: read as vllm:kv_cache_usage_perc of 2 and vllm:gpu_cache_usage_perc of 1 instances',
    ])
  })

  it.each([
    ['ray_vllm:', ''],
    ['ray_vllm_', ''],
    ['vllm_', ''],
    // Ray of old writes counters as they are declared.
    ['ray_vllm:', 'bare'],
    ['ray_vllm_', 'bare'],
  ])('reads names that begin with %s%s', async (prefix, kind) => {
    const total = kind === 'bare' ? '' : '_total'
    const { readings } = await read(
      [
        `${prefix}num_requests_running{${labels('a')}} 3`,
        `${prefix}num_requests_waiting{${labels('a')}} 2`,
        `${prefix}request_success${total}{${labels('a')},finished_reason="stop"} $n`,
        `${prefix}gpu_prefix_cache_hits${total}{${labels('a')}} $n`,
        `${prefix}gpu_prefix_cache_queries${total}{${labels('a')}} $n`,
        `${prefix}time_to_first_token_seconds_sum{${labels('a')}} $n`,
        `${prefix}time_to_first_token_seconds_count{${labels('a')}} $n`,
      ],
      [runningRequests, waitingRequests, completions, prefixHitRatio, ttftMean],
    )
    expect(readings).toMatchObject([
      { fleet: { value: 3 } },
      { fleet: { value: 2 } },
      { fleet: { value: expect.closeTo(1 / 30, 6) } },
      { fleet: { value: expect.closeTo(1, 6) } },
      { fleet: { value: expect.closeTo(1, 6) } },
    ])
  })

  it('does not count a counter that Ray writes twice, with and without _total, twice', async () => {
    const { readings } = await read(
      [
        `ray_vllm_request_success_total{${labels('a')}} $n`,
        `ray_vllm_request_success{${labels('a')}} $n`,
        `ray_vllm_request_success{${labels('b')}} $n`,
      ],
      [completions],
    )
    expect(readings).toMatchObject([{ fleet: { value: expect.closeTo(2 / 30, 6) } }])
  })

  it('reads a quantile on the edges that all have, however they are written', async () => {
    const bucket = (instance: string, le: string): string =>
      `vllm:time_to_first_token_seconds_bucket{${labels(instance)},le="${le}"}`
    const count = (instance: string): string => `vllm:time_to_first_token_seconds_count{${labels(instance)}} $n`
    // Every request of the old one takes under a second, every one of the new one between ten and twenty.
    const old = [...['1.0', '10.0', '+Inf'].map((le) => `${bucket('old', le)} $n`), count('old')]
    const zero = [`${bucket('new', '1')} 0`, `${bucket('new', '10')} 0`]
    const young = [...zero, ...['20', '40', '+Inf'].map((le) => `${bucket('new', le)} $n`), count('new')]
    const { readings, report } = await read([...old, ...young], [ttftP99])
    expect(readings).toMatchObject([{ fleet: { status: 'present', value: 10, bound: 'at_least' } }])
    expect(report.notes).toEqual([
      'ttft_p99: buckets differ between instances, read on the edges that all of them have',
    ])
    expect(report.queries).toBe(2)
    const alike = await read(old, [ttftP99])
    expect(alike.readings).toMatchObject([{ fleet: { value: 1, bound: 'at_most' } }])
    expect(alike.report).toMatchObject({ notes: [], queries: 1 })
  })
})
