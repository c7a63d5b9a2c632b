import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { RowKey } from '../../domain/reading.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { hostCpu } from '../../signals/host.ts'
import { loggedCompilations, loggedCompiling, loggedLoading } from '../../signals/log.ts'
import { restarts, up } from '../../signals/scrape.ts'
import { serving } from '../../signals/serving.ts'
import type { Signal } from '../../signals/signal.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { counterResets } from '../../signals/vllm/traffic.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { isDown, isSilent } from '../engine/direct-word.ts'
import { logTells } from '../engine/log-words.ts'
import { fleetNow, isUnread, rowKeys, rowNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Case, Confirmation } from '../node.ts'
import { not, whereThere } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { hitsDropped, promptsGrew } from '../engine/prompt-tests.ts'
import { anyRow, mostRows, rowAbove, together } from '../predicates/row-tests.ts'
import { fleetSentence, firstRow, nameRows, rowsDo, rowSentence } from '../predicates/sentences.ts'
import { putBack, takeOut } from '../outside/take-out.ts'
import { hasStarted } from '../engine/started.ts'
import { LONG_COMPILE, LONG_LOAD } from '../thresholds/process.ts'
import { MOST } from '../thresholds/queue.ts'

const KEEP_WAITING = [
  readOnly(say`As long as its log advances, wait and do not end it: a start that is ended begins from nothing`),
  reversible(say`Pause the rollout, and keep the old replicas until it serves`),
] as const

/** Its log told of a start not long ago; whether that goes on or has died without a word nobody can read there. */
const ADVANCES: Confirmation = {
  test: onlyByHand('shards or kernels advance: look at the log twice, a minute apart'),
  strength: 'supports',
  excludes: 'instance.down',
  settleWith: say`look at its log twice, a minute apart: does it advance? kubectl get pods: is the process there?`,
}

export const slowLoad = branch({
  id: 'slow_load',
  ask: say`Is an instance that does not answer still loading its weights, after ten minutes?`,
  when: whereThere(anyRow(together(isDown, rowAbove(loggedLoading, LONG_LOAD)))),
  confirm: [ADVANCES],
  settleWith: say`grep 'Loading safetensors checkpoint shards' in its log: does it advance?`,
  conclude: {
    cause: 'storage.slow_load',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`is still loading its weights`, say`are still loading their weights`)}, by the log: nothing is served there yet, and the storage may be slow.`,
    because: (at) => told(at, loggedLoading, up, serving, hostCpu),
    actions: () => ({
      now: [
        ...KEEP_WAITING,
        readOnly(
          say`Does it advance, and how fast is it read?`,
          'kubectl logs <pod> --tail=5; nfsiostat 5; iostat -x 5',
        ),
      ],
      today: [disruptive(say`Read weights in order, not by random access: --safetensors-load-strategy eager`)],
      thisWeek: [reversible(say`Keep the weights on a local disk of the node`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'The engine starts and waits for its weights. Over a network file system random reads make minutes of seconds; a ' +
      'second start may be fast, since the host has them in memory by then. It is not hung as long as shards advance, and it is dead where its process is gone.',
    check: [
      'In the log: `Loading safetensors checkpoint shards` advances, `Loading weights took` is not there yet',
      'What is read: `nfsiostat 5` or `iostat -x 5` is low and steady, the GPU does nothing',
    ],
    avoid: ['Do not restart it: it begins anew', 'Do not let a probe end it: give it a startupProbe'],
  },
})

export const slowCompile = branch({
  id: 'slow_compile',
  ask: say`Is an instance that does not answer still compiling, after five minutes?`,
  when: whereThere(anyRow(together(isDown, rowAbove(loggedCompiling, LONG_COMPILE)))),
  confirm: [ADVANCES],
  settleWith: say`grep 'torch.compile' in its log`,
  conclude: {
    cause: 'start.slow_compile',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`is still compiling`, say`are still compiling`)}, by the log: nothing is served there yet.`,
    because: (at) => told(at, loggedCompiling, up, serving, hostCpu),
    actions: () => ({
      now: KEEP_WAITING,
      today: [readOnly(say`Does it compile what it had compiled before? Look for the cache directory in its log`)],
      thisWeek: [reversible(say`Keep the cache of torch.compile in a volume that outlives the pod`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'torch.compile works on the CPU before the engine serves, for minutes, and longer with many sizes or a new release ' +
      'whose cache is empty. The GPU does nothing meanwhile. As long as its log advances it is no hang.',
    check: [
      'In the log: `Dynamo bytecode transform time`, and no `torch.compile takes` yet',
      'The CPU works and the GPU does not: `top`, `nvidia-smi`',
    ],
    avoid: ['Do not end it: killing restarts the clock', 'Do not shorten the patience of probes'],
  },
})

export const prematureReady = branch({
  id: 'premature_ready',
  ask: say`Is an instance that has just started a target already, and does not serve?`,
  when: whereThere(anyRow(together(hasStarted, rowAbove(up, 0), isSilent))),
  confirm: [
    {
      test: onlyByHand('requests are sent to it already'),
      strength: 'supports',
      excludes: 'instance.down',
      settleWith: say`kubectl get endpoints: is it among them? Do the errors at the gateway come from this upstream alone?`,
    },
  ],
  settleWith: say`kubectl get pods: READY and AGE beside curl -m 5 <instance>/v1/models`,
  conclude: {
    cause: 'start.premature_ready',
    title: (at) =>
      say`${rowsDo(at.outcome.rows, say`has just started`, say`have just started`)}: nothing is served there yet, though requests may come already.`,
    because: (at) => told(at, restarts, counterResets, up, serving),
    actions: (at) => ({
      now: [reversible(say`Pause the rollout until /v1/models answers`), ...takeOut(at)],
      today: [disruptive(say`Give the pod a readinessProbe that asks for the model: /v1/models, or one token`)],
      thisWeek: [],
      rollback: [...putBack(at, say`Put it back into the balancer`)],
    }),
  },
  runbook: {
    means:
      'A new process is taken for ready before it can serve, so a rollout makes errors as long as it goes on, and its ' +
      'rollback does, too. They come from young instances alone.',
    check: [
      'Who is ready: `kubectl get endpoints <service>` beside the age of the pods',
      'Does it serve: `curl -m 5 <instance>/v1/models`',
    ],
    avoid: ['Do not roll back in haste: that starts as many again'],
  },
})

const fewStarted = not(mostRows(hasStarted, MOST))

/** Of an only instance that started nobody can tell a release from a restart; its log's word on kernels leaves it open. */
const notByARelease: Predicate = {
  reads: [...hasStarted.reads, loggedCompilations],
  text: `${fewStarted.text} (or of an only one its log tells of kernels)`,
  evaluate(evidence, about) {
    const outcome = fewStarted.evaluate(evidence, about)
    const isOnly = outcome.answer === 'no' && rowKeys(evidence, hasStarted.reads).length === 1
    const tells = logTells(loggedCompilations).evaluate(evidence, about).answer === 'yes'
    const mayTell = tells || isUnread(fleetNow(evidence, loggedCompilations))
    return isOnly && mayTell ? { ...outcome, answer: 'unknown', rows: [], missing: [restarts] } : outcome
  },
}

export const coldJit = branch({
  id: 'cold_jit',
  ask: say`Did an instance start within half an hour, so that first requests wait for kernels to be compiled?`,
  when: whereThere(anyRow(hasStarted)),
  confirm: [
    {
      test: notByARelease,
      excludes: 'change.deploy_regression',
      settleWith: say`kubectl rollout history: were most of them started anew by a release? It may have made prefill slower`,
    },
    {
      test: not(promptsGrew),
      excludes: 'prefill.longer_prompts',
      settleWith: say`compare the mean of vllm:request_prompt_tokens with an hour ago`,
    },
    {
      test: not(hitsDropped),
      excludes: 'prefill.prefix_cache_drop',
      settleWith: say`compare vllm:prefix_cache_hits_total over queries_total with an hour ago: a start empties the cache, too`,
    },
    {
      test: logTells(loggedCompilations),
      strength: 'supports',
      excludes: 'prefill',
      settleWith: say`grep 'JIT compilation during inference' in its log`,
    },
    {
      test: onlyByHand('prefill is as fast as before once its kernels are compiled'),
      strength: 'supports',
      excludes: 'prefill',
      settleWith: say`ask again in five minutes: it ends by itself, and a regression does not`,
    },
  ],
  settleWith: say`kubectl get pods: is one young?`,
  conclude: {
    cause: 'start.cold_jit',
    title: (at) =>
      say`${nameRows(at.outcome.rows)} started a while ago, and first requests there may wait for kernels to be compiled: that passes with time.`,
    because: (at) => [
      ...told(at, restarts, counterResets, loggedCompilations),
      fleetSentence(at, ttftMean),
      fleetSentence(at, prefillMean),
    ],
    actions: () => ({
      now: [
        readOnly(say`Wait five minutes and ask again`),
        reversible(say`Keep its weight at the balancer low until then`),
      ],
      today: [],
      thisWeek: [reversible(say`Send requests of the usual lengths before it is ready: a warm-up`)],
      rollback: [],
    }),
  },
  runbook: {
    means:
      'A kernel is compiled when it is first needed, and requests wait for it. It follows each start, only first uses ' +
      'are slow, and it ends by itself. A regression of a release does not.',
    check: [
      'In the log: `JIT compilation during inference`, with the name of the kernel',
      'Its age: `time() - process_start_time_seconds`',
    ],
    avoid: ['Do not roll back for this: the next start does the same'],
  },
})

/** What could be read of the first of them. */
function told(at: Case, ...signals: readonly Signal[]): readonly Text[] {
  const row: RowKey | undefined = firstRow(at)
  if (row === undefined) return []
  return signals
    .filter((signal) => rowNow(at.evidence, signal, row).status === 'present')
    .map((signal) => rowSentence(at, signal, row))
}
