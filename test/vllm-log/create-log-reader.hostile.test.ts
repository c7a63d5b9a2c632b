import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createLogReader } from '../../src/vllm-log/create-log-reader.ts'
import { createZone } from '../../src/domain/wall-clock.ts'

const SECRET = 'xyzzy'

function read(lines: readonly string[]) {
  const reader = createLogReader({ zone: createZone('UTC'), reference: unixSeconds(1_785_931_200) })
  for (const line of lines) reader.write(line)
  return reader.end()
}

const FRAGMENTS = [
  'ERROR 08-05 08:00:00 [core.py:700] ',
  '(EngineCore_DP0 pid=7) ',
  '2026-08-05T08:39:50Z stdout P ',
  '2026-08-05T08:39:50Z stderr F ',
  '[pod/vllm-0/vllm] ',
  'Aug 05 08:39:50 host vllm[1]: ',
  'EngineCore encountered a fatal error.',
  'Engine 000: Avg prompt throughput: 1.0 tokens/s, Running: 4 reqs',
  'torch.OutOfMemoryError: CUDA out of memory.',
  '[rank0]:[E ProcessGroupNCCL.cpp:563] ',
  'Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2, OpType=A, x, Timeout(ms)=600000)',
  '{"log":"',
  '","stream":"stderr","time":"2026-08-05T08:39:50Z"}',
  '\n',
  '\u001B[0;36m',
  '\u0000',
  '\uD800',
] as const

const anyLine = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: 'binary', maxLength: 40 })), { maxLength: 12 })
  .map((parts) => parts.join(''))

describe('a log that anybody may write into', () => {
  it('is read without a throw, and gives numbers that are numbers', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const readings = read(lines)
        const stats = readings.flatMap((one) => one.stats)
        const bursts = readings.flatMap((one) => one.bursts)
        for (const { at, running = 0 } of stats) expect(Number.isFinite(at) && running >= 0).toBe(true)
        for (const { at, failures } of bursts) {
          expect(Number.isFinite(at)).toBe(true)
          for (const { words } of failures) expect(words.length).toBeLessThan(160)
        }
      }),
      { numRuns: 3000, seed: 7 },
    )
  })

  it('keeps nothing of what a client wrote', () => {
    const prompts = [
      `INFO 08-05 08:00:00 [logger.py:41] Received request chatcmpl-${SECRET}: prompt: '${SECRET}', params: SamplingParams(n=1), prompt_token_ids: [1]`,
      `INFO 08-05 08:00:00 [logger.py:41] Generated response chatcmpl-1 (streaming complete): output: '${SECRET}', finish_reason: stop`,
      `INFO:     10.0.0.7:1 - "GET /v1/models?key=${SECRET} HTTP/1.1" 200 OK`,
      `(EngineCore pid=1) ERROR 08-05 08:00:00 [core.py:1] ValueError: ${SECRET}`,
      `(APIServer pid=1) ERROR 08-05 08:00:00 [serving.py:1] The model \`${SECRET}\` does not exist.`,
      `(EngineCore pid=1) ERROR 08-05 08:00:00 [core.py:1] EngineCore encountered a fatal error. ${SECRET}`,
      `(EngineCore pid=1) ERROR 08-05 08:00:00 [core.py:1] torch.OutOfMemoryError: CUDA out of memory. ${SECRET}`,
      `(EngineCore pid=1) ERROR 08-05 08:00:00 [core.py:1] Worker proc ${SECRET} died unexpectedly (exit code: -9), shutting down executor.`,
      `WARNING 08-05 08:00:00 scheduler.py:1] Sequence group ${SECRET} is preempted by PreemptionMode.SWAP mode because. total_num_cumulative_preemption=1`,
      JSON.stringify({ level: 'ERROR', message: SECRET, time: '2026-08-05T08:39:50Z' }),
    ]
    expect(JSON.stringify(read(prompts))).not.toContain(SECRET)
  })

  it.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['blanks', ' '.repeat(1_000_000)],
    ['braces', '{'.repeat(1_000_000)],
    ['brackets', '['.repeat(1_000_000)],
    ['escapes', '\u001B['.repeat(500_000)],
    ['ranks', '[rank0]: '.repeat(100_000)],
    ['processes', '(A pid=1) '.repeat(100_000)],
    ['services', 'a | '.repeat(250_000)],
    ['dotted names', `${'a.'.repeat(500_000)}Error`],
    ['a watchdog', `[rank0]:[E ProcessGroupNCCL.cpp:563] ${'[a] '.repeat(250_000)}Watchdog`],
    [
      'a watchdog without an end',
      `[E ProcessGroupNCCL.cpp:563] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=2, OpType=A,${', Timeout(ms)='.repeat(70_000)}`,
    ],
    ['stats', `INFO 08-05 08:00:00 [a.py:1] Avg prompt throughput: ${'1.0 tokens/s, Running: '.repeat(40_000)}`],
    ['heads', 'ERROR 08-05 08:00:00 [core.py:1] '.repeat(30_000)],
    ['nested JSON', JSON.stringify({ log: JSON.stringify({ log: JSON.stringify({ log: 'x'.repeat(300_000) }) }) })],
    ['a request', `INFO 08-05 08:00:00 [a.py:1] Received request ${'x'.repeat(1_000_000)}`],
  ])('takes no long for a line of a megabyte, nor for its first 60 kB: %s', (_, line) => {
    const began = performance.now()
    read([line, line.slice(0, 60_000), `2026-08-05T08:39:50Z stdout F ${line.slice(0, 60_000)}`])
    expect(performance.now() - began).toBeLessThan(300)
  })
})
