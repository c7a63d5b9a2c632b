import type { Labels } from '../../domain/series.ts'
import { minutes } from '../../domain/time.ts'
import {
  endToEnd,
  gatewayDuration,
  generatedTokens,
  interTokenLatency,
  kvCache,
  preemption,
  processStart,
  running,
  targetUp,
  timeToFirstToken,
  waiting,
} from '../../signals/families.ts'
import type { Family } from '../../signals/family.ts'
import { memoryFree, memoryUsed } from '../../signals/gpu-families.ts'
import type { NumberTerm } from '../../signals/term.ts'
import { MODEL } from './building-blocks.ts'
import type { ScenarioAlert } from './scenario.ts'

interface Rule {
  readonly alertname: string
  readonly expr: string
  readonly for: string
  readonly severity: 'critical' | 'warning'
  readonly summary: string
  /** Labels that the expression leaves on the alert. */
  readonly from: Labels
  readonly fires: ScenarioAlert['fires']
}

function alert({ alertname, expr, for: holds, severity, summary, from, fires }: Rule): ScenarioAlert {
  return {
    alertname,
    expr,
    for: holds,
    labels: { severity },
    annotations: { summary, description: 'Now {{ $value }}.' },
    firingLabels: { alertname, severity, ...from },
    fires,
  }
}

const OF_MODEL = { model_name: MODEL }
const RANGE = minutes(5)

function last(family: Family, across: 'sum' | 'max' | 'min'): NumberTerm {
  return { kind: 'gauge', family, stat: 'last', across }
}

function meanOf(family: Family): NumberTerm {
  return { kind: 'histogram', family, stat: 'mean', over: RANGE }
}

/** Some group is above it. */
function above(term: NumberTerm, limit: number, by: readonly string[] = []): ScenarioAlert['fires'] {
  return (read) => read(term, by).some(({ value }) => value > limit)
}

function quantile(name: string): string {
  return `histogram_quantile(0.99, sum by (le, model_name) (rate(${name}_bucket{job="vllm"}[5m])))`
}

function mean(name: string): string {
  const rate = (part: string): string => `sum by (model_name) (rate(${name}_${part}{job="vllm"}[5m]))`
  return `${rate('sum')} / ${rate('count')}`
}

/** TTFT p99 above so many seconds. */
export function timeToFirstTokenHigh(limit: number): ScenarioAlert {
  return alert({
    alertname: 'VLLMTTFTHigh',
    expr: `${quantile('vllm:time_to_first_token_seconds')} > ${limit}`,
    for: '2m',
    severity: 'critical',
    summary: `TTFT p99 of {{ $labels.model_name }} is above ${limit} s`,
    from: OF_MODEL,
    fires: above({ kind: 'histogram', family: timeToFirstToken, stat: 'quantile', q: 0.99, over: RANGE }, limit),
  })
}

/** Mean inter-token latency above so many seconds. */
export function interTokenLatencyHigh(limit: number): ScenarioAlert {
  return alert({
    alertname: 'VLLMInterTokenLatencyHigh',
    expr: `${mean('vllm:inter_token_latency_seconds')} > ${limit}`,
    for: '2m',
    severity: 'warning',
    summary: `Tokens of {{ $labels.model_name }} come more than ${limit * 1000} ms apart`,
    from: OF_MODEL,
    fires: above(meanOf(interTokenLatency), limit),
  })
}

/** Mean end-to-end latency above so many seconds. */
export function latencyHigh(limit: number): ScenarioAlert {
  return alert({
    alertname: 'VLLMLatencyHigh',
    expr: `${mean('vllm:e2e_request_latency_seconds')} > ${limit}`,
    for: '2m',
    severity: 'critical',
    summary: `Requests to {{ $labels.model_name }} take more than ${limit} s`,
    from: OF_MODEL,
    fires: above(meanOf(endToEnd), limit),
  })
}

export function queueBacklog(limit: number): ScenarioAlert {
  return alert({
    alertname: 'VLLMQueueBacklog',
    expr: `sum by (model_name) (vllm:num_requests_waiting{job="vllm"}) > ${limit}`,
    for: '2m',
    severity: 'critical',
    summary: `More than ${limit} requests wait for {{ $labels.model_name }}`,
    from: OF_MODEL,
    fires: above(last(waiting, 'sum'), limit),
  })
}

export function preemptionsHigh(): ScenarioAlert {
  return alert({
    alertname: 'VLLMPreemptions',
    expr: 'sum by (model_name) (increase(vllm:num_preemptions_total{job="vllm"}[5m])) > 50',
    for: '1m',
    severity: 'warning',
    summary: '{{ $labels.model_name }} evicts running requests',
    from: OF_MODEL,
    fires: above({ kind: 'counter', family: preemption, stat: 'increase', over: RANGE }, 50),
  })
}

export function kvCacheHigh(instance: string): ScenarioAlert {
  return alert({
    alertname: 'VLLMKVCacheHigh',
    expr: 'max by (instance, model_name) (vllm:kv_cache_usage_perc{job="vllm"}) > 0.9',
    for: '2m',
    severity: 'warning',
    summary: 'KV cache of {{ $labels.instance }} is above 90 %',
    from: { ...OF_MODEL, instance },
    fires: above(last(kvCache, 'max'), 0.9, ['instance']),
  })
}

/** Requests run on an instance that makes no token. */
export function noProgress(instance: string): ScenarioAlert {
  return alert({
    alertname: 'VLLMNoProgress',
    expr: [
      'max by (instance, model_name) (vllm:num_requests_running{job="vllm"}) > 0',
      'and sum by (instance, model_name) (increase(vllm:generation_tokens_total{job="vllm"}[2m])) == 0',
    ].join(' '),
    for: '2m',
    severity: 'critical',
    summary: '{{ $labels.instance }} runs requests and makes no tokens',
    from: { ...OF_MODEL, instance },
    fires: (read) => {
      const made: NumberTerm = { kind: 'counter', family: generatedTokens, stat: 'increase', over: minutes(2) }
      const idle = read(made, ['instance']).filter(({ value }) => value === 0)
      const busy = read(last(running, 'max'), ['instance']).filter(({ value }) => value > 0)
      return busy.some(({ labels }) => idle.some((each) => each.labels['instance'] === labels['instance']))
    },
  })
}

export function instanceDown(instance: string): ScenarioAlert {
  return alert({
    alertname: 'VLLMInstanceDown',
    expr: 'up{job="vllm"} == 0',
    for: '1m',
    severity: 'critical',
    summary: '{{ $labels.instance }} does not answer',
    from: { instance, job: 'vllm' },
    fires: (read) => read(last(targetUp, 'min')).some(({ value }) => value === 0),
  })
}

export function restarting(instance: string): ScenarioAlert {
  return alert({
    alertname: 'VLLMRestarting',
    expr: 'changes(process_start_time_seconds{job="vllm"}[10m]) > 1',
    for: '0m',
    severity: 'critical',
    summary: '{{ $labels.instance }} keeps restarting',
    from: { instance, job: 'vllm' },
    fires: above({ kind: 'changes', family: processStart, over: minutes(10) }, 1, ['instance']),
  })
}

export function gatewayLatencyHigh(limit: number): ScenarioAlert {
  const rate = (part: string): string =>
    `sum by (ingress) (rate(nginx_ingress_controller_request_duration_seconds_${part}[5m]))`
  return alert({
    alertname: 'LLMGatewayLatencyHigh',
    expr: `${rate('sum')} / ${rate('count')} > ${limit}`,
    for: '2m',
    severity: 'warning',
    summary: `Requests through {{ $labels.ingress }} take more than ${limit} s`,
    from: { ingress: 'vllm' },
    fires: above(meanOf(gatewayDuration), limit),
  })
}

export function noData(): ScenarioAlert {
  return alert({
    alertname: 'VLLMNoData',
    expr: 'absent(vllm:num_requests_running{job="vllm"})',
    for: '5m',
    severity: 'warning',
    summary: 'No vLLM metrics arrive',
    from: { job: 'vllm' },
    fires: (read) => read(last(running, 'sum')).length === 0,
  })
}

/** A rule many people have and nobody needs: vLLM reserves the memory when it starts. */
export function gpuMemoryHigh(instance: string): ScenarioAlert {
  return alert({
    alertname: 'GPUMemoryHigh',
    expr: 'max by (instance) (DCGM_FI_DEV_FB_USED / (DCGM_FI_DEV_FB_USED + DCGM_FI_DEV_FB_FREE)) > 0.9',
    for: '5m',
    severity: 'warning',
    summary: 'GPU memory of {{ $labels.instance }} is above 90 %',
    from: { instance },
    fires: (read) => {
      const all: NumberTerm = { kind: 'sum', terms: [last(memoryUsed, 'max'), last(memoryFree, 'max')] }
      const share: NumberTerm = { kind: 'ratio', of: last(memoryUsed, 'max'), by: all }
      return read(share, ['instance', 'gpu']).some(({ value }) => value > 0.9)
    },
  })
}
