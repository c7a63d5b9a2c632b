import type { Labels } from '../../domain/series.ts'
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
}

function alert({ alertname, expr, for: holds, severity, summary, from }: Rule): ScenarioAlert {
  return {
    alertname,
    expr,
    for: holds,
    labels: { severity },
    annotations: { summary, description: 'Now {{ $value }}.' },
    firingLabels: { alertname, severity, ...from },
  }
}

const OF_MODEL = { model_name: MODEL }

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
  })
}
