import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CORPUS, describeWithCorpus } from '../support/needs.ts'
import { conform } from './conform.ts'
import { explainLine } from './explain-line.ts'
import { generationOf } from './generation.ts'
import { printConformance } from './print.ts'

describeWithCorpus('metrics', 'the recorded pages', () => {
  it('are understood line by line, told apart, and read as whyslow reads a fleet', async () => {
    const { dumps, pairs, accessLogs, problems } = await conform(CORPUS)
    expect(problems).toEqual([])
    expect(accessLogs.length).toBeGreaterThan(30)
    expect(dumps.filter(({ folder, isWhole }) => folder === 'metrics' && isWhole).length).toBeGreaterThan(20)
    expect(pairs.length).toBeGreaterThan(3)
    for (const { values } of pairs) expect(values).toMatchObject({ completions: expect.any(Number) })
  })
})

let folder = ''

/** A corpus of these pages. */
function corpus(pages: Readonly<Record<string, string>>): string {
  folder = mkdtempSync(join(tmpdir(), 'whyslow-conformance-'))
  for (const [path, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('conform', () => {
  it.each([
    ['a line it cannot explain', { 'metrics/a.prom': 'vllm:num_requests_running one\n' }, 'a.prom:1: the value is no'],
    ['a name without a value', { 'metrics/a.prom': 'vllm:num_requests_running\n' }, 'a.prom:1: no value'],
    [
      'a page of another engine',
      { 'metrics/a.prom': 'sglang:num_queue_reqs 1\n' },
      'metrics/a.prom: not taken for vLLM',
    ],
    ['vLLM among the others', { 'metrics-other/a.prom': 'vllm:num_requests_running 1\n' }, 'a.prom: taken for vLLM'],
    ['an unknown engine', { 'metrics-other/a.prom': 'x_requests 1\n' }, 'whose page it is is not told'],
    ['markup', { 'exporters/a.prom': '<html>\n' }, 'exporters/a.prom: html'],
    [
      'the wrong engine',
      { 'metrics/a.prom': 'vllm:num_requests_swapped 1\n', 'metrics/index.tsv': 'file\t\t\na.prom\t?\tV1\n' },
      'taken for V0, it is V1',
    ],
    ['a name that is none of vLLM’s', { 'metrics/a.prom': names(40, 'vllm:unheard_of_') }, 'the engine is not told'],
    [
      'a signal that is gone',
      { 'metrics/a.prom': `${names(40, 'vllm:x_')}vllm:kv_cache_usage_perc 1\n` },
      'running is absent: vllm:num_requests_running',
    ],
    ['an access log that nobody described', { 'access-logs/new.log': 'x\n' }, 'new.log: no expectation'],
    ['an access log in another format', { 'access-logs/uvicorn-ipv6.log': 'x\n' }, 'formats [], not ["uvicorn"]'],
    ['requests that are not read', { 'access-logs/uvicorn-ipv6.log': uvicorn(18) }, '18 of 19 requests’ lines read'],
    ['a line that is not read', { 'access-logs/uvicorn-ipv6.log': `\n\n\n\n\n${uvicorn(19)}` }, 'line 5 is not read'],
    ['another client', { 'access-logs/uvicorn-ipv6.log': uvicorn(19) }, 'line 5: client "10.1.0.7", not "::1"'],
    ['nothing', {}, 'no pages below'],
  ])('finds fault with %s', async (_, pages, problem) => {
    const result = await conform(corpus(pages))
    expect(result.problems.join('\n')).toContain(problem)
    expect(printConformance(result)).toContain(`PROBLEM ${result.problems[0]}`)
  })

  it('works out a pair by hand, and finds a gauge below zero', async () => {
    const pages = (tokens: number, waiting: number): string =>
      `vllm:generation_tokens_total{engine="0"} ${tokens}\nvllm:num_requests_waiting ${waiting}\n`
    const result = await conform(corpus({ 'metrics/a-pre.prom': pages(0, 1), 'metrics/a-post.prom': pages(6000, 2) }))
    expect(result.pairs[0]?.values).toMatchObject({ generation: 10, waiting: 2, ttft_mean: 'not_exposed' })
    const odd = await conform(corpus({ 'metrics/a-pre.prom': pages(0, 1), 'metrics/a-post.prom': pages(6000, -2) }))
    expect(odd.problems).not.toEqual([])
  })
})

describe('explainLine', () => {
  it.each([
    ['up{a="b",...} 1', 'a label without a name', true, 'a document’s "..." for labels left out'],
    ['up{a="b",,} 1', 'a label without a name', true, undefined],
    ['up{a="b"}', 'no value', true, undefined],
    ['up{a="b"}', 'no value', false, 'a document’s labels without a value'],
    ['DCGM_FI_DEV_SM_CLOCK', 'no value', false, 'a document’s list of names'],
    ['up one', 'the value is no number', false, undefined],
  ] as const)('explains %s (%s, served: %s) by %s', (text, reason, isServed, why) => {
    expect(explainLine({ text, reason, isServed })).toBe(why)
  })
})

describe('generationOf', () => {
  it.each([
    [['vllm:num_requests_swapped'], 'V0'],
    [['ray_vllm:gpu_prefix_cache_hit_rate', 'ray_vllm:num_requests_running'], 'V0'],
    [['vllm_prefix_cache_queries_total'], 'V1'],
    [['ray_vllm_kv_cache_usage_perc'], 'V1'],
    [['vllm:num_requests_running'], undefined],
    [['vllm:num_requests_swapped', 'vllm:kv_cache_usage_perc'], undefined],
  ])('takes %j for %s', (exposed, generation) => {
    expect(generationOf(new Set(exposed))).toBe(generation)
  })
})

function names(count: number, prefix: string): string {
  return Array.from({ length: count }, (_, index) => `${prefix}${index} 1\n`).join('')
}

function uvicorn(count: number): string {
  return 'INFO:     10.1.0.7:51000 - "POST /v1/chat/completions HTTP/1.1" 200 OK\n'.repeat(count)
}
