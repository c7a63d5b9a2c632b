import { readOnly } from '../../domain/action.ts'
import type { Answer } from '../../domain/diagnosis.ts'
import { formatPercent } from '../../domain/quantity.ts'
import { valueOf } from '../../domain/reading.ts'
import { english, say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { gpuBusy, gpuMemoryFree, gpuMemoryUsed, gpuPowerDraw } from '../../signals/gpu.ts'
import { loggedDeaths, loggedWorkerHangs } from '../../signals/log.ts'
import { apiServerCpu, scrapeDuration } from '../../signals/scrape.ts'
import { runningRequests, waitingPeak } from '../../signals/vllm/scheduler.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { CALM_AT_REST } from '../diagnosis/calm.ts'
import { answersDirectly } from '../engine/direct-word.ts'
import { above, answerFor, below, fell, rose } from '../predicates/fleet-tests.ts'
import { fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case, Confirmation } from '../node.ts'
import { whereThere } from '../predicates/predicate.ts'
import { allOf, joinAll, judge, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { rowWhereThere } from '../predicates/row-logic.ts'
import { anyRow, onThem, rowAbove, rowAtLeast, rowIsZero } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, nameRows, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { GPU_AT_REST, GPU_LOOKS_BUSY, MEMORY_FREED, MEMORY_GREW, MEMORY_TAKEN } from '../thresholds/gpu.ts'
import { LATE_SCRAPE } from '../thresholds/latency.ts'
import { CORE_USED_UP } from '../thresholds/process.ts'
import { isIdle } from './healthy.ts'

const TOKEN_FROM_EACH: string = 'curl -m 20 <instance>/v1/completions …'
const ASK_EACH = [
  readOnly(say`Send a one-token request to each instance: once each answers, there is nothing to do`, TOKEN_FROM_EACH),
] as const

/** Gauges of an engine that hangs before it took a request are those of an idle one. */
const EACH_ANSWERS: Confirmation = {
  test: onlyByHand('a one-token request to each instance is answered'),
  strength: 'supports',
  excludes: 'engine.hang',
  settleWith: say`send a one-token request to each instance: ${TOKEN_FROM_EACH}`,
}

// The four things that page people about a fleet that does nothing. Each asks first whether it does nothing.

/** A collective waits by spinning: the GPU looks busy, and draws what it draws at rest. */
export const spinningGpu = branch({
  id: 'spinning_gpu',
  ask: say`Do GPUs only look busy: nothing runs on the engines?`,
  when: allOf(isIdle, whereThere(above(gpuBusy, GPU_LOOKS_BUSY))),
  confirm: [
    {
      test: below(gpuPowerDraw, GPU_AT_REST),
      excludes: 'engine.hang',
      settleWith: say`nvidia-smi: watts as at rest are a spin; more is work, of another process than these engines`,
    },
    ...CALM_AT_REST,
    EACH_ANSWERS,
  ],
  settleWith: say`nvidia-smi beside vllm:num_requests_running`,
  conclude: {
    cause: 'benign.gpu_util',
    title: (at) =>
      say`${fleetSentence(at, gpuBusy)} with nothing running: the GPUs may only spin while they wait for work.`,
    because: (at) => said(at, [runningRequests, waitingPeak, gpuBusy, gpuPowerDraw]),
    actions: () => ({ now: ASK_EACH, today: [], thisWeek: [ALERT_ON_BOTH], rollback: [] }),
  },
  runbook: {
    means:
      'Utilisation is the part of the time in which some kernel ran, however little it did: a collective that waits ' +
      'keeps it at 100 %. With nothing running it is no load. With requests running and no steps it is a hang.',
    check: [
      'Power beside utilisation: `nvidia-smi --query-gpu=utilization.gpu,power.draw --format=csv`',
      'What runs: `vllm:num_requests_running`, and the rate of `vllm:iteration_tokens_total_count`',
    ],
    avoid: ['Do not scale on GPU utilisation', 'Do not restart an engine that has nothing to do'],
  },
})

export const spinningCpu = branch({
  id: 'spinning_cpu',
  ask: say`Does a process use a core although nothing runs on the engines?`,
  when: allOf(isIdle, whereThere(anyRow(rowAbove(apiServerCpu, CORE_USED_UP)))),
  confirm: [
    {
      test: not(onThem(rowWhereThere(rowAtLeast(scrapeDuration, LATE_SCRAPE)))),
      excludes: 'frontend.event_loop_block',
      settleWith: say`scrape_duration_seconds of the instance: a blocked event loop answers late`,
    },
    ...CALM_AT_REST,
    EACH_ANSWERS,
  ],
  settleWith: say`top -H -p <pid>, beside vllm:num_requests_running`,
  conclude: {
    cause: 'benign.idle_cpu_spin',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`uses a core with nothing running`, say`use a core with nothing running`)}: the loop may only poll for work.`,
    because: (at) => {
      const row = firstRow(at)
      const own = row === undefined ? [] : [rowSentence(at, apiServerCpu, row)]
      return [...own, ...said(at, [runningRequests, waitingPeak])]
    },
    actions: () => ({ now: ASK_EACH, today: [], thisWeek: [ALERT_ON_BOTH], rollback: [] }),
  },
  runbook: {
    means:
      "vLLM's loops poll instead of sleeping, so that a request is seen at once. A core that is used while nothing runs " +
      'is that, and no sign of work. It matters only where cores are short and other processes wait for one.',
    check: [
      'Which thread it is: `top -H -p <pid>`, then `py-spy dump --pid <pid>`',
      'What runs: `vllm:num_requests_running`',
    ],
    avoid: [
      'Do not take it for load when instances are compared',
      'Do not set a CPU limit below it: the loop is then slowed when it works',
    ],
  },
})

export const logNoise = branch({
  id: 'log_noise',
  ask: say`Does a log only sound alarming: it tells of waiting workers where nothing runs?`,
  when: allOf(isIdle, whereThere(anyRow(rowAbove(loggedWorkerHangs, 0)))),
  confirm: [
    {
      test: onThem(rowIsZero(loggedDeaths)),
      excludes: 'instance.down',
      settleWith: say`does its log tell of a death of the engine, too?`,
    },
    {
      test: onThem(answersDirectly),
      strength: 'supports',
      excludes: 'engine.hang',
      settleWith: say`send a one-token request to it: curl -m 20 <instance>/v1/completions …`,
    },
    ...CALM_AT_REST,
    EACH_ANSWERS,
  ],
  settleWith: say`its log beside vllm:num_requests_running at that moment`,
  conclude: {
    cause: 'benign.log_noise',
    title: (at) =>
      say`By the log of ${nameRows(at.outcome.rows)} workers do not answer, but nothing runs that they could hold up: that may be noise.`,
    because: (at) => {
      const row = firstRow(at)
      const own = row === undefined ? [] : [rowSentence(at, loggedWorkerHangs, row)]
      return [...own, ...said(at, [runningRequests, waitingPeak])]
    },
    actions: () => ({
      now: ASK_EACH,
      today: [],
      thisWeek: [readOnly(say`Alert on that line only while requests run`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'While an engine has nothing to do, its workers wait at the shared memory ring, and some releases say so in the ' +
      'log every minute. The same line while requests run and no step is made is a hang.',
    check: [
      'What ran at that moment: `vllm:num_requests_running`',
      'Does it serve? `curl -m 20 <instance>/v1/completions` with one token',
    ],
    avoid: [
      'Do not restart on a line of the log alone',
      'Do not drop the alert: with requests running it is the first sign of a hang',
    ],
  },
})

/** Of the fullest GPU of them nearly all is in use. */
const memoryIsFull: Predicate = {
  reads: [gpuMemoryUsed, gpuMemoryFree],
  text: english`${gpuMemoryUsed.title} > ${formatPercent(MEMORY_TAKEN)} of all`,
  evaluate(evidence) {
    const [used, free] = [fleetNow(evidence, gpuMemoryUsed), fleetNow(evidence, gpuMemoryFree)]
    const [taken, left] = [valueOf(used), valueOf(free)]
    const threshold = say`> ${formatPercent(MEMORY_TAKEN)} of all`
    const isFull = taken !== undefined && left !== undefined && taken > MEMORY_TAKEN * (taken + left)
    const holds: Answer = taken === undefined || left === undefined ? 'unknown' : answerFor(used, () => isFull)
    return joinAll([
      judge({ evidence, signal: gpuMemoryUsed, now: used, threshold, holds }),
      judge({ evidence, signal: gpuMemoryFree, now: free, threshold, holds }),
    ])
  },
}

/** Last of them: it is so of each fleet that does nothing, and the others are rarer. */
export const memoryTaken = branch({
  id: 'memory_taken',
  ask: say`Is GPU memory full only because vLLM takes it at its start?`,
  when: allOf(isIdle, whereThere(memoryIsFull)),
  confirm: [
    {
      test: allOf(not(rose(gpuMemoryUsed, MEMORY_GREW)), not(fell(gpuMemoryUsed, MEMORY_FREED))),
      excludes: 'healthy',
      settleWith: say`has it been so since the start? nvidia-smi, and DCGM_FI_DEV_FB_USED over a day`,
    },
    ...CALM_AT_REST,
  ],
  settleWith: say`DCGM_FI_DEV_FB_USED over a day, beside vllm:num_requests_running`,
  conclude: {
    cause: 'benign.mem_prealloc',
    title: (at) => say`The fleet is idle: ${fleetSentence(at, gpuMemoryUsed)}, which vLLM takes when it starts.`,
    because: (at) => said(at, [runningRequests, waitingPeak, gpuMemoryUsed, gpuMemoryFree]),
    actions: () => ({
      now: [readOnly(say`If there should be traffic, look at the gateway and at what the callers say`)],
      today: [],
      thisWeek: [readOnly(say`Alert on KV usage together with requests waiting, and not on GPU memory`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'vLLM takes a fixed part of the memory when it starts and keeps it, for weights and KV blocks. That it is nearly ' +
      'full says nothing of load, and it does not grow with it.',
    check: [
      'Constant since the start: `DCGM_FI_DEV_FB_USED` over a day',
      'The part that is taken: `gpu_memory_utilization` in `vllm:cache_config_info`',
    ],
    avoid: [
      'Do not lower `--gpu-memory-utilization` for it: that makes the KV cache smaller',
      'Do not read it as KV usage',
    ],
  },
})

const ALERT_ON_BOTH = readOnly(say`Alert on it only together with requests running`)

function said(at: Case, signals: Parameters<typeof fleetSentence>[1][]): readonly Text[] {
  return signals.map((signal) => fleetSentence(at, signal))
}
