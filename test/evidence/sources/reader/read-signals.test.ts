import { describe, expect, it } from 'vitest'
import { type Reading, present } from '../../../../src/domain/reading.ts'
import {
  createRecordingSource,
  type RecordingOptions,
} from '../../../../src/evidence/sources/recording/create-source.ts'
import { parseRecording } from '../../../../src/evidence/sources/recording/load-recording.ts'
import type { GatherRequest, SourceAnswer } from '../../../../src/evidence/source.ts'
import { gpuClock } from '../../../../src/signals/gpu.ts'
import type { Signal } from '../../../../src/signals/signal.ts'
import { kvCapacity, kvCapacityEstimate, prefixCaching } from '../../../../src/signals/vllm/cache-config.ts'
import { queueMean, ttftP99 } from '../../../../src/signals/vllm/latency.ts'
import { END, aRequest, up, waiting } from '../../requests.ts'

/** Each line is scraped once a minute for three hours up to now. */
async function read(
  lines: readonly string[],
  signals: readonly Signal[],
  more: { readonly options?: RecordingOptions; readonly request?: Partial<GatherRequest> } = {},
): Promise<SourceAnswer> {
  const text = lines.flatMap((line) => {
    const times = Array.from({ length: 181 }, (_, index) => index)
    return times.map((minute) => `${line.replaceAll('$minute', String(minute))} ${END - (180 - minute) * 60}`)
  })
  const recording = parseRecording(`${text.join('\n')}\n`)
  if (recording === undefined) throw new Error('no samples')
  return createRecordingSource(recording, more.options).gather(aRequest({ signals, ...more.request }))
}

function first({ readings }: SourceAnswer): Reading & { readonly status: 'present' } {
  const [reading] = readings
  if (reading?.status !== 'present') throw new Error(JSON.stringify(reading))
  return reading
}

const ENGINE = 'instance="10.0.0.1:8000",job="vllm",engine="0",model_name="m"'

describe('readSignals', () => {
  it('compares each row with its hour before, and leaves out rows that are gone', async () => {
    const answer = await read(
      [
        `vllm:num_requests_waiting{${ENGINE}} $minute`,
        `vllm:num_requests_waiting{${ENGINE.replace('engine="0"', 'engine="1"')}} 5`,
      ],
      [{ ...waiting, rows: 'now_and_before' }],
    )
    // The hour before ends ten minutes before the window, which is ten minutes long itself.
    expect(first(answer)).toMatchObject({
      fleet: { value: 185 },
      baselines: { hour_before: { value: 165 }, yesterday: { status: 'absent', reason: 'no_samples' } },
      rows: [
        {
          key: { instance: '10.0.0.1:8000', engine: '0', modelName: 'm' },
          now: { value: 180 },
          before: { value: 160 },
        },
        { key: { engine: '1' }, now: { value: 5 }, before: { value: 5 } },
      ],
    })
  })

  it('names instances by the label that the cluster uses, and skips what lacks it', async () => {
    const answer = await read(
      [`vllm:num_requests_waiting{${ENGINE},pod="vllm-0"} 1`, 'vllm:num_requests_waiting{job="vllm"} 2'],
      [waiting],
      { options: { instanceLabel: 'pod' } },
    )
    expect(first(answer).rows).toMatchObject([{ key: { instance: 'vllm-0' } }])
    expect(first(answer).fleet).toMatchObject({ value: 3 })
  })

  it('narrows to a model that is served, but not what the targets say', async () => {
    const lines = [
      `vllm:num_requests_waiting{${ENGINE}} 1`,
      `vllm:num_requests_waiting{${ENGINE.replace('"m"', '"n"')}} 2`,
      'up{instance="10.0.0.1:8000",job="vllm"} 1',
    ]
    const request = { scope: { cluster: 'c', modelName: 'n' } }
    const { readings, report } = await read(lines, [waiting, up], { request })
    expect(readings).toMatchObject([{ fleet: { value: 2 } }, { fleet: { value: 1 } }])
    expect(report.notes).toEqual([])
    const unknown = await read(lines, [waiting], { request: { scope: { cluster: 'c', modelName: 'zzz' } } })
    expect(first(unknown).fleet).toMatchObject({ value: 3 })
    expect(unknown.report.notes).toEqual(['read for all models: no series has model_name="zzz"'])
  })

  describe('what an info gauge has in its labels', () => {
    const CAPACITY = [kvCapacity, kvCapacityEstimate, prefixCaching]
    const config = (labels: string): string => `vllm:cache_config_info{instance="10.0.0.1:8000",job="vllm",${labels}} 1`

    it('is multiplied, and the query shows it to who pastes it', async () => {
      const told = 'engine="0",block_size="16",num_gpu_blocks="100",enable_prefix_caching="False"'
      const { readings } = await read([config(told)], CAPACITY)
      const key = { instance: '10.0.0.1:8000', engine: '0' }
      expect(readings).toMatchObject([
        { status: 'absent', reason: 'no_samples' },
        {
          fleet: { value: 1600 },
          query:
            'count by (block_size, num_gpu_blocks) (vllm:cache_config_info{job=~"vllm",block_size=~"1|2|4|8|16|32|64|128|256",mamba_block_size=~"|None",sliding_window=~"|None"})',
          rows: [{ key, now: { value: 1600 }, before: { value: 1600 } }],
        },
        {
          fleet: { value: 0 },
          query: 'count by (enable_prefix_caching) (vllm:cache_config_info{job=~"vllm"})',
          rowQuery:
            'count by (instance, engine, model_name, enable_prefix_caching) (vllm:cache_config_info{job=~"vllm"})',
          rows: [{ key, now: { value: 0 } }],
        },
      ])
    })

    it('is read of an engine whose model is in scope, though it names none', async () => {
      const lines = [
        `vllm:num_requests_waiting{${ENGINE}} 1`,
        config('engine="0",block_size="64",num_gpu_blocks="6251",kv_cache_size_tokens="400064"'),
      ]
      const { readings } = await read(lines, [kvCapacity, waiting], {
        request: { scope: { cluster: 'c', modelName: 'm' } },
      })
      expect(readings).toMatchObject([{ rows: [{ now: { value: 400_064 } }] }, { fleet: { value: 1 } }])
    })

    it('is no estimate for a model whose layers are of several kinds', async () => {
      const blocks = 'block_size="16",num_gpu_blocks="100"'
      for (const labels of [
        'block_size="528",num_gpu_blocks="100"',
        `${blocks},mamba_block_size="262144"`,
        `${blocks},sliding_window="4096"`,
        'block_size="16",num_gpu_blocks="None"',
      ]) {
        const { readings } = await read([config(labels)], [kvCapacityEstimate])
        expect(readings, `with ${labels}`).toMatchObject([{ status: 'absent' }])
      }
    })

    it('is nothing for a row whose series disagree, as after a restart that left no mark', async () => {
      const twice = ['100', '90'].map((blocks) => config(`engine="0",block_size="16",num_gpu_blocks="${blocks}"`))
      const other = config('engine="1",block_size="16",num_gpu_blocks="200"')
      const [reading] = (await read([...twice, other], [kvCapacityEstimate])).readings
      expect(reading).toMatchObject({ fleet: { value: 2080 }, rows: [{ key: { engine: '1' }, now: { value: 3200 } }] })
    })
  })

  it('says no traffic where nothing was observed', async () => {
    const { readings } = await read(
      [`vllm:request_queue_time_seconds_sum{${ENGINE}} 9`, `vllm:request_queue_time_seconds_count{${ENGINE}} 9`],
      [queueMean],
    )
    expect(readings).toMatchObject([{ status: 'absent', reason: 'no_traffic' }])
  })

  it('bounds a quantile that its buckets hide', async () => {
    const bucket = (le: string, count: string): string =>
      `vllm:time_to_first_token_seconds_bucket{${ENGINE},le="${le}"} ${count}`
    const count = `vllm:time_to_first_token_seconds_count{${ENGINE}} $minute`
    const high = await read([bucket('0.3', '0'), bucket('60', '0'), bucket('+Inf', '$minute'), count], [ttftP99])
    expect(first(high).fleet).toEqual({ status: 'present', value: 60, bound: 'at_least' })
    const low = await read(
      [bucket('0.3', '$minute'), bucket('60', '$minute'), bucket('+Inf', '$minute'), count],
      [ttftP99],
    )
    expect(first(low).fleet).toEqual({ status: 'present', value: 0.3, bound: 'at_most' })
  })

  describe('GPUs', () => {
    const fleet = ['up{instance="10.0.0.1:8000",job="vllm"} 1', `vllm:num_requests_waiting{${ENGINE}} 1`]

    it('are those of the instances, not all that the store knows', async () => {
      const lines = [
        ...fleet,
        'DCGM_FI_DEV_SM_CLOCK{instance="10.0.0.1:9400",gpu="0"} 2000',
        'DCGM_FI_DEV_SM_CLOCK{instance="10.0.0.1:9400",gpu="1"} 1000',
        'DCGM_FI_DEV_SM_CLOCK{instance="10.7.7.7:9400",gpu="0"} 300',
      ]
      const answer = await read(lines, [gpuClock, up])
      expect(first(answer)).toMatchObject({
        fleet: { value: 1000 },
        query: String.raw`min(avg_over_time(DCGM_FI_DEV_SM_CLOCK{instance=~"10\\.0\\.0\\.1:9400",clock_type=~"|system|GPU_CLOCK_TYPE_SYSTEM"}[600s]))`,
        rows: [{ key: { instance: '10.0.0.1:8000' }, now: { value: 1000 }, before: { value: 1000 } }],
      })
      expect(answer.report.notes).toEqual([
        'GPUs are matched to instances by host part of the address (label instance)',
      ])
    })

    it('are the selected ones where there is a selector', async () => {
      const lines = [
        ...fleet,
        'DCGM_FI_DEV_SM_CLOCK{instance="x:9400",dc="a"} 2',
        'DCGM_FI_DEV_SM_CLOCK{instance="y:9400"} 1',
      ]
      const answer = await read(lines, [gpuClock, up], { options: { gpuSelector: 'dc="a"' } })
      expect(first(answer)).toMatchObject({ fleet: { value: 2 }, rows: [] })
      expect(answer.report.notes).toEqual([
        'GPUs are read for the fleet only: no label tells which instance they belong to',
      ])
    })

    it('are marked where instances of one host share them, and not where pods tell them apart', async () => {
      const pods = ['0', '1'].map((pod) => `up{instance="10.0.0.1:800${pod}",job="vllm",pod="vllm-${pod}"} 1`)
      const gpus = ['0', '1'].map(
        (gpu) => `DCGM_FI_DEV_SM_CLOCK{instance="10.0.0.1:9400",gpu="${gpu}",exported_pod="vllm-${gpu}"} 1${gpu}00`,
      )
      const bare = (lines: readonly string[]): readonly string[] =>
        lines.map((line) => line.replace(/,(?:exported_)?pod="vllm-\d"/u, ''))
      const told = await read([...fleet.slice(1), ...pods, ...gpus], [gpuClock, up])
      expect(first(told).rows).toEqual([
        expect.objectContaining({ key: { instance: '10.0.0.1:8000' }, now: present(1000) }),
        expect.objectContaining({ key: { instance: '10.0.0.1:8001' }, now: present(1100) }),
      ])
      expect(first(told).rows.some(({ isShared }) => isShared === true)).toBe(false)
      const shared = await read([...fleet.slice(1), ...bare(pods), ...bare(gpus)], [gpuClock, up])
      expect(first(shared).rows).toMatchObject([
        { key: { instance: '10.0.0.1:8000' }, now: { value: 1000 }, isShared: true },
        { key: { instance: '10.0.0.1:8001' }, now: { value: 1000 }, isShared: true },
      ])
      expect(shared.report.notes[0]).toContain('nothing firm rests on it')
    })

    it('are found by the name of the host that node_exporter tells', async () => {
      const lines = [
        ...fleet,
        'DCGM_FI_DEV_SM_CLOCK{instance="10.42.0.9:9400",Hostname="gpu-1"} 1500',
        'node_uname_info{instance="10.0.0.1:9100",nodename="gpu-1"} 1',
      ]
      expect(first(await read(lines, [gpuClock, up])).rows).toMatchObject([
        { key: { instance: '10.0.0.1:8000' }, now: { value: 1500 } },
      ])
    })
  })
})
