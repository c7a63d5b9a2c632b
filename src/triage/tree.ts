import { say } from '../domain/text.ts'
import { apiServerCore } from './branches/api-server-core.ts'
import { asleep } from './branches/asleep.ts'
import { autoscaler } from './branches/autoscaler.ts'
import { batchGrowth } from './branches/batch-growth.ts'
import { blockFloor } from './branches/block-floor.ts'
import { capacity } from './branches/capacity.ts'
import { coldCache } from './branches/cold-cache.ts'
import { clientSurge } from './branches/client-surge.ts'
import { clientTimeout } from './branches/client-timeout.ts'
import { clientPool } from './branches/client-pool.ts'
import { cpuStarved } from './branches/cpu-starved.ts'
import { anyStartedOnce, crashLoops, crashesOnce, deaths, isDownOrLoops } from './branches/crash-loops.ts'
import { crashLoop } from './branches/crash-loop.ts'
import { deferred } from './branches/deferred.ts'
import { decodeUnexplained } from './branches/decode-unexplained.ts'
import { deployRegression } from './branches/deploy-regression.ts'
import { engineSkew } from './branches/engine-skew.ts'
import { endlessAnswers } from './branches/endless-answers.ts'
import { eventLoopBlocked } from './branches/event-loop.ts'
import { frontend } from './branches/frontend.ts'
import { gatewayRestart, gatewayTimeout } from './branches/gateway-answers.ts'
import { clientsLeave, gatewayFails } from './branches/gateway-unnamed.ts'
import { deadBackend } from './branches/dead-backend.ts'
import { gatewayBusy } from './branches/gateway-cpu.ts'
import { firstTokenOutside } from './branches/gateway-first-token.ts'
import { gatewayLimit } from './branches/gateway-limit.ts'
import { gateway } from './branches/gateway.ts'
import { retryStorm } from './branches/retry-storm.ts'
import { gpuDegraded } from './branches/gpu-degraded.ts'
import { gpuFault } from './branches/gpu-fault.ts'
import { decodeBackpressure, networkFault, transferSlow } from './branches/pd-transfer.ts'
import { powerCap, thermalThrottle } from './branches/gpu-throttled.ts'
import { hangCollective, hangDeadCore, hangKernel, hangScheduler } from './branches/hang-kinds.ts'
import { hang } from './branches/hang.ts'
import { holdsWithoutProgress } from './engine/no-progress.ts'
import { healthCheckWrong } from './branches/health-check.ts'
import { healthy, idle } from './branches/healthy.ts'
import { highKv } from './branches/high-kv.ts'
import { instanceDown } from './branches/instance-down.ts'
import { loraSlots } from './branches/lora-slots.ts'
import { longPrefill } from './branches/long-prefill.ts'
import { keepaliveRace } from './branches/keepalive-race.ts'
import { kvExhaustion } from './branches/kv-exhaustion.ts'
import { kvLeak, orphanedKv } from './branches/kv-leak.ts'
import { interconnect } from './branches/interconnect.ts'
import { loraColdLoad } from './branches/lora-cold-load.ts'
import { longerPrompts } from './branches/longer-prompts.ts'
import { logNoise, memoryTaken, spinningCpu, spinningGpu } from './branches/idle-noise.ts'
import { mildPreemption } from './branches/mild-preemption.ts'
import { mmPreprocess } from './branches/mm-preprocess.ts'
import { mixedTargets } from './branches/mixed-targets.ts'
import { preemptionThrash } from './branches/preemption-thrash.ts'
import { probeWrong } from './branches/probe-wrong.ts'
import { neverHits } from './branches/never-hits.ts'
import { prefillInterference } from './branches/prefill-interference.ts'
import { prefillUnexplained } from './branches/prefill-unexplained.ts'
import { prefixCacheDrop } from './branches/prefix-cache-drop.ts'
import { dropOfEngine, dropOfRouting, dropOfTemplate } from './branches/prefix-cache-drop-kinds.ts'
import { prefixCacheOff } from './branches/prefix-cache-off.ts'
import { queueSkew } from './branches/queue-skew.ts'
import { skewOfAffinity, skewOfBalancer } from './branches/queue-skew-kinds.ts'
import { queueUnexplained } from './branches/queue-unexplained.ts'
import { runawayGeneration } from './branches/runaway-generation.ts'
import { slotCap } from './branches/slot-cap.ts'
import { requestExceedsPool, runsNothing, stuckQueue } from './branches/stuck-queue.ts'
import { eagerMode, kernelFallback, weightsOffloaded } from './branches/slow-settings.ts'
import { specDecode } from './branches/spec-decode.ts'
import { coldJit, prematureReady, slowCompile, slowLoad } from './branches/start.ts'
import { structuredOutput } from './branches/structured-output.ts'
import { stuckSlots } from './branches/stuck-slots.ts'
import { telemetryMissing } from './branches/telemetry-missing.ts'
import { familiesMissing, fewerReport } from './branches/telemetry-partial.ts'
import { telemetryRenamed } from './branches/telemetry-renamed.ts'
import { telemetryWrongTarget } from './branches/telemetry-wrong-target.ts'
import { tokenBudget } from './branches/token-budget.ts'
import { unevenArrivals } from './branches/uneven-arrivals.ts'
import { trafficStopped } from './branches/traffic-stopped.ts'
import { decodeMean, interTokenMean, prefillMean } from '../signals/vllm/latency.ts'
import { waitingMean } from '../signals/vllm/scheduler.ts'
import { rose } from './predicates/fleet-tests.ts'
import { group } from './node.ts'
import { allOf, anyOf } from './predicates/predicate.ts'
import type { Tree } from './node.ts'
import { anyRow, rowAbove, rowRoseOfOld } from './predicates/row-tests.ts'
import { explainsGrowth } from './engine/stage-test.ts'
import { GUILTY_SHARE, SLOWER, TOKEN_SLOWER } from './thresholds/latency.ts'
import { QUEUE } from './thresholds/queue.ts'

/**
 * The trunk: instances missing, then progress, then the queue (one instance or all), then prefill, then decode, then
 * outside the engines. The order matters: a hang, a gap in scraping and a crash each imitate several later leaves.
 */
export const TREE: Tree = {
  causes: [
    group({
      id: 'instances',
      ask: say`Are instances missing?`,
      members: [
        telemetryMissing,
        telemetryRenamed,
        telemetryWrongTarget,
        mixedTargets,
        group({
          id: 'last_words',
          ask: say`Is an instance down, or does it start again and again, and something says why?`,
          when: isDownOrLoops,
          members: [...crashLoops, ...deaths, slowLoad, slowCompile],
        }),
        crashLoop,
        prematureReady,
        autoscaler,
        instanceDown,
        asleep,
      ],
    }),
    group({
      id: 'progress',
      ask: say`Does an engine make no progress?`,
      when: anyOf(holdsWithoutProgress, anyRow(runsNothing)),
      members: [hangCollective, hangDeadCore, hangScheduler, hangKernel, hang, requestExceedsPool, stuckQueue],
    }),
    orphanedKv,
    kvLeak,
    preemptionThrash,
    group({
      id: 'queue',
      ask: say`Do requests wait?`,
      when: anyRow(rowAbove(waitingMean, QUEUE)),
      members: [
        queueSkew,
        skewOfBalancer,
        skewOfAffinity,
        engineSkew,
        clientSurge,
        loraSlots,
        deferred,
        slotCap,
        longPrefill,
        tokenBudget,
        capacity,
        kvExhaustion,
        unevenArrivals,
      ],
      otherwise: queueUnexplained,
    }),
    group({
      id: 'prefill',
      ask: say`Is prefill what grew?`,
      when: allOf(rose(prefillMean, SLOWER), explainsGrowth('prefill', GUILTY_SHARE)),
      members: [longerPrompts, prefixCacheDrop, dropOfTemplate, dropOfEngine, dropOfRouting, prefixCacheOff, coldJit],
      otherwise: prefillUnexplained,
    }),
    // So few requests hardly show in prefill's means.
    loraColdLoad,
    // Stalls of some steps hardly show in decode's means.
    prefillInterference,
    group({
      id: 'decode',
      ask: say`Is decode what grew?`,
      // Or on one instance, which the fleet's means hide.
      when: anyOf(
        allOf(
          anyOf(rose(decodeMean, SLOWER), rose(interTokenMean, TOKEN_SLOWER)),
          explainsGrowth('decode', GUILTY_SHARE),
        ),
        anyRow(rowRoseOfOld(interTokenMean, TOKEN_SLOWER)),
      ),
      members: [
        thermalThrottle,
        powerCap,
        batchGrowth,
        runawayGeneration,
        specDecode,
        kernelFallback,
        eagerMode,
        weightsOffloaded,
        gpuDegraded,
        interconnect,
        cpuStarved,
        structuredOutput,
      ],
      otherwise: decodeUnexplained,
    }),
    group({
      id: 'transfer',
      ask: say`Is it what lies between prefill and decode, where they are apart?`,
      members: [networkFault, decodeBackpressure, transferSlow],
    }),
    stuckSlots,
    endlessAnswers,
    group({
      id: 'outside_the_engine',
      ask: say`Are all stages flat, and the time is lost outside the engine?`,
      members: [
        mmPreprocess,
        frontend,
        eventLoopBlocked,
        apiServerCore,
        gatewayBusy,
        gateway,
        firstTokenOutside,
        deadBackend,
        gatewayTimeout,
        clientTimeout,
        gatewayRestart,
        gatewayLimit,
        healthCheckWrong,
        keepaliveRace,
        gatewayFails,
        clientsLeave,
        retryStorm,
        trafficStopped,
      ],
    }),
    deployRegression,
    // Last, since what it asks of GPUs leaves nothing else open.
    gpuFault,
    group({
      id: 'one_restart',
      ask: say`Did an instance start again once, and something says why?`,
      when: anyStartedOnce,
      members: crashesOnce,
    }),
    // Behind every cause: they tell of what is seen, and not of what is wrong.
    fewerReport,
    probeWrong,
  ],
  calm: [
    highKv,
    clientPool,
    mildPreemption,
    coldCache,
    spinningGpu,
    spinningCpu,
    logNoise,
    memoryTaken,
    healthy,
    idle,
    // Behind the fleet that is well: what they tell of is there in all of them that share nothing.
    blockFloor,
    neverHits,
    familiesMissing,
  ],
}
