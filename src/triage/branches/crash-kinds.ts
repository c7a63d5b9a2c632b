import type { Action } from '../../domain/action.ts'
import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { Cause } from '../../domain/cause.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { hostOomKills } from '../../signals/host.ts'
import {
  loggedAbortFailures,
  loggedDiskFull,
  loggedOutOfMemory,
  loggedRefusals,
  loggedShmFull,
  loggedStartsCut,
} from '../../signals/log.ts'
import { onlyByHand } from '../predicates/by-hand.ts'
import { logged } from '../engine/log-words.ts'
import type { Confirmation, Runbook } from '../node.ts'
import { rowNot, rowWhereThere } from '../predicates/row-logic.ts'
import { rowAbove, rowAtLeast, together } from '../predicates/row-tests.ts'
import type { RowTest } from '../predicates/row-tests.ts'
import { CRASH_LOOP_STARTS } from '../thresholds/process.ts'

/** One reason of restarts: what its last words are, and what is done about it beside what is done about every loop. */
export interface CrashKind {
  readonly id: string
  /** The question without its mark: others go on from it. */
  readonly whether: Text
  readonly cause: Cause
  readonly sign: RowTest
  /** Its log counts the starts itself: metrics that never come up count none. */
  readonly isCountedByLog?: true
  readonly confirm?: readonly Confirmation[]
  readonly settleWith: Text
  /** The end of the title: `c starts again and again: …`. */
  readonly why: Text
  readonly today: readonly Action<Text>[]
  readonly runbook: Runbook
}

const LAST_WORDS = say`kubectl logs <pod> --previous --tail=200; kubectl describe pod <pod>`

/** What the log of an engine that cannot start tells, where its metrics never come up and so count no start. */
const refusesAgain = rowAtLeast(loggedRefusals, CRASH_LOOP_STARTS)
const isCutAgain = rowAtLeast(loggedStartsCut, CRASH_LOOP_STARTS)

const NO_SPACE_SETTLED = say`df -h /dev/shm and df -h in the container`

export const CRASHES: Readonly<
  Record<'gpuMemory' | 'hostMemory' | 'aborts' | 'sharedMemory' | 'disk' | 'settings' | 'probe', CrashKind>
> = {
  gpuMemory: {
    id: 'crash_oom_gpu',
    whether: say`Does its log say that the memory of the GPU was used up`,
    cause: 'engine.crash.oom_gpu',
    sign: logged(loggedOutOfMemory),
    settleWith: say`${LAST_WORDS}; grep 'CUDA out of memory'`,
    why: say`the memory of the GPU was used up.`,
    today: [
      readOnly(say`Look for what came just before: prompt_logprobs, large images, a longer context, a full batch`),
      disruptive(say`Give the GPU room: lower --gpu-memory-utilization, --max-num-seqs or --max-model-len`),
    ],
    runbook: {
      means:
        'The engine asked its GPU for memory that was not there, and died of it. The KV cache is taken at the start, ' +
        'so it is activations that had no room: large batches, `prompt_logprobs`, images, or a setting that leaves none.',
      check: [
        'In the log: `CUDA out of memory`, with how much was asked for and how much was free',
        'Do the restarts follow one kind of request? Compare their times with the access log',
        'Another process on the card: `nvidia-smi`',
      ],
      avoid: [
        'Do not raise `--gpu-memory-utilization`: it takes away the room that was missing',
        'Do not judge by a low KV cache usage: that memory is taken in any case',
      ],
    },
  },
  hostMemory: {
    id: 'crash_oom_host',
    whether: say`Does the kernel kill processes on its host for want of memory`,
    cause: 'engine.crash.oom_host',
    sign: rowWhereThere(rowAbove(hostOomKills, 0)),
    confirm: [
      {
        test: onlyByHand('it was the engine that the kernel killed'),
        strength: 'supports',
        excludes: 'engine.crash_loop',
        settleWith: say`dmesg | grep -i "killed process"; kubectl describe pod <pod>: OOMKilled`,
      },
    ],
    settleWith: say`dmesg | grep -i "killed process"`,
    why: say`the kernel kills processes on the host for want of memory.`,
    today: [
      disruptive(say`Give the pod more memory, or take memory from what shares its host`),
      readOnly(say`Plot the memory of the container: a constant slope is a leak, a step is a request or a start`),
    ],
    runbook: {
      means:
        'Memory of the host, or of the container, ran out, and the kernel killed a process. With a constant slope over ' +
        'hours it is a leak in the server; at the start it is weights that are loaded through memory.',
      check: [
        'Whom it killed: `dmesg | grep -i "killed process"`',
        'The state of the pod: `kubectl describe pod <pod>` says `OOMKilled`',
        'The slope: `container_memory_working_set_bytes` of the pod over hours',
      ],
      avoid: ['Do not look at the GPU: it is normal', 'Do not only raise the limit: a leak reaches the next one'],
    },
  },
  aborts: {
    id: 'crash_abort_path',
    whether: say`Does its log say that it failed while it handled an abort`,
    cause: 'engine.crash.abort_path',
    sign: logged(loggedAbortFailures),
    settleWith: say`${LAST_WORDS}; grep _process_aborts_queue`,
    why: say`handling an abort made the engine fail, by the log.`,
    today: [
      reversible(say`Keep aborts away from it: buffer at the gateway, and make timeouts longer than the requests take`),
      disruptive(say`Switch the KV connector off, or take the release that mends it`),
    ],
    runbook: {
      means:
        'A client left, and what takes a request out of the engine failed. Each restart follows an abort within a ' +
        'second, and requests that end by themselves pass, so load tests find nothing.',
      check: [
        'In the last trace: `_process_aborts_queue`, `finish_requests` or `abort_requests` above the exception',
        'Which part failed: the last frame of the trace names a file, of a KV connector as a rule',
      ],
      avoid: ['Do not shorten timeouts: each one that strikes is an abort more'],
    },
  },
  sharedMemory: {
    id: 'crash_shm_full',
    whether: say`Does its log say that /dev/shm is full`,
    cause: 'storage.shm_full',
    sign: logged(loggedShmFull),
    settleWith: NO_SPACE_SETTLED,
    why: say`/dev/shm is full; what crashed before may have left segments there.`,
    today: [
      disruptive(say`Delete the pod once: a new pod gets an empty /dev/shm, a restarted container keeps the full one`),
      readOnly(say`What fills it?`, 'ls -la /dev/shm; df -h /dev/shm'),
    ],
    runbook: {
      means:
        'NCCL and the workers share memory through `/dev/shm`, and it is full. Crashes leave their segments there, and a ' +
        'volume of the pod outlives its containers, so a passing crash becomes a lasting one.',
      check: [
        'How full: `df -h /dev/shm` in the container; the node has disk enough',
        'In the log: `Error while creating shared memory segment /dev/shm/nccl-…`, `No space left on device`',
      ],
      avoid: [
        'Do not look for space on the disk of the node: it is empty',
        'Do not only restart the container: it keeps the volume',
      ],
    },
  },
  disk: {
    id: 'crash_disk_full',
    whether: say`Does its log say that the disk is full`,
    cause: 'storage.disk_full',
    sign: logged(loggedDiskFull),
    settleWith: NO_SPACE_SETTLED,
    why: say`the disk is full.`,
    today: [
      readOnly(say`What fills it?`, 'df -h; du -xh --max-depth=2 / | sort -h | tail'),
      disruptive(say`Make room: old models and compile caches first`),
    ],
    runbook: {
      means:
        'A file could not be written: a model, a compile cache or a log has no room. The kubelet evicts pods of such a ' +
        'node as well.',
      check: [
        'How full: `df -h` in the container and on the node',
        'In the log: `No space left on device` with the path; below `/dev/shm` it is shared memory instead',
        'Evictions: `kubectl get events --field-selector reason=Evicted`',
      ],
      avoid: ['Do not delete the weights that the others read from the same volume'],
    },
  },
  settings: {
    id: 'crash_loop_config',
    whether: say`Does its log say at each start that it refuses its settings`,
    cause: 'engine.crash_loop.config',
    sign: rowWhereThere(refusesAgain),
    isCountedByLog: true,
    settleWith: say`${LAST_WORDS}: is it the same exception at each start?`,
    why: say`the settings are refused at each start.`,
    today: [
      disruptive(say`Roll back to the settings of the last good start`),
      disruptive(say`If the KV cache does not hold one request of full length, lower --max-model-len`),
    ],
    runbook: {
      means:
        'The engine says the same at each start and ends: a setting that is not valid, or a KV cache that does not hold ' +
        'one request of full length. It comes with a change, and the first bad start tells with which.',
      check: [
        'In the log: `No available memory for the cache blocks`, `KV cache is needed, which is larger than the available`, `validation error for`',
        'The first bad start beside the changes: `kubectl rollout history deployment <name>`',
      ],
      avoid: [
        'Do not wait for it: no start will be another',
        'Do not take the time of the alert for the onset: an outage of the node may have hidden it',
      ],
    },
  },
  probe: {
    id: 'crash_loop_probe',
    whether: say`Do its starts end from outside, without an error and before it serves`,
    cause: 'engine.crash_loop.probe',
    sign: together(rowWhereThere(isCutAgain), rowNot(rowWhereThere(rowAbove(hostOomKills, 0)))),
    isCountedByLog: true,
    confirm: [
      {
        test: onlyByHand('it was a probe that ended it'),
        strength: 'supports',
        excludes: 'engine.crash_loop',
        settleWith: say`kubectl describe pod <pod>: \`Liveness probe failed\`, \`Killing\`; are the ages at which it ends the same?`,
      },
    ],
    settleWith: say`kubectl describe pod <pod>: \`Liveness probe failed\``,
    why: say`the starts are ended from outside before anything is served, without an error; a probe without patience does that.`,
    today: [disruptive(say`Give the pod a startupProbe that is longer than the model takes to load and compile`)],
    runbook: {
      means:
        'The process ends while it loads or compiles, and writes no error. A liveness probe that begins too early does ' +
        'that at a constant age; an autoscaler or an operator does it at any.',
      check: [
        'Events of the pod: `kubectl describe pod <pod>` says `Liveness probe failed` and `Killing`',
        'Its age at each end: the same to the second is a probe',
      ],
      avoid: [
        'Do not restart it yourself: each start begins from nothing',
        'Do not drop the probe: give the start its own',
      ],
    },
  },
}
