import { describe, expect, it } from 'vitest'
import { createLineParser } from '../../src/vllm-log/parse-line.ts'

const parse = (...raws: readonly string[]) => {
  const parser = createLineParser()
  return raws.flatMap((raw) => parser(raw))
}
const COLLECTED = Date.UTC(2026, 7, 5, 8, 39, 50) / 1000
const HEAD = 'INFO 08-05 08:39:50 [loggers.py:118] '
const MESSAGE = 'Engine 000: Avg prompt throughput: 0.0 tokens/s'

describe('the layers around a message', () => {
  it.each([
    ['nothing', '', {}],
    ['docker json-file', 'json', { collectedAt: COLLECTED + 0.123456789, stream: 'stderr' }],
    ['CRI', '2026-08-05T08:39:50.123456789Z stdout F ', { collectedAt: COLLECTED + 0.123456789, stream: 'stdout' }],
    [
      'CRI, seven digits and an offset',
      '2026-08-05T10:39:50.1234567+02:00 stderr F ',
      { collectedAt: COLLECTED + 0.1234567 },
    ],
    ['kubectl logs --timestamps', '2026-08-05T08:39:50.123456789Z ', { collectedAt: COLLECTED + 0.123456789 }],
    ['kubectl logs --prefix', '[pod/vllm-0/vllm] ', { pod: 'vllm-0' }],
    ['both', '[pod/vllm-0/vllm] 2026-08-05T08:39:50Z ', { pod: 'vllm-0', collectedAt: COLLECTED }],
    ['docker compose', 'vllm-mxfp4  | ', { pod: 'vllm-mxfp4' }],
    ['docker compose without a name', '  | ', {}],
    ['docker compose with times', 'vllm-1  | 2026-08-05T08:39:50Z ', { pod: 'vllm-1', collectedAt: COLLECTED }],
    ['journald', 'Aug 05 08:39:50 host vllm[1234]: ', {}],
    ['journald in Russian', 'авг 18 14:15:04 llm python3[27876]: ', {}],
    ['syslog with its priority', '<134>Aug  5 08:39:50 host vllm: ', {}],
    ['APIServer', '(APIServer pid=588839) ', { process: 'APIServer' }],
    ['one of several API servers', '(ApiServer_1 pid=245) ', { process: 'ApiServer_1' }],
    ['EngineCore of 0.10.1', '(EngineCore_0 pid=3945189) ', { process: 'EngineCore_0' }],
    ['EngineCore of a rank', '(EngineCore_DP0 pid=697344) ', { process: 'EngineCore_DP0' }],
    ['EngineCore', '(EngineCore pid=1234) ', { process: 'EngineCore' }],
    ['a worker', '(Worker_TP0 pid=57) ', { process: 'Worker_TP0' }],
    ['a worker of 0.9', '(VllmWorker rank=0 pid=2120280) ', { process: 'VllmWorker' }],
    ['a worker of V0', '(VllmWorkerProcess pid=350) ', { process: 'VllmWorkerProcess' }],
    ['the supervisor', '(DPSupervisor pid=7) ', { process: 'DPSupervisor' }],
    ['Ray', '(RayWorkerWrapper pid=7, ip=10.0.0.7) ', { process: 'RayWorkerWrapper' }],
    ['Ray without a name', '(pid=7) ', {}],
    ['Ray around a worker', '(RayWorkerWrapper pid=7, ip=10.0.0.7) (Worker_TP0 pid=57) ', { process: 'Worker_TP0' }],
    ['colours', '\u001B[0;36m(APIServer pid=1)\u001B[0;0m ', { process: 'APIServer' }],
    ['a prefix of the user', '[prod-7] ', {}],
    ['a prefix of the user without a space', 'prod-7:', {}],
    [
      'CRI, colours, a process and a user',
      '2026-08-05T08:39:50Z stdout F \u001B[0;36m(EngineCore_DP0 pid=1)\u001B[0;0m x-7: ',
      { process: 'EngineCore_DP0', collectedAt: COLLECTED },
    ],
  ] as const)('%s', (_, before, expected) => {
    const inner = `${before === 'json' ? '' : before}${HEAD}${MESSAGE}`
    const raw =
      before === 'json'
        ? JSON.stringify({ log: `${inner}\n`, stream: 'stderr', time: '2026-08-05T08:39:50.123456789Z' })
        : inner
    const [line, ...others] = parse(raw)
    expect(others).toEqual([])
    expect(line).toMatchObject({ text: MESSAGE, level: 'INFO', file: 'loggers.py', hasHead: true })
    const { collectedAt, ...named } = { ...expected } as { collectedAt?: number }
    expect(line).toMatchObject(named)
    if (collectedAt === undefined) expect(line?.collectedAt).toBeUndefined()
    else expect(line?.collectedAt).toBeCloseTo(collectedAt, 5)
    expect(line?.writtenAt).toMatchObject({ month: 8, day: 5, hour: 8, minute: 39, second: 50 })
  })

  it.each([
    ['before 0.8', 'INFO 10-28 11:16:34 metrics.py:349] x', 'metrics.py'],
    ['since 0.8', 'INFO 07-28 06:42:09 [loggers.py:118] x', 'loggers.py'],
    ['as it is pasted', 'INFO 07-28 06:42:09 [async_llm.py:485[] x', 'async_llm.py'],
    ['with a path', 'WARNING 07-28 06:42:09 [v1/core/sched/scheduler.py:495] x', 'v1/core/sched/scheduler.py'],
    [
      'with an elided path',
      'ERROR 07-28 06:42:09 [entrypoints/.../chat_completion/serving.py:1267] x',
      'entrypoints/.../chat_completion/serving.py',
    ],
    [
      'coloured',
      '\u001B[32mINFO\u001B[0m \u001B[90m07-28 06:42:09\u001B[0m \u001B[90m[loggers.py:118]\u001B[0m x\r',
      'loggers.py',
    ],
  ])('reads the head %s', (_, raw, file) => {
    expect(parse(raw)).toMatchObject([{ text: 'x', file, hasHead: true }])
  })

  it.each([
    'x: ',
    "Received request x: prompt: '",
    'Received request x ',
    'Aborted request(s) ',
    'ValueError: ',
    '- vllm - INFO - ',
    '`',
    '“',
    '«',
    "{'message': ",
  ])('finds no head behind free text: %s', (before) => {
    for (const outer of ['', '2026-08-05 08:39:50,123 ', '(APIServer pid=1) ', '[pod/vllm-0/vllm] ']) {
      const [line] = parse(`${outer}${before}${HEAD}${MESSAGE}`)
      expect(line).toMatchObject({ text: `${before}${HEAD}${MESSAGE}` })
      expect(line?.hasHead).toBeUndefined()
    }
  })

  it.each([HEAD, `(EngineCore pid=1) ${HEAD}`, 'INFO:     ', '{"level":"ERROR","message":"'])(
    'takes nothing off inside the message of a record with a level: %s',
    (inner) => {
      const message = `${inner}${MESSAGE}`
      expect(parse(JSON.stringify({ level: 'WARNING', message }))).toEqual([
        { text: message, level: 'WARNING', hasHead: true },
      ])
    },
  )

  it('gives the further lines of a record no head, and the process of its first', () => {
    const MESSAGE_ = `(EngineCore pid=1) ERROR 08-05 08:39:50 [core.py:1] first\n${HEAD}second`
    expect(parse(JSON.stringify({ MESSAGE: MESSAGE_ }))).toMatchObject([
      { text: 'first', level: 'ERROR', process: 'EngineCore' },
      { text: `${HEAD}second`, process: 'EngineCore', continues: 'engine_error' },
    ])
  })

  it('reads uvicorn, which writes no time', () => {
    const [line] = parse('(APIServer pid=1) INFO:     Application startup complete.')
    expect(line).toMatchObject({ text: 'Application startup complete.', level: 'INFO', hasHead: true })
    expect(line?.writtenAt).toBeUndefined()
  })

  it.each([
    [
      'of Python',
      { asctime: '2026-08-05 08:39:50,123', levelname: 'ERROR', message: 'x' },
      { writtenAt: { year: 2026, month: 8, day: 5, hour: 8, minute: 39, second: 50.123 } },
    ],
    ['with an epoch', { ts: COLLECTED, level: 'error', msg: 'x' }, { collectedAt: COLLECTED }],
    ['with milliseconds', { timestamp: COLLECTED * 1000, level: 'error', message: 'x' }, { collectedAt: COLLECTED }],
    [
      'of journald',
      { __REALTIME_TIMESTAMP: String(COLLECTED * 1e6), MESSAGE: 'ERROR 08-05 08:39:50 [a.py:1] x' },
      { collectedAt: COLLECTED },
    ],
    ['of journald with bytes', { MESSAGE: [...Buffer.from('\u001B[31mERROR\u001B[0m 08-05 08:39:50 [a.py:1] x')] }, {}],
  ])('reads a JSON record %s', (_, record, expected) => {
    expect(parse(JSON.stringify(record))).toMatchObject([{ text: 'x', level: 'ERROR', hasHead: true, ...expected }])
  })

  it('takes the lines of one record apart, and heeds the head of the first alone', () => {
    const lines = parse(JSON.stringify({ level: 'ERROR', message: 'first\nTraceback:\n  ValueError: y' }))
    expect(lines.map(({ text, level }) => [text, level])).toEqual([
      ['first', 'ERROR'],
      ['Traceback:', undefined],
      ['  ValueError: y', undefined],
    ])
  })

  it('joins what a collector cut, by stream', () => {
    const lines = parse(
      '2026-08-05T08:39:50Z stdout P (APIServer pid=1) [rank0]: INFO 08-05 08:39:50 [logg',
      '2026-08-05T08:39:50Z stderr F other',
      '2026-08-05T08:39:51Z stdout P ers.py:1] one',
      '2026-08-05T08:39:52Z stdout F  two',
      '2026-08-05T08:39:53Z stdout F next',
    )
    expect(lines.map(({ text }) => text)).toEqual(['other', 'one two', 'next'])
  })

  it('joins what docker cut: such a record has no line end', () => {
    const record = (log: string) => JSON.stringify({ log, stream: 'stdout', time: '2026-08-05T08:39:50Z' })
    const lines = parse(record('INFO 08-05 08:39:50 [a.py:1] on'), record('e\n'), record('two\n'))
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two'])
  })

  it('leaves what is no layer', () => {
    for (const text of [
      '',
      'Traceback (most recent call last):',
      '{"no": "message"}',
      '{broken',
      '  File "a.py", line 1',
    ]) {
      expect(parse(text).map((line) => line.text)).toEqual([text])
    }
  })
})
