import type { Failure } from './failure.ts'
import { isError } from './is-error.ts'
import type { LogLine } from './line.ts'
import { isApiServer } from './origin.ts'

/** How one kind of failure is told. The pattern stands at a message's beginning, where no client's text can. */
interface Telling {
  readonly kind: Failure['kind']
  readonly pattern: RegExp
  readonly words: (found: RegExpExecArray) => string
  readonly after?: (found: RegExpExecArray) => number
  /**
   * `error` where the logger writes it as one, `trace` also in the further lines of an engine's error; `any` also for what
   * a process writes past the logger.
   */
  readonly at: 'error' | 'trace' | 'any'
}

/** What an API server tells of its engine. */
const TOLD_BY_SERVERS: ReadonlySet<Failure['kind']> = new Set<Failure['kind']>([
  'engine_dead',
  'engine_start_failed',
  'config_refused',
])

/**
 * The failure that a line tells of, undefined for every other line. What an API server writes is not heard but for its
 * word on its engine: what clients send is quoted there.
 */
export function parseFailure(line: LogLine): Failure | undefined {
  if (line.level === 'DEBUG') return undefined
  const text = line.text.trimStart()
  for (const { kind, pattern, words, after, at } of TELLINGS) {
    if (at === 'error' && !isError(line)) continue
    if (at === 'trace' && !isError(line) && line.continues !== 'engine_error') continue
    if (isApiServer(line) && !TOLD_BY_SERVERS.has(kind)) continue
    const found = pattern.exec(text)
    if (found !== null) return { kind, words: words(found), ...(after !== undefined && { after: after(found) }) }
  }
  return undefined
}

// vLLM's words as its sources have them: v1/engine/core.py, v1/engine/core_client.py, v1/executor/multiproc_executor.py,
// executor/multiproc_worker_utils.py (V0), engine/async_llm_engine.py (V0); PyTorch's ProcessGroupNCCL.cpp; NVIDIA's NVRM
// and NCCL; v1/core/sched/scheduler.py, v1/structured_output/backend_xgrammar.py, v1/core/kv_cache_utils.py; Python's OSError.
const TELLINGS: readonly Telling[] = [
  {
    kind: 'engine_dead',
    at: 'error',
    pattern: /^EngineCore encountered a fatal error\./u,
    words: () => 'EngineCore encountered a fatal error',
  },
  {
    kind: 'engine_dead',
    at: 'any',
    pattern: /^\[shutdown\] MPClient: engine core exited unexpectedly\b/u,
    words: () => 'engine core exited unexpectedly',
  },
  {
    kind: 'engine_start_failed',
    at: 'error',
    pattern: /^EngineCore failed to start\./u,
    words: () => 'EngineCore failed to start',
  },
  {
    kind: 'engine_start_failed',
    at: 'any',
    pattern: /^RuntimeError: Engine core initialization failed\./u,
    words: () => 'engine core initialization failed',
  },
  {
    kind: 'config_refused',
    at: 'any',
    pattern: /^(?:ValueError: )?No available memory for the cache blocks/u,
    words: () => 'no available memory for the cache blocks',
  },
  {
    kind: 'config_refused',
    at: 'any',
    pattern:
      /^(?:ValueError: )?The model's max seq len \((\d{1,12})\) is larger than the maximum number of tokens that can be stored in KV cache(?: \((\d{1,12})\))?/u,
    words: ([, length = '', room]) =>
      `the model's max seq len (${length}) is larger than the KV cache${room === undefined ? '' : ` (${room})`}`,
  },
  {
    kind: 'config_refused',
    at: 'any',
    pattern:
      /^(?:ValueError: )?To serve at least one request with the models?'s max seq len \((\d{1,12})\), \(?(\d{1,6}(?:\.\d{1,4})? GiB) KV cache is needed, which is larger than the available KV cache memory \((\d{1,6}(?:\.\d{1,4})? GiB)\)/u,
    words: ([, length = '', needed = '', room = '']) =>
      `a request of the model's max seq len (${length}) needs ${needed} of KV cache, and ${room} are there`,
  },
  {
    kind: 'config_refused',
    at: 'any',
    pattern: /^(?:pydantic_core\.[\w.]{1,60}ValidationError: )?\d{1,3} validation errors? for (\w{1,40}Config)\b/u,
    words: ([, config = '']) => `the settings are no valid ${config}`,
  },
  {
    kind: 'worker_died',
    at: 'error',
    pattern: /^Worker proc \S{1,64} died unexpectedly(?: \(exit code: (-?\d{1,5})\))?/u,
    words: ([, code]) => `a worker died unexpectedly${exitWords(code)}`,
  },
  {
    kind: 'worker_died',
    at: 'error',
    pattern: /^Worker \S{1,64} pid \d{1,10} died, exit code: (-?\d{1,5})/u,
    words: ([, code]) => `a worker died${exitWords(code)}`,
  },
  {
    kind: 'worker_hang',
    at: 'any',
    pattern: /^(?:TimeoutError: )?RPC call to (execute_model|sample_tokens) timed out\./u,
    words: ([, call = '']) => `RPC call to ${call} timed out`,
  },
  {
    kind: 'worker_hang',
    at: 'any',
    pattern: /^No available shared memory broadcast block found in (\d{1,6}) seconds?\b/u,
    words: ([, length = '']) => `no available shared memory broadcast block found in ${length} seconds`,
  },
  {
    kind: 'worker_hang',
    at: 'any',
    pattern: /^(?:[\w.]{0,64}Error: )?Engine iteration timed out\. This should never happen!/u,
    words: () => 'engine iteration timed out',
  },
  {
    kind: 'cuda_oom',
    at: 'any',
    pattern:
      /^(?:torch\.(?:cuda\.)?OutOfMemoryError|RuntimeError): (?:Worker failed with error ['"])?CUDA out of memory\b/u,
    words: () => 'CUDA out of memory',
  },
  {
    kind: 'nccl_timeout',
    at: 'any',
    // With the rank and the date where PyTorch writes them, without before 2.2.
    pattern:
      /^(?:\[rank\d{1,6}\]: ?)?\[E[^\]]{0,64}ProcessGroupNCCL\.cpp:\d{1,6}\] (?:\[[^\]]{1,200}\] ?){0,3}Watchdog caught collective operation timeout: WorkNCCL\(SeqNum=\d{1,12}, OpType=(\w{1,32}),[^()]{0,400}, Timeout\(ms\)=(\d{1,10})\)/u,
    words: ([, operation = '', patience = '']) =>
      `NCCL's watchdog: ${operation} did not end within ${Number(patience) / 1000} s`,
    after: ([, , patience]) => Number(patience) / 1000,
  },
  {
    kind: 'gpu_fault',
    at: 'any',
    pattern: /^NVRM: Xid \(PCI:[\dA-Fa-f:.]{1,20}\): (\d{1,4})\b/u,
    words: ([, code = '']) => `NVIDIA's driver: Xid ${code}`,
  },
  {
    kind: 'gpu_fault',
    at: 'any',
    pattern: /^(?:NVRM: (?:GPU [\dA-Fa-f:.]{1,24}: )?)?(?:the )?GPU has fallen off the bus/iu,
    words: () => 'the GPU has fallen off the bus',
  },
  {
    kind: 'gpu_fault',
    at: 'any',
    pattern: /^(?:[\w.]{1,64}Error: )?CUDA error: (an illegal memory access|uncorrectable ECC error encountered)/u,
    words: ([, what = '']) => `CUDA error: ${what}`,
  },
  {
    kind: 'gpu_fault',
    at: 'any',
    pattern: /^(?:[\w.]{1,64}Error: )?uncorrectable ECC error encountered/u,
    words: () => 'uncorrectable ECC error encountered',
  },
  {
    kind: 'gpu_fault',
    at: 'any',
    pattern: /^(?:[\w.]{1,64}Error: )?NCCL error(?: in: \S{1,200})?: unhandled cuda error/iu,
    words: () => 'NCCL error: unhandled CUDA error',
  },
  {
    kind: 'abort_failed',
    at: 'trace',
    pattern: /^File "[^"]{1,300}", line \d{1,6}, in (?:_process_aborts_queue|abort_requests|finish_requests)\b/u,
    words: () => 'the engine failed while it handled an abort',
  },
  {
    kind: 'grammar_failed',
    at: 'any',
    pattern: /^(?:Failed to advance FSM for request |Unexpected: grammar rejected tokens )/u,
    words: () => 'a grammar refused the tokens of its request',
  },
  {
    kind: 'shm_full',
    at: 'any',
    pattern:
      /^(?:\[[\d .:-]{10,40}\] ?)?[\w.-]{1,253}:\d{1,10}:\d{1,10} \[\d{1,4}\] (?:\S{1,80}:\d{1,6} )?NCCL WARN (?:Error while creating shared memory segment \/dev\/shm\/\S{1,80} \(size \d{1,15}\), error: No space left on device|Call to posix_fallocate failed : No space left on device)/u,
    words: () => 'NCCL: no space left in /dev/shm',
  },
  {
    kind: 'shm_full',
    at: 'any',
    pattern:
      /^(?:OSError: \[Errno 28\] No space left on device: '\/dev\/shm\/|RuntimeError: unable to write to file <\/torch_\w{1,64}>: No space left on device)/u,
    words: () => 'no space left in /dev/shm',
  },
  {
    // Without a path it may be either: /dev/shm is a file system, too.
    kind: 'disk_full',
    at: 'any',
    pattern: /^OSError: \[Errno 28\] No space left on device: '\//u,
    words: () => 'no space left on the disk',
  },
]

/** What a worker's exit code is known to mean. */
const EXITS: Readonly<Record<string, string>> = {
  '-9': 'killed, as the kernel does when memory is out',
  '-6': 'aborted, as NCCL does',
  '-11': 'segmentation fault',
}

function exitWords(code: string | undefined): string {
  if (code === undefined) return ''
  const known = EXITS[code]
  return known === undefined ? ` (exit code ${code})` : ` (exit code ${code}: ${known})`
}

/** How failures' lines begin, for a store of logs that is to give those alone. */
export const FAILURE_PATTERNS: readonly RegExp[] = TELLINGS.map(({ pattern }) => pattern)
