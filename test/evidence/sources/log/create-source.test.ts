import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readingOf } from '../../../../src/domain/evidence.ts'
import type { Reading } from '../../../../src/domain/reading.ts'
import { valueOf } from '../../../../src/domain/reading.ts'
import { inEnglish } from '../../../../src/domain/text.ts'
import { minutes, unixSeconds } from '../../../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../../../src/domain/window.ts'
import { gather as gatherAll } from '../../../../src/evidence/gather.ts'
import type { EvidenceSource } from '../../../../src/evidence/source.ts'
import type { LogFiles } from '../../../../src/evidence/sources/log/config.ts'
import { createLogSource } from '../../../../src/evidence/sources/log/create-source.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import { decide } from '../../../../src/triage/decide.ts'
import { AT_WORK, anEvidence, onEach } from '../../../support/evidence.ts'

const END = unixSeconds(Date.UTC(2026, 7, 5, 12, 0, 0) / 1000)

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'logs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a log whose last change was at the end of the window. */
function file(name: string, lines: readonly string[], writtenAt: number = END): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  utimesSync(path, writtenAt, writtenAt)
  return path
}

async function gather(files: readonly LogFiles[], deadline: AbortSignal = AbortSignal.timeout(5000)) {
  const window = windowEnding(END, minutes(5))
  const request = {
    scope: { cluster: 'prod', modelName: 'qwen' },
    window,
    baselines: baselinesOf(window, window.start),
    signals: SIGNALS,
    deadline,
  }
  const { readings, report } = await createLogSource(files, 'UTC').gather(request)
  return { of: (id: string): Reading | undefined => readings.find(({ signal }) => signal === id), readings, report }
}

/** The rows of a reading as instance (with its engine) and value. */
function rowsOf(reading: Reading | undefined): Record<string, number | undefined> {
  const rows = reading?.status === 'present' ? reading.rows : []
  return Object.fromEntries(
    rows.map(({ key, now }) => [
      key.engine === undefined ? key.instance : `${key.instance}/${key.engine}`,
      valueOf(now),
    ]),
  )
}

function clock(secondsBefore: number): string {
  return new Date((END - secondsBefore) * 1000).toISOString().slice(5, 19).replace('T', ' ')
}

const stats = (before: number, running: number, engine = '000') =>
  `(APIServer pid=1) INFO ${clock(before)} [loggers.py:118] Engine ${engine}: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: ${running * 10}.0 tokens/s, Running: ${running} reqs, Waiting: ${running * 2} reqs, GPU KV cache usage: ${running}.0%, Prefix cache hit rate: 0.0%`
const core = (before: number, text: string) => `(EngineCore_DP0 pid=7) ERROR ${clock(before)} [core.py:700] ${text}`
const FATAL = 'EngineCore encountered a fatal error.'
const OOM = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.'
const SERVING = '(APIServer pid=1) INFO:     Application startup complete.'
/** An hour of lines, so that the log covers what is looked at. */
const HOUR = Array.from({ length: 360 }, (_, index) => stats(3600 - index * 10, 4))

describe('the stats of a log', () => {
  it('are rows of its instance and engines, percent as a fraction', async () => {
    const path = file('vllm.log', [stats(400, 90), stats(30, 4), stats(29, 2, '001'), stats(20, 6)])
    const { of, report } = await gather([{ path, instance: '10.0.0.7:8000' }])
    expect(rowsOf(of('log_running'))).toEqual({ '10.0.0.7:8000/0': 6, '10.0.0.7:8000/1': 2 })
    expect(rowsOf(of('log_waiting'))).toEqual({ '10.0.0.7:8000/0': 12, '10.0.0.7:8000/1': 4 })
    expect(rowsOf(of('log_kv_usage'))).toEqual({ '10.0.0.7:8000/0': 0.06, '10.0.0.7:8000/1': 0.02 })
    expect(rowsOf(of('log_generation'))).toEqual({ '10.0.0.7:8000/0': 50, '10.0.0.7:8000/1': 20 })
    expect(of('log_running')).toMatchObject({ source: 'log', fleet: { value: 8 } })
    expect(report).toMatchObject({ source: 'log', status: 'ok', queries: 0 })
    expect(report.isWider).toBeUndefined()
    expect(report.notes).toContain("times are those of vLLM's logger, taken to be in UTC")
  })

  it('of all engines together are no single engine’s, which is said', async () => {
    const { of, report } = await gather([
      { path: file('vllm.log', [stats(30, 4).replace('Engine 000', '4 Engines Aggregated')]), instance: 'a' },
    ])
    expect(rowsOf(of('log_running'))).toEqual({ 'a/all': 4 })
    expect(report.notes).toContain('a: its stats line is the mean of 4 engines, in which a hot one hides')
  })

  it('leaves alone what is not a log’s', async () => {
    const { of } = await gather([{ path: file('vllm.log', [stats(30, 4)]), instance: 'a' }])
    expect(of('up')).toEqual({ status: 'absent', signal: 'up', reason: 'not_configured' })
  })

  it('tells how long it is silent, but not of one that had nothing to do', async () => {
    const busy = file('busy.log', [stats(240, 4)])
    const idle = file('idle.log', [stats(250, 4), stats(240, 0)])
    const v0 = file('v0.log', [
      `INFO ${clock(240)} metrics.py:349] Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 1.0 tokens/s, Running: 2 reqs, Swapped: 0 reqs, Pending: 0 reqs, GPU KV cache usage: 1.0%, CPU KV cache usage: 0.0%.`,
    ])
    const again = file('again.log', [stats(240, 4), SERVING, `INFO ${clock(100)} [a.py:1] x`, SERVING])
    const { of } = await gather([
      { path: busy, instance: 'busy' },
      { path: idle, instance: 'idle' },
      { path: v0, instance: 'v0' },
      { path: again, instance: 'again' },
    ])
    expect(rowsOf(of('log_stats_age'))).toEqual({ 'busy/0': 240 })
  })
})

it('tells of no phase of a start where it has been silent for minutes', async () => {
  const loads = (before: number) => `INFO ${clock(before)} [x.py:1] Starting to load model org/model...`
  const { of } = await gather([
    { path: file('goes-on.log', [loads(900), `INFO ${clock(60)} [x.py:1] still there`]), instance: 'goes-on' },
    { path: file('ended.log', [loads(900), `INFO ${clock(600)} [x.py:1] last words`]), instance: 'ended' },
  ])
  expect(rowsOf(of('log_loading'))).toEqual({ 'goes-on': 900 })
})

it('tells what an engine was started with, however long ago, and that it was not where its start is there', async () => {
  const begins = `(APIServer pid=1) INFO ${clock(7200)} [api_server.py:1] vLLM API server version 0.11.0`
  const eager = `(APIServer pid=1) WARNING ${clock(7190)} [vllm.py:848] Enforce eager set, disabling torch.compile and CUDAGraphs.`
  const { of } = await gather([
    { path: file('eager.log', [begins, eager, stats(30, 1)]), instance: 'eager' },
    { path: file('plain.log', [begins, stats(30, 1)]), instance: 'plain' },
    { path: file('no-start.log', [stats(60, 1), stats(30, 1)]), instance: 'no-start' },
  ])
  expect(rowsOf(of('log_eager_mode'))).toEqual({ eager: 1, plain: 0 })
  expect(rowsOf(of('log_slow_kernel'))).toEqual({ eager: 0, plain: 0 })
})

it('counts requests that were aborted within half an hour', async () => {
  const aborted = (before: number) => `INFO ${clock(before)} [async_llm.py:1] Request chatcmpl-1 aborted.`
  const { of } = await gather([
    { path: file('vllm.log', [...HOUR.slice(0, 100), aborted(2500), ...HOUR.slice(120), aborted(60)]), instance: 'a' },
  ])
  expect(rowsOf(of('log_aborted'))).toEqual({ a: 1 })
})

describe('the failures of a log', () => {
  it('are counted by kind, and none is zero only where the half hour is covered', async () => {
    const whole = file('whole.log', [...HOUR, core(90, OOM), core(90, FATAL)])
    const short = file('short.log', [stats(120, 4), core(90, FATAL)])
    const { of, report } = await gather([
      { path: whole, instance: 'whole' },
      { path: short, instance: 'short' },
    ])
    expect(rowsOf(of('log_engine_dead'))).toEqual({ whole: 1, short: 1 })
    expect(rowsOf(of('log_cuda_oom'))).toEqual({ whole: 1 })
    expect(rowsOf(of('log_worker_hang'))).toEqual({ whole: 0 })
    expect(report.notes).toContain('whole at 11:58:30 UTC: CUDA out of memory; EngineCore encountered a fatal error')
  })

  it('that are over are those that make it start again, and no others', async () => {
    const lines = [...HOUR, core(900, OOM), core(900, FATAL), stats(800, 0), SERVING, stats(30, 1)]
    const { of } = await gather([{ path: file('vllm.log', lines), instance: 'a' }])
    expect(rowsOf(of('log_engine_dead'))).toEqual({ a: 0 })
    expect(rowsOf(of('log_cuda_oom'))).toEqual({ a: 1 })
  })

  it('that are older than half an hour are not counted', async () => {
    const lines = [...HOUR.slice(0, 100), core(2500, OOM), ...HOUR.slice(120)]
    const { of } = await gather([{ path: file('vllm.log', lines), instance: 'a' }])
    expect(rowsOf(of('log_cuda_oom'))).toEqual({ a: 0 })
  })

  it('that come again and again are counted each', async () => {
    const lines = [...HOUR.slice(0, 180), ...[1500, 1200, 900, 600].map((before) => core(before, OOM))]
    const { of } = await gather([{ path: file('vllm.log', lines), instance: 'a' }])
    expect(rowsOf(of('log_cuda_oom'))).toEqual({ a: 4 })
  })
})

describe('the files of a log', () => {
  it('are read at their end alone', async () => {
    const noise = `(APIServer pid=1) INFO 08-01 00:00:00 [a.py:1] ${'x'.repeat(1000)}`
    const path = file('vllm.log', [...Array.from({ length: 60_000 }, () => noise), ...HOUR, core(90, FATAL)])
    const began = performance.now()
    const { of } = await gather([{ path, instance: 'a' }])
    expect(performance.now() - began).toBeLessThan(1500)
    expect(rowsOf(of('log_engine_dead'))).toEqual({ a: 1 })
  })

  it('are cut where an hour is longer than may be read, which is said', async () => {
    const noise = `(APIServer pid=1) INFO ${clock(3000)} [a.py:1] ${'x'.repeat(1000)}`
    const path = file('vllm.log', [core(3100, FATAL), ...Array.from({ length: 40_000 }, () => noise), stats(20, 4)])
    const { of, report } = await gather([{ path, instance: 'a' }])
    expect(rowsOf(of('log_running'))).toEqual({ 'a/0': 4 })
    expect(report.notes.join('\n')).toContain('is too long: only its end was read')
  })

  it('are joined with what was rotated away', async () => {
    const path = file('vllm.log', [stats(30, 4)])
    file('vllm.log.1', [...HOUR.slice(0, 350), core(90, FATAL)], END - 60)
    file('vllm.log.2', [core(80, OOM)], END - 120)
    const { of } = await gather([{ path, instance: 'a' }])
    expect(rowsOf(of('log_running'))).toEqual({ 'a/0': 4 })
    expect(rowsOf(of('log_engine_dead'))).toEqual({ a: 1 })
    expect(rowsOf(of('log_cuda_oom'))).toEqual({ a: 0 })
  })

  it('are found by a pattern and told apart by pod, by file, or by the collector', async () => {
    file('pods/ns_vllm-0_1b2c/vllm/0.log', [stats(40, 1)], END - 30)
    file('pods/ns_vllm-0_1b2c/vllm/1.log', [stats(20, 2)])
    file('pods/ns_vllm-1_1b2c/vllm/0.log', [stats(20, 3)])
    file('all.log', [`[pod/vllm-2/vllm] ${stats(20, 4)}`, `[pod/vllm-3/vllm] ${stats(20, 5)}`])
    const alone = file('alone.log', [stats(20, 6)])
    const { of } = await gather([
      { path: join(folder, 'pods/*/vllm/?.log') },
      { path: join(folder, 'all.log') },
      { path: alone },
    ])
    expect(rowsOf(of('log_running'))).toEqual({
      'vllm-0/0': 2,
      'vllm-1/0': 3,
      'vllm-2/0': 4,
      'vllm-3/0': 5,
      [`${alone}/0`]: 6,
    })
  })

  it('are no pipes, devices or folders, and one that cannot be read takes nothing from the others', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const good = file('good.log', [stats(30, 4)])
    const { of, report } = await gather([
      ...['/dev/zero', pipe, folder, join(folder, 'gone.log'), join(folder, 'none-*.log')].map((path) => ({ path })),
      { path: good, instance: 'a' },
    ])
    expect(rowsOf(of('log_running'))).toEqual({ 'a/0': 4 })
    expect(report.status).toBe('partial')
    expect(report.notes.slice(0, 5).toSorted()).toEqual(
      [
        `/dev/zero is not read: it is a pipe or a device, no file`,
        `${pipe} is not read: it is a pipe or a device, no file`,
        `${folder} is not read: it is a folder`,
        `${join(folder, 'gone.log')} cannot be read (ENOENT)`,
        `${join(folder, 'none-*.log')} means no file that can be seen`,
      ].toSorted(),
    )
  })

  it('leave everything absent where none can be read', async () => {
    const { readings, report } = await gather([{ path: join(folder, 'gone.log') }])
    expect(readings.filter(({ status }) => status === 'present')).toEqual([])
    expect(report.status).toBe('failed')
  })

  it('are absent as late when the deadline has struck', async () => {
    const { of, report } = await gather([{ path: file('a.log', [stats(30, 4)]) }], AbortSignal.abort())
    expect(of('log_running')).toMatchObject({ status: 'absent', reason: 'timeout' })
    expect(report.notes[0]).toBe('not all logs were read before the deadline')
  })

  it('may be empty, of bytes that are no text, or one line without an end', async () => {
    writeFileSync(join(folder, 'bytes.log'), Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256)))
    writeFileSync(join(folder, 'empty.log'), '')
    writeFileSync(join(folder, 'line.log'), 'x'.repeat(3_000_000))
    const { readings } = await gather([{ path: join(folder, '*.log') }])
    expect(readings.filter(({ status }) => status === 'present')).toEqual([])
  })
})

describe('the times of a log', () => {
  it('are read in the zone that is stated', async () => {
    const shifted = stats(-7200 + 30, 4)
    const { of } = await gather([{ path: file('a.log', [shifted]), instance: 'a', timezone: 'Europe/Berlin' }])
    expect(rowsOf(of('log_running'))).toEqual({ 'a/0': 4 })
  })

  it('are doubted where the file was written at another time', async () => {
    const { report } = await gather([{ path: file('a.log', [stats(7200, 4)]), instance: 'a' }])
    expect(report.notes).toContain(
      "a: its log's last line says 2026-08-05T10:00:00Z in UTC, but was written at 2026-08-05T12:00:00Z: state its `timezone`",
    )
  })

  it('are the collector’s where it tells them, whatever the zone', async () => {
    const line = `${new Date((END - 30) * 1000).toISOString()} ${stats(7200, 4)}`
    const { of, report } = await gather([{ path: file('a.log', [line]), instance: 'a', timezone: 'Asia/Tokyo' }])
    expect(rowsOf(of('log_running'))).toEqual({ 'a/0': 4 })
    expect(report.notes).toEqual([])
  })

  it('need a zone that exists', () => {
    expect(() => createLogSource([{ path: 'a', timezone: 'Mars/Olympus' }], 'UTC')).toThrow(
      'logs: Mars/Olympus is no time zone; write one such as Europe/Berlin or UTC',
    )
  })
})

it('never tells what a client wrote', async () => {
  const lines = [
    ...HOUR,
    `(APIServer pid=1) INFO ${clock(60)} [logger.py:41] Received request chatcmpl-xyzzy: prompt: 'xyzzy', params: SamplingParams(n=1)`,
    `(APIServer pid=1) INFO ${clock(60)} [logger.py:41] Generated response chatcmpl-xyzzy: output: 'xyzzy'`,
    core(50, 'ValueError: xyzzy'),
    core(50, `${FATAL} xyzzy`),
  ]
  const answer = await gather([{ path: file('vllm.log', lines), instance: 'a' }])
  expect(JSON.stringify([answer.readings, answer.report])).not.toContain('xyzzy')
  expect(answer.report.notes).toContain(
    'a at 11:59:10 UTC: ValueError in EngineCore_DP0; EngineCore encountered a fatal error',
  )
})

it('makes firm what a failed scrape alone is not', async () => {
  const path = file('d.log', [...HOUR.slice(0, 350), core(90, OOM), core(90, FATAL)])
  const silent = anEvidence({ ...AT_WORK, up: { now: 3, before: 4, rows: { ...onEach(1), d: 0 } } })
  const metrics: EvidenceSource = {
    name: 'prometheus',
    gather: ({ signals }) =>
      Promise.resolve({
        readings: signals.map(({ id }) => readingOf(silent, id)),
        report: { source: 'prometheus', status: 'ok', queries: 1, notes: [] },
      }),
  }
  const window = windowEnding(END, minutes(5))
  const headlineWith = async (sources: readonly EvidenceSource[]) => {
    const baselines = baselinesOf(window, window.start)
    const options = { signals: SIGNALS, scope: { cluster: 'prod' }, window, baselines, expectations: {}, alerts: ['x'] }
    return decide(await gatherAll({ ...options, sources, takenAt: END }), inEnglish).headline
  }
  const [without, withLog] = await Promise.all([
    headlineWith([metrics]),
    headlineWith([metrics, createLogSource([{ path }], 'UTC')]),
  ])
  expect([without.cause, without.certainty]).toEqual(['instance.down', 'tentative'])
  expect([withLog.cause, withLog.certainty]).toEqual(['engine.crash.oom_gpu', 'firm'])
  expect(withLog.because).toContain("d's log says: CUDA out of memory; EngineCore encountered a fatal error")
})
