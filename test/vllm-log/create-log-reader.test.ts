import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, describe } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createLogReader } from '../../src/vllm-log/create-log-reader.ts'
import { createZone } from '../../src/domain/wall-clock.ts'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'

const at = (text: string) => unixSeconds(Date.parse(text) / 1000)
const REFERENCE = at('2026-08-05T12:00:00Z')

function read(lines: readonly string[], zone = 'UTC', reference = REFERENCE) {
  const reader = createLogReader({ zone: createZone(zone), reference })
  for (const line of lines) reader.write(line)
  const [reading, ...others] = reader.end()
  if (reading === undefined || others.length > 0) throw new Error(`${others.length + 1} readings`)
  return reading
}

const stats = (clock: string, running: number) =>
  `(APIServer pid=1) INFO 08-05 ${clock} [loggers.py:118] Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 1.0 tokens/s, Running: ${running} reqs, Waiting: 0 reqs, GPU KV cache usage: 1.0%, Prefix cache hit rate: 0.0%`
const core = (clock: string, text: string) => `(EngineCore_DP0 pid=7) ERROR 08-05 ${clock} [core.py:700] ${text}`
const api = (clock: string, text: string) => `(APIServer pid=1) ERROR 08-05 ${clock} [async_llm.py:485] ${text}`
const SYMPTOM =
  'vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.'

describe('the times of a log', () => {
  it('are the logger’s in the zone that is told', () => {
    const { stats: found, clock, first, last } = read([stats('08:00:00', 1), stats('08:00:10', 2)], 'Europe/Berlin')
    expect(found.map((one) => one.at)).toEqual([at('2026-08-05T06:00:00Z'), at('2026-08-05T06:00:10Z')])
    expect([clock, first, last]).toEqual(['logger', at('2026-08-05T06:00:00Z'), at('2026-08-05T06:00:10Z')])
  })

  it('are the collector’s where there is one', () => {
    const { stats: found, clock } = read([`2026-08-05T08:00:01Z ${stats('03:00:00', 1)}`])
    expect(found.map((one) => one.at)).toEqual([at('2026-08-05T08:00:01Z')])
    expect(clock).toBe('collector')
  })

  it('carry over to lines that have none', () => {
    const { bursts } = read([stats('08:00:00', 1), '[rank0]: torch.OutOfMemoryError: CUDA out of memory.'])
    expect(bursts).toMatchObject([{ at: at('2026-08-05T08:00:00Z'), failures: [{ kind: 'cuda_oom' }] }])
  })

  it('leave out what came before the first of them', () => {
    expect(read(['torch.OutOfMemoryError: CUDA out of memory.'])).toMatchObject({ bursts: [], clock: 'none' })
  })

  it('go over New Year', () => {
    const lines = [stats('23:59:55', 1).replace('08-05', '12-31'), stats('00:00:05', 2).replace('08-05', '01-01')]
    const { stats: found } = read(lines, 'UTC', at('2027-01-01T00:01:00Z'))
    expect(found.map((one) => one.at)).toEqual([at('2026-12-31T23:59:55Z'), at('2027-01-01T00:00:05Z')])
  })
})

const begins = (clock: string) =>
  `(APIServer pid=1) INFO 08-05 ${clock} [api_server.py:1896] vLLM API server version 0.11.0`

describe('a start that was ended from outside', () => {
  const cuts = (lines: readonly string[]) =>
    read(lines).bursts.flatMap(({ failures }) => failures.map(({ kind }) => kind))

  it('is one that neither served nor failed', () => {
    expect(cuts([begins('08:00:00'), begins('08:05:00'), begins('08:10:00')])).toEqual(['start_cut', 'start_cut'])
  })

  it.each([
    ['serves', 'INFO:     Application startup complete.'],
    ['fails by a known word', core('08:01:00', "OSError: [Errno 28] No space left on device: '/x'")],
    ['fails by an error that nobody knows', core('08:01:00', 'KeyError: x')],
    ['is another server of the same start', begins('08:00:01')],
  ])('is none that %s', (_, line) => {
    expect(
      cuts([begins('08:00:00'), line, ...(line === begins('08:00:01') ? [] : [begins('08:05:00')])]),
    ).not.toContain('start_cut')
  })
})

describe('what failed', () => {
  it('names what came first and not what follows from it', () => {
    const { bursts } = read([
      stats('08:00:00', 9),
      core('08:00:05', 'Worker proc VllmWorker-1 died unexpectedly (exit code: -9), shutting down executor.'),
      core('08:00:06', 'EngineCore encountered a fatal error.'),
      api('08:00:07', SYMPTOM),
      api('08:00:08', SYMPTOM),
    ])
    expect(bursts).toHaveLength(1)
    expect(bursts[0]?.cause).toMatch(/^a worker died unexpectedly \(exit code -9/u)
    expect(bursts[0]?.failures.map(({ kind }) => kind)).toEqual(['worker_died', 'engine_dead'])
  })

  it('finds the cause in the traceback below the line, too', () => {
    const { bursts } = read([
      core('08:00:06', 'EngineCore encountered a fatal error.'),
      core('08:00:06', 'Traceback (most recent call last):'),
      core('08:00:06', 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.'),
      api('08:00:07', SYMPTOM),
    ])
    expect(bursts).toMatchObject([{ cause: 'CUDA out of memory' }])
  })

  it('names an exception that it does not know by its class alone', () => {
    const { bursts } = read([
      core('08:00:06', 'EngineCore encountered a fatal error.'),
      core('08:00:06', 'AssertionError: a secret of a client'),
    ])
    expect(bursts).toMatchObject([{ cause: 'AssertionError in EngineCore_DP0' }])
  })

  it('has no cause where the API server alone tells of a death', () => {
    const { bursts } = read([stats('08:00:00', 1), api('08:00:07', SYMPTOM), api('08:09:07', SYMPTOM)])
    expect(bursts).toHaveLength(1)
    expect(bursts[0]?.failures).toMatchObject([
      { kind: 'engine_dead', words: 'the API server says that its engine is dead' },
    ])
    expect(bursts[0]?.cause).toBeUndefined()
  })

  it('is over once it serves again', () => {
    const lines = [
      core('08:00:06', 'EngineCore encountered a fatal error.'),
      stats('08:02:00', 0),
      'INFO:     Application startup complete.',
    ]
    expect(read(lines).bursts).toMatchObject([{ isOver: true }])
    expect(read([...lines, api('08:03:00', SYMPTOM)]).bursts).toMatchObject([{ isOver: true }, { isOver: false }])
  })

  it('tells two troubles apart, and counts what eight ranks say once', () => {
    const died = (clock: string, rank: number) =>
      core(clock, `Worker proc VllmWorker-${rank} died unexpectedly (exit code: -6), shutting down executor.`)
    const { bursts } = read([...[0, 1, 2, 3, 4, 5, 6, 7].map((rank) => died('08:00:06', rank)), died('08:10:00', 1)])
    expect(bursts.map(({ failures }) => failures.length)).toEqual([1, 1])
  })

  it('begins as long before the watchdog’s line as the watchdog waited', () => {
    const nccl =
      '[rank0]:[E ProcessGroupNCCL.cpp:563] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2, OpType=ALLREDUCE, NumelIn=1, Timeout(ms)=600000) ran for 600059 milliseconds before timing out.'
    const { bursts } = read([stats('08:20:00', 1), nccl])
    expect(bursts[0]?.failures).toMatchObject([{ at: at('2026-08-05T08:20:00Z'), began: at('2026-08-05T08:10:00Z') }])
  })

  it('is no hang of a worker while the model is being compiled', () => {
    const waits = (clock: string) =>
      `(EngineCore pid=7) INFO 08-05 ${clock} [shm_broadcast.py:1] No available shared memory broadcast block found in 60 seconds.`
    const starting = '(EngineCore pid=7) INFO 08-05 08:00:00 [core.py:1] Initializing a V1 LLM engine (v0.11.0)'
    expect(read([starting, waits('08:02:00')]).bursts).toEqual([])
    expect(read([starting, 'INFO:     Application startup complete.', waits('08:02:00')]).bursts).toHaveLength(1)
  })
})

describe('what an engine was started with', () => {
  const begins = (clock: string) =>
    `(APIServer pid=1) INFO 08-05 ${clock} [api_server.py:1] vLLM API server version 0.11.0`
  const eager =
    '(APIServer pid=1) WARNING 08-05 08:00:01 [vllm.py:848] Enforce eager set, disabling torch.compile and CUDAGraphs.'

  it('is what its start warned of, and of the last start alone', () => {
    expect(read([begins('08:00:00'), eager]).slowSettings).toEqual(['eager_mode'])
    expect(read([begins('08:00:00'), eager, begins('09:00:00')]).slowSettings).toEqual([])
  })

  it('is not known from a log without a start, but for what it warns of', () => {
    expect(read([stats('08:00:00', 1)]).slowSettings).toBeUndefined()
    expect(read([eager]).slowSettings).toEqual(['eager_mode'])
  })
})

it('counts requests that were aborted', () => {
  const aborted = 'INFO 08-05 08:00:00 [async_llm.py:1] Request chatcmpl-1 aborted.'
  expect(read([aborted, aborted]).aborted).toHaveLength(2)
})

it('says that stats are off, how often requests were evicted, and whose pod it is', () => {
  const { isWithoutStats, preempted, pod } = read([
    '[pod/vllm-0/vllm] (APIServer pid=1) WARNING 08-05 08:00:00 [async_llm.py:1] AsyncLLM created with api_server_count more than 1; disabling stats logging to avoid incomplete stats.',
    'WARNING 08-05 08:00:00 scheduler.py:1] Sequence group chat-1 is preempted by PreemptionMode.SWAP mode because there is not enough KV cache space. total_num_cumulative_preemption=101',
  ])
  expect([isWithoutStats, preempted, pod]).toEqual([true, 101, 'vllm-0'])
})

it('takes the pods apart whose lines stand in one file', () => {
  const reader = createLogReader({ zone: createZone('UTC'), reference: REFERENCE })
  const lines = [
    'a banner',
    `[pod/vllm-0/vllm] ${stats('08:00:00', 1)}`,
    `[pod/vllm-1/vllm] ${stats('08:00:01', 2)}`,
    'torch.OutOfMemoryError: CUDA out of memory.',
    'x | y',
    `[pod/vllm-0/vllm] ${stats('08:00:10', 3)}`,
  ]
  for (const line of lines) reader.write(line)
  expect(reader.end().map((one) => [one.pod, one.stats.map(({ running }) => running), one.bursts.length])).toEqual([
    ['vllm-0', [1, 3], 0],
    ['vllm-1', [2], 1],
  ])
})

describeWithCorpus('vllm-logs', 'servers’ own logs', () => {
  it.each([
    ['vllm-logs/hust-prefix-repetition-online-32-server.log', 28, 1],
    ['vllm-logs/hust-random-online-32-server.log', 35, 1],
    ['access-logs/vllm-apiserver.log', 5, 1],
    ['access-logs/vllm-syslog-short.log', 2, 0],
  ])('%s', (file, lines, starts) => {
    const reading = read(readFileSync(join(CORPUS, file), 'utf8').split('\n'), 'UTC', at('2026-11-29T12:00:00Z'))
    expect([reading.stats.length, reading.serving.length, reading.bursts]).toEqual([lines, starts, []])
    for (const { running, waiting, kvUsage } of reading.stats) {
      expect(running).toBeGreaterThanOrEqual(0)
      expect(waiting).toBeGreaterThanOrEqual(0)
      expect(kvUsage).toBeLessThanOrEqual(1)
    }
  })
})

describe('the phase of a start', () => {
  const info = (clock: string, text: string) => `(EngineCore pid=7) INFO 08-05 ${clock} [x.py:1] ${text}`
  const LOADS = [begins('08:00:00'), info('08:01:00', 'Starting to load model org/model...')]
  const COMPILES = [
    ...LOADS,
    info('08:02:00', 'Loading weights took 58.00 seconds'),
    info('08:02:10', 'Dynamo bytecode transform time: 8.50 s'),
  ]

  it.each([
    ['loading', LOADS, { name: 'loading', since: at('2026-08-05T08:01:00Z') }],
    ['compiling', COMPILES, { name: 'compiling', since: at('2026-08-05T08:02:10Z') }],
    ['none that is over', [...COMPILES, info('08:03:00', 'torch.compile takes 50.0 s in total')], undefined],
    ['none of a server that serves', [...LOADS, 'INFO:     Application startup complete.'], undefined],
    [
      'none of a start that failed',
      [...LOADS, info('08:04:00', 'torch.OutOfMemoryError: CUDA out of memory.')],
      undefined,
    ],
    [
      'none of an engine that died',
      [...LOADS, info('08:04:00', 'EngineCore encountered a fatal error.').replace('INFO', 'ERROR')],
      undefined,
    ],
    ['none of a start before this one', [...LOADS, begins('08:04:00')], undefined],
  ])('is %s', (_, lines, phase) => {
    expect(read(lines).phase).toEqual(phase)
  })
})
