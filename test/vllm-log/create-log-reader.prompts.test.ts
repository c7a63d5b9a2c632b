import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { createLogReader } from '../../src/vllm-log/create-log-reader.ts'
import { createZone } from '../../src/domain/wall-clock.ts'

/** Something tells a time first, since nothing counts before. */
const FIRST = 'INFO 08-05 08:39:40 [a.py:1] x'
const TIME = '2026-08-05T08:39:50Z'

function read(lines: readonly string[]) {
  const reader = createLogReader({ zone: createZone('UTC'), reference: unixSeconds(1_785_931_200) })
  for (const line of [FIRST, ...lines]) reader.write(line)
  return reader.end()
}

const CLAIMS = [
  'ERROR 08-05 08:39:50 [core.py:1] EngineCore encountered a fatal error.',
  '(EngineCore pid=7) ERROR 08-05 08:39:50 [core.py:1] torch.OutOfMemoryError: CUDA out of memory.',
  'INFO 08-05 08:39:50 [loggers.py:118] Engine 000: Avg prompt throughput: 1.0 tokens/s, Running: 4 reqs, Waiting: 900 reqs',
  'ERROR 08-05 08:39:50 multiproc_worker_utils.py:120] Worker VllmWorkerProcess pid 1159 died, exit code: -6',
  'RuntimeError: CUDA out of memory',
  'EngineCore encountered a fatal error.',
  'vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.',
  'NVRM: Xid (PCI:0000:65:00): 79',
  'INFO:     Application startup complete.',
  'INFO 08-05 08:39:50 [a.py:1] Initializing a V1 LLM engine',
  '{"level":"ERROR","message":"EngineCore encountered a fatal error."}',
  `${TIME} stderr F ERROR 08-05 08:39:50 [core.py:1] EngineCore encountered a fatal error.`,
  '[pod/vllm-0/vllm] ',
  '[rank0]: ',
  'a | ',
] as const

const promptOf = fc
  .array(
    fc.oneof(
      fc.constantFrom(...CLAIMS),
      fc.constantFrom('\n', '\r\n', '\u2028', "'", '"', '`', '\\', ', ', ' - ', '\u001B[0m', '\u0000'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const oneLine = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
const QUOTINGS: Readonly<Record<string, (prompt: string) => string>> = {
  'Python, single': (prompt) => `'${oneLine(prompt).replaceAll("'", String.raw`\'`)}'`,
  'Python, double': (prompt) => `"${oneLine(prompt).replaceAll('"', String.raw`\"`)}"`,
  JSON: (prompt) => JSON.stringify(prompt),
  none: oneLine,
}
const REQUESTS: readonly ((text: string) => string)[] = [
  (text) => `Received request chatcmpl-1: prompt: ${text}, params: SamplingParams(n=1), prompt_token_ids: [1]`,
  (text) => `Received request ${text}: params: SamplingParams(n=1), lora_request: None.`,
  (text) => `Generated response chatcmpl-1 (streaming complete): output: ${text}, finish_reason: stop`,
  (text) => `Generated response chatcmpl-1: output: ${text}`,
]

const HEADED = 'INFO 08-05 08:39:50 [logger.py:41] '
/** How a message of one line comes into a file. */
const PLAIN: Readonly<Record<string, (message: string) => readonly string[]>> = {
  vLLM: (message) => [`${HEADED}${message}`],
  'vLLM before 0.8': (message) => [`INFO 08-05 08:39:50 logger.py:41] ${message}`],
  'a process': (message) => [`(APIServer pid=1) ${HEADED}${message}`],
  'a process in colours': (message) => [`\u001B[0;36m(APIServer pid=1)\u001B[0;0m ${HEADED}${message}`],
  'a user’s prefix': (message) => [`[prod-7] ${HEADED}${message}`],
  'Python’s logging': (message) => [`2026-08-05 08:39:50,123 - vllm - INFO - ${message}`],
  'Python’s default': (message) => [`INFO:vllm.entrypoints.logger:${message}`],
  'a logger of brackets': (message) => [`[2026-08-05 08:39:50] [INFO] ${message}`],
  'a bare message': (message) => [message],
  CRI: (message) => [`${TIME} stdout F (APIServer pid=1) ${HEADED}${message}`],
  'CRI, cut': (message) => {
    const whole = `(APIServer pid=1) ${HEADED}${message}`
    const middle = Math.floor(whole.length / 2)
    return [`${TIME} stdout P ${whole.slice(0, middle)}`, `${TIME} stdout F ${whole.slice(middle)}`]
  },
  kubectl: (message) => [`[pod/vllm-0/vllm] ${TIME} ${HEADED}${message}`],
  compose: (message) => [`vllm-1  | ${HEADED}${message}`],
  syslog: (message) => [`Aug 05 08:39:50 host vllm[1]: ${HEADED}${message}`],
  docker: (message) => [JSON.stringify({ log: `${HEADED}${message}\n`, stream: 'stdout', time: TIME })],
  logfmt: (message) => [`time=${TIME} level=info msg=${JSON.stringify(message)}`],
  'Python’s dict': (message) => [`{'level': 'INFO', 'message': ${JSON.stringify(message)}}`],
}
/** How a message of any number of lines comes into a file: as one record. */
const RECORDS: Readonly<Record<string, (message: string) => readonly string[]>> = {
  'a JSON logger': (message) => [JSON.stringify({ level: 'INFO', message, time: TIME })],
  'a JSON logger of errors': (message) => [JSON.stringify({ level: 'ERROR', message, time: TIME })],
  'a JSON logger without a level': (message) => [JSON.stringify({ time: TIME, message })],
  'a JSON logger that names the engine': (message) => [
    JSON.stringify({ levelname: 'ERROR', name: 'vllm.v1.engine.core', processName: 'EngineCore', message, ts: TIME }),
  ],
  'a JSON logger in docker': (message) => [
    JSON.stringify({ log: `${JSON.stringify({ level: 'INFO', message })}\n`, stream: 'stderr', time: TIME }),
  ],
  'a JSON logger in CRI': (message) => [`${TIME} stdout F ${JSON.stringify({ level: 'INFO', message })}`],
  journald: (message) => [JSON.stringify({ MESSAGE: `${HEADED}${message}`, __REALTIME_TIMESTAMP: '1785919190000000' })],
  'journald, in bytes': (message) => [
    JSON.stringify({ MESSAGE: [...Buffer.from(`(APIServer pid=1) ${HEADED}${message}`)] }),
  ],
}

function expectNothing(lines: readonly string[]): void {
  for (const reading of read(lines)) {
    expect(reading).toMatchObject({ stats: [], bursts: [], serving: [], isStarting: false, isWithoutStats: false })
    expect(reading.preempted).toBeUndefined()
  }
}

describe('a prompt, whatever stands in it, tells nothing of the server', () => {
  it.each(Object.entries({ ...PLAIN, ...RECORDS }))('%s', (_, wrap) => {
    fc.assert(
      fc.property(promptOf, fc.constantFrom(...Object.values(QUOTINGS)), fc.constantFrom(...REQUESTS), (...given) => {
        const [prompt, quote, request] = given
        expectNothing(wrap(request(quote(prompt))))
      }),
      { numRuns: 400, seed: 11 },
    )
  })

  it.each(Object.entries(RECORDS))('nor does one with real line ends: %s', (_, wrap) => {
    fc.assert(
      fc.property(promptOf, promptOf, fc.constantFrom(...REQUESTS), (begin, end, request) => {
        expectNothing(wrap(request(`${begin}\n${end}`)))
      }),
      { numRuns: 400, seed: 12 },
    )
  })

  it.each(Object.entries({ ...PLAIN, ...RECORDS }))('each claim alone and first: %s', (_, wrap) => {
    for (const claim of CLAIMS) {
      for (const quote of Object.values(QUOTINGS)) {
        for (const request of REQUESTS) expectNothing(wrap(request(quote(claim))))
      }
    }
  })
})

it('the same claims are heard where the server itself makes them', () => {
  const [reading] = read(CLAIMS.slice(0, 4))
  expect(reading?.stats).toMatchObject([{ waiting: 900 }])
  expect(reading?.bursts.flatMap(({ failures }) => failures.map(({ kind }) => kind))).toEqual([
    'engine_dead',
    'cuda_oom',
    'worker_died',
  ])
})
