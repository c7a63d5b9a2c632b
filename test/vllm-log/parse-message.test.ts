import { describe, expect, it } from 'vitest'
import { createLineParser } from '../../src/vllm-log/parse-line.ts'
import { parseMessage } from '../../src/vllm-log/parse-message.ts'

const messagesOf = (raw: string) => createLineParser()(raw).map(parseMessage)
const CORE = '(EngineCore_DP0 pid=7) ERROR 08-05 08:39:50 [core.py:700] '
const API = '(APIServer pid=1) ERROR 08-05 08:39:50 [async_llm.py:485] '
const V0 = 'ERROR 08-05 08:39:50 multiproc_worker_utils.py:120] '
const NCCL =
  'Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600059 milliseconds before timing out.'

describe('the known lines of failure', () => {
  it.each([
    [`${CORE}EngineCore encountered a fatal error.`, 'engine_dead', 'EngineCore encountered a fatal error'],
    [
      `(APIServer pid=1) WARNING 08-05 08:39:50 [core_client.py:9] [shutdown] MPClient: engine core exited unexpectedly; starting cleanup`,
      'engine_dead',
      'engine core exited unexpectedly',
    ],
    [`${CORE}EngineCore failed to start.`, 'engine_start_failed', 'EngineCore failed to start'],
    [
      '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}',
      'engine_start_failed',
      'engine core initialization failed',
    ],
    [
      `${CORE}ValueError: No available memory for the cache blocks. Try increasing`,
      'config_refused',
      'no available memory for the cache blocks',
    ],
    [
      "ValueError: The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (9000). Try",
      'config_refused',
      "the model's max seq len (32768) is larger than the KV cache (9000)",
    ],
    [
      `${CORE}Worker proc VllmWorker-0 died unexpectedly (exit code: -9), shutting down executor.`,
      'worker_died',
      'a worker died unexpectedly (exit code -9: killed, as the kernel does when memory is out)',
    ],
    [
      `${CORE}Worker proc VllmWorker-0 died unexpectedly, shutting down executor.`,
      'worker_died',
      'a worker died unexpectedly',
    ],
    [
      `${V0}Worker VllmWorkerProcess pid 1159 died, exit code: -6`,
      'worker_died',
      'a worker died (exit code -6: aborted, as NCCL does)',
    ],
    [`${CORE}TimeoutError: RPC call to execute_model timed out.`, 'worker_hang', 'RPC call to execute_model timed out'],
    [
      '(EngineCore pid=7) TimeoutError: RPC call to sample_tokens timed out.',
      'worker_hang',
      'RPC call to sample_tokens timed out',
    ],
    [
      '(EngineCore pid=7) INFO 08-05 08:39:50 [shm_broadcast.py:466] No available shared memory broadcast block found in 60 seconds. This typically happens',
      'worker_hang',
      'no available shared memory broadcast block found in 60 seconds',
    ],
    [`${V0}Engine iteration timed out. This should never happen!`, 'worker_hang', 'engine iteration timed out'],
    [
      `${CORE}torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.`,
      'cuda_oom',
      'CUDA out of memory',
    ],
    ['[rank0]: torch.cuda.OutOfMemoryError: CUDA out of memory. Tried', 'cuda_oom', 'CUDA out of memory'],
    [
      `(Worker_TP0 pid=3) [rank0]:[E321 02:07:08.408271257 ProcessGroupNCCL.cpp:607] [Rank 0] ${NCCL}`,
      'nccl_timeout',
      "NCCL's watchdog: ALLREDUCE did not end within 600 s",
    ],
    [
      `[rank0]:[E ProcessGroupNCCL.cpp:563] [Rank 0] ${NCCL}`,
      'nccl_timeout',
      "NCCL's watchdog: ALLREDUCE did not end within 600 s",
    ],
    [
      `${CORE}RuntimeError: NCCL error: unhandled cuda error (run with NCCL_DEBUG=INFO)`,
      'gpu_fault',
      'NCCL error: unhandled CUDA error',
    ],
    [
      `${CORE}RuntimeError: CUDA error: an illegal memory access was encountered`,
      'gpu_fault',
      'CUDA error: an illegal memory access',
    ],
    [
      `${CORE}RuntimeError: CUDA error: uncorrectable ECC error encountered`,
      'gpu_fault',
      'CUDA error: uncorrectable ECC error encountered',
    ],
    [
      'Aug 05 08:39:50 host kernel: [12345.678901] NVRM: Xid (PCI:0000:65:00): 79, pid=1, GPU has fallen off the bus.',
      'gpu_fault',
      "NVIDIA's driver: Xid 79",
    ],
    ['NVRM: GPU 0000:65:00.0: GPU has fallen off the bus.', 'gpu_fault', 'the GPU has fallen off the bus'],
    [
      "ValueError: To serve at least one request with the models's max seq len (65536), (2.45 GiB KV cache is needed, which is larger than the available KV cache memory (1.9 GiB).",
      'config_refused',
      "a request of the model's max seq len (65536) needs 2.45 GiB of KV cache, and 1.9 GiB are there",
    ],
    [
      '(APIServer pid=1) pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig',
      'config_refused',
      'the settings are no valid ModelConfig',
    ],
    [
      `${CORE}  File "/opt/venv/lib/python3.12/site-packages/vllm/v1/engine/core.py", line 1012, in _process_aborts_queue`,
      'abort_failed',
      'the engine failed while it handled an abort',
    ],
    [
      `${CORE.replace('core.py:700', 'backend_xgrammar.py:165')}Failed to advance FSM for request chatcmpl-1 for tokens 1. Please file an issue.`,
      'grammar_failed',
      'a grammar refused the tokens of its request',
    ],
    [
      '[2026-08-05 08:39:50] decode-0:3663:4044 [0] misc/shmutils.cc:129 NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Ab3 (size 33030528), error: No space left on device (28)',
      'shm_full',
      'NCCL: no space left in /dev/shm',
    ],
    [
      'gpu-2:2144:2556 [2] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on device',
      'shm_full',
      'NCCL: no space left in /dev/shm',
    ],
    [`${CORE}OSError: [Errno 28] No space left on device: '/dev/shm/torch_5'`, 'shm_full', 'no space left in /dev/shm'],
    [
      `${CORE}OSError: [Errno 28] No space left on device: '/root/.cache/vllm/x'`,
      'disk_full',
      'no space left on the disk',
    ],
  ])('%s', (raw, kind, words) => {
    expect(messagesOf(raw)).toMatchObject([{ kind: 'failure', failure: { kind, words } }])
  })

  it("dates NCCL's trouble back by the watchdog's patience", () => {
    expect(messagesOf(`[rank0]:[E ProcessGroupNCCL.cpp:563] [Rank 0] ${NCCL}`)).toMatchObject([
      { failure: { after: 600 } },
    ])
  })

  it.each([
    `${API}vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.`,
    `${API}EngineDeadError: EngineCore encountered an issue.`,
    `${V0}AsyncEngineDeadError: Background loop has errored already.`,
    `${V0}MQEngineDeadError: Engine loop is not running.`,
    `${V0}Background loop has errored already.`,
  ])('takes for a symptom: %s', (raw) => {
    expect(messagesOf(raw)).toEqual([{ kind: 'symptom' }])
  })
})

describe('other lines that are known', () => {
  it.each([
    ['INFO:     Application startup complete.', { kind: 'serving' }],
    ['(APIServer pid=1) INFO:     Started server process [1]', { kind: 'starting', isBeginning: false }],
    ['INFO:     Waiting for application startup.', { kind: 'starting', isBeginning: false }],
    [
      '(APIServer pid=1) INFO 08-05 08:39:50 [api_server.py:1896] vLLM API server version 0.11.0',
      { kind: 'starting', isBeginning: true },
    ],
    [
      '(APIServer pid=1) WARNING 08-05 08:39:50 [async_llm.py:1] AsyncLLM created with api_server_count more than 1; disabling stats logging to avoid incomplete stats.',
      { kind: 'stats_disabled' },
    ],
    [
      'WARNING 10-28 11:16:41 scheduler.py:1483] Sequence group chat-7e63 is preempted by PreemptionMode.SWAP mode because there is not enough KV cache space. This can affect the end-to-end performance. Increase gpu_memory_utilization or tensor_parallel_size to provide more KV cache memory. total_num_cumulative_preemption=51',
      { kind: 'preempted', total: 51 },
    ],
    [
      '(EngineCore pid=7) WARNING 08-05 08:39:50 [jit_monitor.py:103] Triton kernel JIT compilation during inference: _topk_kernel. This causes a latency spike',
      { kind: 'kernel_compiled' },
    ],
    [
      "(APIServer pid=5) INFO 03-02 11:03:38 [serving_models.py:168] Loaded new LoRA adapter: name 'sql', path '/adapters/sql'",
      { kind: 'adapter_loaded' },
    ],
    ['INFO 03-05 10:00:00 async_llm_engine.py:223] Aborted request cmpl-1-0.', { kind: 'aborted' }],
    ['(APIServer pid=1) INFO 08-05 08:39:50 [async_llm.py:1] Request chatcmpl-1 aborted.', { kind: 'aborted' }],
    ['(APIServer pid=1) INFO 08-05 08:39:50 [async_llm.py:1] Aborted request(s) a,b.', { kind: 'aborted' }],
    [
      'WARNING 08-05 08:39:50 [config.py:1] awq quantization is not fully optimized yet. The speed can be slower than non-quantized models.',
      { kind: 'slow_setting', setting: 'slow_kernel' },
    ],
    [
      '(EngineCore pid=7) WARNING 08-05 08:39:50 [fused_moe.py:1] Using default MoE config. Performance might be sub-optimal! Config file not found at /x/E=64.json',
      { kind: 'slow_setting', setting: 'slow_kernel' },
    ],
    [
      '(APIServer pid=1) WARNING 08-05 08:39:50 [vllm.py:848] Enforce eager set, disabling torch.compile and CUDAGraphs. This is equivalent to setting -cc.mode=none',
      { kind: 'slow_setting', setting: 'eager_mode' },
    ],
    [
      "(EngineCore pid=7) INFO 08-05 08:39:50 [core.py:1] Initializing a V1 LLM engine (v0.11.0) with config: model='m', quantization=None, enforce_eager=True, kv_cache_dtype=auto",
      { kind: 'starting', isBeginning: false, setting: 'eager_mode' },
    ],
    [
      "(EngineCore pid=7) INFO 08-05 08:39:50 [core.py:1] Initializing a V1 LLM engine (v0.11.0) with config: model='m', enforce_eager=False",
      { kind: 'starting', isBeginning: false },
    ],
    [`${CORE}ValueError: a secret of a client`, { kind: 'error', exception: 'ValueError' }],
    [`${CORE}a secret of a client`, { kind: 'error' }],
  ])('%s', (raw, expected) => {
    expect(messagesOf(raw)).toEqual([expected])
  })
})

describe('what clients write', () => {
  const CLAIM = 'EngineCore encountered a fatal error.'
  it.each([
    [`INFO 08-05 08:39:50 [logger.py:41] Received request chatcmpl-1: prompt: '${CLAIM}', params: SamplingParams(n=1)`],
    [`INFO 08-05 08:39:50 [logger.py:41] Generated response chatcmpl-1 (streaming complete): output: '${CLAIM}'`],
    [`INFO 08-05 08:39:50 [async_llm.py:1] Added request ${CLAIM}.`],
    [`INFO 08-05 08:39:50 [async_llm.py:1] ${CLAIM}`],
    [`INFO:     127.0.0.1:1 - "GET /${CLAIM.replaceAll(' ', '%20')} HTTP/1.1" 404 Not Found`],
    [`${API}${CLAIM.replace('EngineCore encountered', 'The model `EngineCore encountered')}`],
    [`INFO 08-05 08:39:50 [async_llm.py:1] Aborted request ${CLAIM}`],
    [`INFO 08-05 08:39:50 [async_llm.py:1] Request ${CLAIM} aborted.`],
    [`${API}torch.OutOfMemoryError: CUDA out of memory.`],
    [`${API}Failed to advance FSM for request chatcmpl-1 for tokens 1. Please file an issue.`],
    [`INFO 08-05 08:39:50 [core.py:1]   File "/x.py", line 1, in abort_requests`],
    ['  File "/x.py", line 1, in abort_requests'],
    [`${CORE}OSError: [Errno 28] No space left on device`],
    [`${API}Worker proc x died unexpectedly (exit code: -9)`],
    [`hello ${CLAIM}`],
    [CLAIM],
    [`hello ERROR 08-05 08:39:50 [core.py:1] "${CLAIM}"`],
  ])('is nobody’s failure: %s', (raw) => {
    expect(messagesOf(raw).filter((message) => message?.kind === 'failure')).toEqual([])
  })
})

describe('the further lines of one record', () => {
  const OOM = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.'
  const kindsOf = (record: Readonly<Record<string, string>>) =>
    messagesOf(JSON.stringify(record)).map((message) => message?.kind)

  it.each([
    { level: 'ERROR', processName: 'EngineCore_DP0', message: 'x' },
    { level: 'ERROR', processName: 'VllmWorker-1', message: 'x' },
    { level: 'CRITICAL', name: 'vllm.v1.engine.core', message: 'x' },
    { level: 'ERROR', logger: 'vllm.v1.executor.multiproc_executor', message: 'x' },
    { level: 'ERROR', filename: 'core.py', message: 'x' },
    { MESSAGE: `${CORE}x` },
    { log: 'ERROR 08-05 08:39:50 [multiproc_executor.py:1] x' },
  ])('are the traceback of an error of the engine: %j', (record) => {
    for (const [key, text = ''] of Object.entries(record)) {
      if (!['message', 'MESSAGE', 'log'].includes(key)) continue
      expect(kindsOf({ ...record, [key]: `${text}\nTraceback (most recent call last):\n${OOM}` })).toEqual([
        'error',
        undefined,
        'failure',
      ])
      expect(kindsOf({ ...record, [key]: `${text}\nValueError: x` })).toEqual(['error', 'error'])
    }
  })

  it.each([
    { level: 'ERROR', message: 'Error in request' },
    { level: 'INFO', processName: 'EngineCore_DP0', message: 'x' },
    { level: 'ERROR', processName: 'APIServer', message: 'x' },
    { level: 'ERROR', processName: 'APIServer', name: 'vllm.v1.engine.core', message: 'x' },
    { level: 'ERROR', processName: 'EngineCore', message: 'Received request x: prompt: hi' },
    { level: 'ERROR', name: 'vllm.entrypoints.openai.serving_chat', message: 'x' },
    { level: 'ERROR', name: 'vllm.v1.engine.async_llm', message: 'x' },
    { level: 'ERROR', name: 'somebody', filename: 'core.py', message: 'x' },
    { level: 'INFO', message: 'hi' },
    { message: 'hi' },
  ])('are nothing of any other record: %j', (record) => {
    const claims = [
      OOM,
      'RuntimeError: CUDA out of memory',
      `${CORE}EngineCore encountered a fatal error.`,
      'INFO 08-05 08:39:50 [loggers.py:118] Engine 000: Avg prompt throughput: 0.0 tokens/s, Waiting: 900 reqs',
      'EngineDeadError: EngineCore encountered an issue.',
      'INFO:     Application startup complete.',
      'ValueError: x',
    ]
    expect(kindsOf({ ...record, message: [record.message, ...claims].join('\n') }).slice(1)).toEqual(
      claims.map(() => undefined),
    )
  })
})
