import { NO_ACTIONS, disruptive, readOnly, reversible } from '../../src/domain/action.ts'
import type { Diagnosis, InstanceLine, StageTime } from '../../src/domain/diagnosis.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import type { FleetChange } from '../../src/domain/fleet-change.ts'
import { type Measure, absent, present } from '../../src/domain/reading.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../src/domain/window.ts'
import type { TriageResult } from '../../src/report/triage-result.ts'

const NOW = unixSeconds(Date.parse('2026-11-29T14:08:00Z') / 1000)
const ONSET = unixSeconds(Date.parse('2026-11-29T14:02:00Z') / 1000)
const WINDOW = windowEnding(NOW, minutes(10))

const CHANGE: FleetChange = {
  at: unixSeconds(ONSET - 60),
  kind: 'config',
  text: 'balancer: least_conn → ip_hash',
  source: 'event',
  instances: [],
}

export const EVIDENCE: Evidence = {
  scope: { cluster: 'prod', modelName: 'qwen2.5-7b' },
  takenAt: NOW,
  window: WINDOW,
  baselines: baselinesOf(WINDOW, ONSET),
  expectations: { instances: 4 },
  alerts: ['VLLMTTFTHigh', 'VLLMQueueBacklog', 'VLLMAborts'],
  changes: [CHANGE],
  readings: {
    waiting_mean: {
      status: 'present',
      signal: 'waiting_mean',
      source: 'prometheus',
      names: ['vllm:num_requests_waiting'],
      query: 'sum(avg_over_time(vllm:num_requests_waiting[10m]))',
      partial: false,
      fleet: present(41),
      baselines: { hour_before: present(0.2), yesterday: absent('no_samples') },
      rows: [{ key: { instance: '10.0.1.22:8000', engine: '0' }, now: present(41), before: absent('not_configured') }],
    },
    ttft_p99: {
      status: 'present',
      signal: 'ttft_p99',
      source: 'prometheus',
      names: ['vllm:time_to_first_token_seconds'],
      query: 'histogram_quantile(0.99, …)',
      partial: true,
      fleet: { status: 'present', value: 10, bound: 'at_least' },
      baselines: {},
      rows: [],
    },
    gpu_clock: { status: 'absent', signal: 'gpu_clock', reason: 'not_exposed', detail: 'no DCGM series' },
    gateway_latency: { status: 'absent', signal: 'gateway_latency', reason: 'http_503' },
  },
  sources: [{ source: 'prometheus', status: 'partial', queries: 31, notes: ['one store did not answer'] }],
}

export const DIAGNOSIS: Diagnosis = {
  headline: {
    cause: 'queue.skew',
    certainty: 'firm',
    page: 'queue_skew',
    title:
      '10.0.1.22:8000 takes 78 % of arrivals (fair share 25 %): 41 requests wait there while its three peers idle.',
    because: ['78 % of arrivals go to 10.0.1.22:8000 (fair share 25 %)', '41 requests wait there, none elsewhere'],
    instances: ['10.0.1.22:8000'],
    clients: [],
  },
  contributing: [
    {
      cause: 'prefill.longer_prompts',
      certainty: 'tentative',
      page: 'longer_prompts',
      title: 'Prompts are 2.1 times as long as before.',
      because: ['2.1k tokens (was 1.0k tokens)'],
      instances: [],
      clients: [],
    },
  ],
  contradictions: [],
  notRuledOut: [
    { cause: 'decode.thermal_throttle', missing: ['GPU clock (SM)'], settleWith: 'nvidia-smi -q -d CLOCK' },
  ],
  path: [
    {
      id: 'instances',
      ask: 'Is an instance missing?',
      answer: 'no',
      readings: [
        {
          signal: 'up',
          title: 'up',
          now: present(4),
          baseline: present(4),
          unit: 'instances',
          threshold: '< 4',
          query: 'sum(up{job="vllm"})',
        },
      ],
    },
    {
      id: 'skew',
      ask: 'Does one instance take far more than its share?',
      answer: 'yes',
      readings: [
        {
          signal: 'waiting_mean',
          title: 'requests waiting, mean',
          row: { instance: '10.0.1.22:8000', engine: '0', modelName: 'qwen2.5-7b' },
          now: present(41),
          baseline: present(0),
          unit: 'requests',
          threshold: '> 0',
          query: 'sum by (instance) (avg_over_time(vllm:num_requests_waiting[10m]))',
        },
      ],
    },
    {
      id: 'thermal',
      ask: 'Do GPUs slow down because they are hot?',
      answer: 'unknown',
      readings: [
        {
          signal: 'gpu_clock',
          title: 'GPU clock (SM)',
          now: absent('not_exposed'),
          unit: 'MHz',
          threshold: '< 0.92 of before',
          query: '',
        },
      ],
    },
  ],
  budget: {
    queue: stage(present(8), present(0.2), present(0.91)),
    prefill: stage(present(0.4), present(0.3), present(0.02)),
    decode: stage(present(2.1), present(1.5), present(0.07)),
    api_server: stage(present(0.01), present(0.01), present(0)),
    outside: stage(absent('http_503'), absent('http_503'), absent('http_503')),
    e2e: stage(present(10.5), present(2), present(1)),
  },
  skew: { by: 'arrivals', maxOverMean: present(3.1), hot: '10.0.1.22:8000' },
  instances: [21, 22, 23, 24].map((last) => instanceLine(`10.0.1.${last}:8000`, last === 22)),
  changes: [{ change: CHANGE, latency: { before: present(2.9), now: present(10.6) } }],
  actions: {
    ...NO_ACTIONS,
    now: [
      reversible(
        'limit 10.42.9.80 at the gateway',
        'kubectl -n gw annotate ingress vllm nginx.ingress.kubernetes.io/limit-rps=1',
      ),
      readOnly('check why the balancer pins to 10.0.1.22:8000'),
    ],
    today: [disruptive('restart 10.0.1.22:8000 after it drained')],
    thisWeek: [readOnly('alert on the skew of arrivals')],
    rollback: [reversible('take the limit away again')],
  },
  missing: [
    {
      signal: 'gpu_clock',
      title: 'GPU clock (SM)',
      reason: 'not_exposed',
      enableWith: "scrape NVIDIA's dcgm-exporter",
      detail: 'no DCGM series',
    },
  ],
}

export const RESULT: TriageResult = {
  incident: { id: 'inc-1', status: 'firing', alerts: EVIDENCE.alerts, startsAt: ONSET },
  evidence: EVIDENCE,
  diagnosis: DIAGNOSIS,
  tookMs: 411.6,
  queries: 31,
}

/** The worked incident with something else about its diagnosis. */
export function resultWith(change: Partial<Diagnosis>): TriageResult {
  return { ...RESULT, diagnosis: { ...DIAGNOSIS, ...change } }
}

function stage(now: Measure, baseline: Measure, growthShare: Measure): StageTime {
  return { now, baseline, growthShare }
}

export function instanceLine(instance: string, isHot: boolean): InstanceLine {
  return {
    key: { instance, engine: '0', modelName: 'qwen2.5-7b' },
    up: present(1),
    arrivals: present(isHot ? 7.1 : 0.66),
    completions: present(isHot ? 2.8 : 0.66),
    share: present(isHot ? 0.78 : 0.073),
    waiting: present(isHot ? 41 : 0),
    running: present(isHot ? 96 : 3),
    kv: isHot ? present(0.96) : absent('stale'),
  }
}
