import { describe, expect, it } from 'vitest'
import type { Reading } from '../../../../src/domain/reading.ts'
import { minutes, seconds, unixSeconds } from '../../../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../../../src/domain/window.ts'
import { createEngineSource } from '../../../../src/evidence/sources/engine/create-source.ts'
import { createEngineHistory } from '../../../../src/evidence/sources/engine/history.ts'
import type { SourceAnswer } from '../../../../src/evidence/source.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import { serving } from '../../../../src/signals/serving.ts'
import { createManualClock, rest } from '../../../incidents/manual-clock.ts'
import { aPage } from './a-page.ts'
import { type FakeEngine, byPath, createFakeEngines, page, refused } from './fake-engines.ts'

const START = 1_700_000_000
const ALL = [...new Set([...SIGNALS, serving])]

function watched(answers: Readonly<Record<string, FakeEngine['answer']>>, isOpen = true) {
  const { clock, advance } = createManualClock(START)
  const engines = createFakeEngines(answers)
  const history = createEngineHistory()
  const kinds: string[] = []
  const source = createEngineSource(
    { engines: Object.keys(answers).map((url) => ({ url, instance: new URL(url).host })), interval: seconds(15) },
    {
      openPool: engines.openPool,
      clock,
      history,
      random: () => 0.5,
      tryConnect: () => Promise.resolve(isOpen),
      onFinding: (kind) => kinds.push(kind),
    },
  )
  const request = (length = minutes(5)) => {
    const window = windowEnding(unixSeconds(clock.now()), length)
    const deadline = new AbortController()
    clock.after(5, () => deadline.abort())
    return {
      scope: { cluster: 'prod' },
      window,
      baselines: baselinesOf(window, window.start),
      signals: ALL,
      deadline: deadline.signal,
    }
  }
  async function gather(length?: Parameters<typeof request>[0]): Promise<SourceAnswer> {
    const answer = source.gather(request(length))
    await advance(6)
    return answer
  }
  return { source, engines, history, clock, advance, gather, kinds }
}

function reading({ readings }: SourceAnswer, signal: string): Reading {
  return readings.find((one) => one.signal === signal) ?? { status: 'absent', signal, reason: 'not_configured' }
}

function rows(answer: SourceAnswer, signal: string): Readonly<Record<string, number | string>> {
  const found = reading(answer, signal)
  if (found.status === 'absent') return {}
  return Object.fromEntries(
    found.rows.map(({ key, now }) => [key.instance, now.status === 'present' ? now.value : now.reason]),
  )
}

const A = 'http://a:8000'
const B = 'http://b:8000'

/** Counts up by a request and 50 tokens a second from the clock's start. */
function counting(clockNow: () => number): () => ReturnType<typeof page> {
  return () => {
    const after = clockNow() - START
    return page(
      aPage({
        finished: 100 + after,
        generated: 5000 + after * 50,
        queueCount: 100 + after,
        queueSum: after / 2,
        start: START - 9999,
      }),
    )
  }
}

describe('createEngineSource', () => {
  it('reads of what it has scraped what a store would', async () => {
    let now = (): number => START
    const { source, advance, gather, clock } = watched({
      [A]: (path) => (path === '/metrics' ? counting(now)() : refused),
    })
    now = () => clock.now()
    source.start()
    await advance(100 * 60)
    const answer = await gather()
    expect(answer.report).toMatchObject({ source: 'engine', status: 'ok', queries: 0 })
    expect(rows(answer, 'up')).toEqual({ 'a:8000': 1 })
    expect(rows(answer, 'serving')).toEqual({ 'a:8000': 1 })
    expect(rows(answer, 'running')).toEqual({ 'a:8000': 3 })
    expect(reading(answer, 'generation')).toMatchObject({
      fleet: { status: 'present', value: expect.closeTo(50, 5) },
      baselines: { hour_before: { value: expect.closeTo(50, 5) } },
    })
    expect(reading(answer, 'queue_time')).toMatchObject({ fleet: { value: expect.closeTo(0.5, 5) } })
    expect(reading(answer, 'arrivals')).toMatchObject({ fleet: { value: expect.closeTo(300, 0) } })
    await source.close()
  })

  it('asks each engine on its own: one that never answers holds up no other', async () => {
    const { source, engines, advance, kinds } = watched({
      [A]: () => 'nothing',
      [B]: () => page(aPage()),
    })
    source.start()
    await advance(10)
    expect(kinds).toEqual(['serving'])
    expect(engines.of(A).asked).toEqual(['/metrics'])
    await advance(300)
    expect(engines.of(B).asked.length).toBeGreaterThanOrEqual(20)
    expect(kinds.filter((kind) => kind === 'hung').length).toBeGreaterThanOrEqual(15)
    await source.close()
    expect([engines.of(A).isClosed, engines.of(B).isClosed]).toEqual([true, true])
  })

  it('never looks twice at once at one engine', async () => {
    let open = 0
    let most = 0
    const { source, advance } = watched({
      [A]: (path) => {
        if (path === '/metrics') open++
        most = Math.max(most, open)
        if (path === '/v1/models') open--
        return path === '/metrics' ? 'nothing' : page('{}')
      },
    })
    source.start()
    await advance(600)
    expect(most).toBe(1)
    await source.close()
  })

  it.each([
    ['a process that is gone', () => refused, true, 'dead', 0, 'a:8000 refuses connections'],
    [
      'a host that is gone',
      () => 'nothing' as const,
      false,
      'unreachable',
      0,
      'cannot be reached (no connection in time)',
    ],
    ['a host without a route', () => ({ code: 'EHOSTUNREACH' }), true, 'unreachable', 0, 'EHOSTUNREACH'],
    ['a process that hangs', () => 'nothing' as const, true, 'hung', 0, 'accepts connections, but answers nothing'],
    [
      'metrics that fail while models are served',
      (path: string) => (path === '/metrics' ? { status: 500, text: 'no' } : page('')),
      true,
      'scrape_broken',
      1,
      'only its scrape is broken: /metrics answers 500',
    ],
    [
      "a proxy's page instead of metrics",
      (path: string) => (path === '/metrics' ? page('<html><body>log in</body></html>') : page('')),
      true,
      'scrape_broken',
      1,
      'only its scrape is broken: /metrics is a web page',
    ],
    [
      'models that ask for a key',
      byPath({ '/metrics': { status: 404, text: '' }, '/health': page(''), '/v1/models': { status: 401, text: '' } }),
      true,
      'scrape_broken',
      1,
      'only its scrape is broken: /metrics answers 404',
    ],
    [
      'an engine core that is dead behind its server',
      byPath({ '/metrics': { status: 500, text: '' }, '/health': { status: 503, text: '' }, '/v1/models': page('{}') }),
      true,
      'not_serving',
      0,
      'is alive, but does not serve: /health answers 503',
    ],
    [
      'models that never come',
      byPath({ '/metrics': { status: 500, text: '' }, '/health': page(''), '/v1/models': 'nothing' }),
      true,
      'not_serving',
      0,
      'does not serve: /v1/models: no answer in time',
    ],
    [
      'a server without vLLM series',
      (path: string) =>
        path === '/metrics' ? page('process_start_time_seconds 1000\nhttp_requests_total 5\n') : page(''),
      true,
      'no_vllm_series',
      1,
      'serves /metrics without any vLLM series: it runs with --disable-log-stats',
    ],
  ] as const)('tells %s', async (_, answer, isOpen, kind, answers, note) => {
    const { source, advance, gather, kinds } = watched({ [A]: answer }, isOpen)
    source.start()
    await advance(120)
    const read = await gather()
    expect(new Set(kinds)).toEqual(new Set([kind]))
    expect(rows(read, 'serving')).toEqual({ 'a:8000': answers })
    expect(rows(read, 'up')).toEqual({ 'a:8000': kind === 'no_vllm_series' ? 1 : 0 })
    expect(read.report.notes.join('\n')).toContain(note)
    await source.close()
  })

  const list = page('{"object":"list","data":[{"id":"qwen"}]}')
  const every = (said: ReturnType<typeof page>) => () => said
  const beside = (health: ReturnType<typeof page>, models: ReturnType<typeof page>) =>
    byPath({ '/metrics': { status: 503, text: '' }, '/health': health, '/v1/models': models })
  it.each([
    ["an ingress's default backend", every({ status: 404, text: 'default backend - 404' })],
    ['a login page it leads on to', every({ status: 302, text: '' })],
    ['a login page', every(page('<html><body>log in</body></html>'))],
    ['a refusal', every({ status: 403, text: '' })],
    ['an answer without a body', every({ status: 204, text: '' })],
    ['a limit of requests', every({ status: 429, text: '' })],
    ['a body without an end', every({ isTooLarge: true })],
    ['a health without an end', beside({ isTooLarge: true }, refused)],
    ['JSON of another kind', beside({ status: 404, text: '' }, page('{"detail":"hello"}'))],
    ['a word that is no list', beside({ status: 404, text: '' }, page('ok'))],
    ['an asked-for login at /health alone', beside({ status: 401, text: '' }, { status: 404, text: '' })],
    ['models refused and health not found', beside({ status: 404, text: '' }, refused)],
    ['models that never come and health not found', beside({ status: 404, text: '' }, 'nothing')],
  ] as const)('takes %s for no sign of life, and for none of death', async (_, answer) => {
    const { source, advance, gather, kinds } = watched({ [A]: answer })
    source.start()
    await advance(120)
    const read = await gather()
    expect(new Set(kinds)).toEqual(new Set(['unclear']))
    expect(rows(read, 'serving')).toEqual({})
    expect(reading(read, 'serving')).toMatchObject({ status: 'absent' })
    expect(rows(read, 'up')).toEqual({ 'a:8000': 0 })
    expect(read.report.notes.join('\n')).toContain('whether the engine lives is not known')
    await source.close()
  })

  it.each([
    ['its health', beside(page(''), { status: 404, text: '' })],
    ['its health in a word', beside(page('{"status":"ok"}'), { status: 404, text: '' })],
    ['its models', beside({ status: 404, text: '' }, list)],
    ['models for those with a key', beside({ status: 404, text: '' }, { status: 401, text: '' })],
    ['both', beside(page(''), list)],
  ] as const)('takes %s for a sign of life', async (_, answer) => {
    const { source, advance, gather, kinds } = watched({ [A]: answer })
    source.start()
    await advance(120)
    expect(new Set(kinds)).toEqual(new Set(['scrape_broken']))
    expect(rows(await gather(), 'serving')).toEqual({ 'a:8000': 1 })
    await source.close()
  })

  it('follows a redirect within /metrics alone', async () => {
    const { source, engines, advance, kinds } = watched({
      [A]: (path) => (path === '/metrics' ? { status: 307, text: '' } : page(aPage())),
    })
    source.start()
    await advance(20)
    expect(engines.of(A).asked.slice(0, 2)).toEqual(['/metrics', '/metrics/'])
    expect(kinds[0]).toBe('serving')
    await source.close()
  })

  it('says of a restart what a store would: counters go on, and a start is counted', async () => {
    let from = START
    const { source, advance, gather, clock } = watched({
      [A]: (path) => {
        if (path !== '/metrics') return refused
        const after = clock.now() - from
        return page(aPage({ generated: after * 50, start: from }))
      },
    })
    source.start()
    await advance(3600)
    from = clock.now()
    await advance(120)
    const answer = await gather()
    expect(rows(answer, 'restarts')).toEqual({ 'a:8000': 1 })
    expect(rows(answer, 'counter_resets')).toEqual({ 'a:8000': 1 })
    const generation = reading(answer, 'generation')
    // What it made between its last scrape and its end is lost.
    expect(generation.status === 'present' && generation.fleet).toMatchObject({ value: expect.closeTo(50, -1) })
    await source.close()
  })

  it('goes on by other names when another version comes up', async () => {
    let isNew = false
    const { source, advance, gather } = watched({
      [A]: () =>
        page(
          aPage({
            more: isNew ? 'vllm:kv_cache_usage_perc{engine="0"} 0.5' : 'vllm:gpu_cache_usage_perc{engine="0"} 0.9',
          }),
        ),
    })
    source.start()
    await advance(3600)
    isNew = true
    await advance(600)
    const read = await gather()
    expect(reading(read, 'kv_usage')).toMatchObject({ fleet: { value: 0.5 }, names: ['vllm:kv_cache_usage_perc'] })
    await source.close()
  })

  it('keeps what a page that was cut short still says, and takes nothing for gone', async () => {
    let isCut = false
    const { source, advance, gather, clock } = watched({
      [A]: () => {
        const whole = aPage({ generated: (clock.now() - START) * 50 })
        return page(isCut ? whole.slice(0, whole.indexOf('vllm:generation') + 40) : whole)
      },
    })
    source.start()
    await advance(3600)
    isCut = true
    await advance(20)
    const read = await gather()
    expect(rows(read, 'running')).toEqual({ 'a:8000': 3 })
    const generation = reading(read, 'generation')
    expect(generation).toMatchObject({ partial: true, fleet: { value: expect.closeTo(46, -1) } })
    expect(read.report).toMatchObject({ status: 'partial' })
    expect(read.report.notes.join()).toContain('a:8000 serves /metrics cut short')
    await source.close()
  })

  it('bounds what it holds of an engine that makes up series', async () => {
    let asked = 0
    const { source, history, advance, gather } = watched({
      [A]: () => {
        asked++
        const more = Array.from(
          { length: 3000 },
          (_, index) => `vllm:request_success_total{finished_reason="${asked}-${index}"} 1`,
        )
        return page(aPage({ more: more.join('\n') }))
      },
      [B]: () => page(aPage()),
    })
    source.start()
    await advance(600)
    expect(history.size().series).toBeLessThan(5_100)
    const read = await gather()
    expect(rows(read, 'running')).toEqual({ 'a:8000': 3, 'b:8000': 3 })
    expect(read.report.notes.join('\n')).toMatch(/a:8000 shows more series than are kept/)
    await source.close()
  })

  it('sends credentials to the engine alone and says none of them', async () => {
    const { clock, advance } = createManualClock(START)
    const engines = createFakeEngines({ [A]: () => ({ status: 401, text: 'Bearer s3cr3t' }) })
    const source = createEngineSource(
      { engines: [{ url: `${A}/metrics`, instance: 'a:8000', bearerToken: 's3cr3t' }], interval: seconds(15) },
      { openPool: engines.openPool, clock, tryConnect: () => Promise.resolve(true) },
    )
    source.start()
    await advance(60)
    const window = windowEnding(unixSeconds(clock.now()), minutes(5))
    const answer = await source.gather({
      scope: { cluster: 'a' },
      window,
      baselines: [],
      signals: ALL,
      deadline: new AbortController().signal,
    })
    expect(engines.of(A).headers.every(({ authorization }) => authorization === 'Bearer s3cr3t')).toBe(true)
    expect(new Set(engines.of(A).asked)).toEqual(new Set(['/metrics', '/health', '/v1/models']))
    expect(JSON.stringify(answer)).not.toContain('s3cr3t')
    await source.close()
  })
})

describe('an engine source that has just begun', () => {
  it('looks twice at once for the one triage of a terminal, and says how little it has seen', async () => {
    let now = (): number => START
    const { engines, gather, clock } = watched({ [A]: () => counting(now)() })
    now = () => clock.now()
    const answer = await gather()
    expect(engines.of(A).asked).toEqual(['/metrics', '/metrics'])
    expect(rows(answer, 'running')).toEqual({ 'a:8000': 3 })
    expect(reading(answer, 'generation')).toMatchObject({ fleet: { value: expect.closeTo(50, 5) }, baselines: {} })
    expect(reading(answer, 'arrivals')).toMatchObject({ status: 'absent', reason: 'no_samples' })
    expect(reading(answer, 'generation_recent')).toMatchObject({ status: 'absent', reason: 'no_samples' })
    expect(answer.report.notes.join('\n')).toMatch(/3 s of the window's 5 min are read/)
    expect(answer.report.notes.join('\n')).toMatch(/no baseline; the history begins at/)
  })

  it('waits for no engine beyond the deadline, and has of the others what there is', async () => {
    const { source, clock, advance } = watched({ [A]: () => 'nothing', [B]: () => page(aPage()) })
    const deadline = new AbortController()
    const window = windowEnding(unixSeconds(clock.now()), minutes(5))
    let answer: SourceAnswer | undefined
    const asked = source.gather({
      scope: { cluster: 'a' },
      window,
      baselines: [],
      signals: ALL,
      deadline: deadline.signal,
    })
    void asked.then((read) => {
      answer = read
    })
    await advance(1)
    expect(answer).toBeUndefined()
    deadline.abort()
    await rest()
    expect(rows(await asked, 'running')).toEqual({ 'b:8000': 3 })
    expect(reading(await asked, 'generation')).toMatchObject({ status: 'absent', reason: 'no_samples' })
    await source.close()
  })

  it('says of a time before it began that it has not watched', async () => {
    const { source, advance, clock } = watched({ [A]: () => page(aPage()) })
    source.start()
    await advance(60)
    const window = windowEnding(unixSeconds(clock.now() - 3600), minutes(5))
    const answer = await source.gather({
      scope: { cluster: 'a' },
      window,
      baselines: [],
      signals: ALL,
      deadline: new AbortController().signal,
    })
    expect(answer.report).toMatchObject({ status: 'failed', notes: ['engines were not watched yet at that time'] })
    expect(answer.readings.every(({ status }) => status === 'absent')).toBe(true)
    expect(answer.readings).toHaveLength(ALL.length)
    await source.close()
  })
})
