import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFleet } from '../../../../src/sandbox/fleet/create-fleet.ts'
import type { DialectName } from '../../../../src/sandbox/fleet/dialects/dialect.ts'
import { classicText } from '../../../../src/sandbox/fleet/exposition/classic-text.ts'
import { targetsOf } from '../../../../src/sandbox/fleet/target.ts'
import { CORPUS, describeWithCorpus } from '../../../support/needs.ts'
import { everyday } from '../small-fleet.ts'

interface Expectation {
  readonly dialect: DialectName
  /** Dumps of that release, or the two that it lies between. */
  readonly dumps: readonly string[]
  readonly has: readonly string[]
  readonly hasNot: readonly string[]
}

const HTTP = 'real-qwen3-4b-fp8-ngc-feb2026.prom'
const EXPECTATIONS: readonly Expectation[] = [
  {
    dialect: 'v0-0.4',
    dumps: ['gen-v0-0.4.2.prom'],
    has: ['vllm:num_requests_swapped', 'vllm:request_params_best_of', 'process_start_time_seconds'],
    hasNot: ['vllm:request_queue_time_seconds', 'vllm:num_preemptions_total', 'vllm:iteration_tokens_total'],
  },
  {
    dialect: 'v0-0.6',
    dumps: ['gen-v0-0.6.6-lora-multiproc.prom'],
    has: ['vllm:num_requests_swapped', 'vllm:gpu_cache_usage_perc', 'vllm:time_in_queue_requests'],
    hasNot: ['vllm:kv_cache_usage_perc', 'process_start_time_seconds', 'http_requests_total'],
  },
  {
    dialect: 'v1-0.7',
    dumps: ['gen-v1-0.7.3-noengine.prom'],
    has: ['vllm:gpu_prefix_cache_queries_total', 'vllm:request_queue_time_seconds', 'process_start_time_seconds'],
    hasNot: ['vllm:num_preemptions_total', 'vllm:request_params_n', 'http_requests_total'],
  },
  {
    dialect: 'v1-0.8',
    dumps: ['gen-v1-0.7.3-noengine.prom', 'gen-v1-0.9.2-bothnames.prom', HTTP],
    has: ['vllm:gpu_cache_usage_perc', 'vllm:gpu_prefix_cache_queries_total', 'vllm:time_per_output_token_seconds'],
    hasNot: ['vllm:kv_cache_usage_perc', 'vllm:prefix_cache_queries_total', 'vllm:inter_token_latency_seconds'],
  },
  {
    dialect: 'v1-0.10',
    dumps: ['gen-v1-0.10.0-dp4-bothnames.prom', HTTP],
    has: ['vllm:gpu_cache_usage_perc', 'vllm:kv_cache_usage_perc', 'vllm:prefix_cache_hits_total'],
    hasNot: ['vllm:inter_token_latency_seconds', 'vllm:request_prefill_kv_computed_tokens'],
  },
  {
    dialect: 'v1-0.19',
    // The generated dump of 0.19 made no child of prompt_tokens_by_source; the real one has them.
    dumps: ['gen-v1-0.19-spec.prom', HTTP, 'real-0.25.1-loaded.prom'],
    has: ['vllm:kv_cache_usage_perc', 'vllm:inter_token_latency_seconds', 'vllm:prompt_tokens_by_source_total'],
    hasNot: ['vllm:gpu_cache_usage_perc', 'vllm:time_per_output_token_seconds', 'vllm:num_requests_waiting_by_reason'],
  },
  {
    dialect: 'v1-0.25',
    dumps: ['real-0.25.1-loaded.prom'],
    has: ['vllm:num_requests_waiting_by_reason', 'vllm:estimated_flops_per_gpu_total', 'vllm:prefix_cache_hits_total'],
    hasNot: ['vllm:prompt_tokens_recomputed_total', 'vllm:time_per_output_token_seconds', 'vllm:gpu_cache_usage_perc'],
  },
]

describeWithCorpus('metrics', 'the names of a dialect', () => {
  it.each(EXPECTATIONS)('$dialect shows only families that its release has', ({ dialect, dumps, has, hasNot }) => {
    const mine = families(pageOf(dialect))
    const theirs = new Map(dumps.flatMap((dump) => [...families(dumpText(dump))]))
    for (const [name, type] of mine) expect(theirs.get(name), `in ${name}`).toBe(type)
    for (const name of has) expect(mine.has(name), `in ${name}`).toBe(true)
    for (const name of hasNot) expect(mine.has(name), `in ${name}`).toBe(false)
  })

  it.each(EXPECTATIONS)('$dialect leaves out no latency, length or token family', ({ dialect, dumps }) => {
    const mine = families(pageOf(dialect))
    const theirs = [...families(dumpText(dumps[0] ?? '')).keys()]
    const wanted = theirs.filter((name) => /^vllm:(?!spec_|lora_|model_|avg_|tokens_total)/.test(name))
    expect(wanted.filter((name) => !mine.has(name))).toEqual([])
  })

  it.each(EXPECTATIONS)('$dialect has the labels and bucket edges of its release', ({ dialect, dumps }) => {
    const mine = shapes(pageOf(dialect))
    const theirs = new Map(dumps.toReversed().flatMap((dump) => [...shapes(dumpText(dump))]))
    for (const [name, shape] of mine) {
      if (isModelDependent(name)) continue
      const expected = theirs.get(name)
      if (expected === undefined) continue
      const labels = dialect === 'v1-0.8' ? [...new Set([...expected.labels, 'engine'])].toSorted() : expected.labels
      if (name.startsWith('vllm:')) expect(shape.labels, `in ${name}`).toEqual(labels)
      if (isOldEdge(dialect, name)) continue
      expect(shape.edges, `in ${name}`).toEqual(expected.edges)
    }
  })

  // The generated dump of 0.4.2 was made without a configuration, so that its labels are none.
  it.each(EXPECTATIONS.filter(({ dialect }) => dialect !== 'v0-0.4'))(
    '$dialect says of its cache what its release says',
    ({ dialect, dumps }) => {
      const mine = configLabels(pageOf(dialect))
      const theirs = dumps.flatMap((dump) => configLabels(dumpText(dump)))
      expect(mine.filter((label) => !theirs.includes(label))).toEqual([])
      expect(mine).toEqual(expect.arrayContaining(['block_size', 'enable_prefix_caching', 'num_gpu_blocks']))
      expect(mine.includes('kv_cache_size_tokens')).toBe(dialect === 'v1-0.25')
    },
  )

  it('declares each family with the help text of its release', () => {
    for (const { dialect, dumps } of EXPECTATIONS) {
      const theirs = new Map(dumps.toReversed().flatMap((dump) => [...helps(dumpText(dump))]))
      for (const [name, help] of helps(pageOf(dialect))) expect(help, `${dialect} ${name}`).toBe(theirs.get(name))
    }
  })
})

/** 0.7.3, the only V1 dump before 0.9, has the narrow edges; 0.8.5 already has the wide ones. */
function isOldEdge(dialect: DialectName, name: string): boolean {
  return dialect === 'v1-0.8' && name.endsWith('_bucket')
}

/** cache_config_info differs with every option, and token lengths run up to the model's own limit. */
function isModelDependent(name: string): boolean {
  return /cache_config_info|_tokens_bucket|python_info/.test(name)
}

function pageOf(dialect: DialectName): string {
  const spec = everyday(dialect)
  const fleet = createFleet(spec, { start: 1_796_000_000, onset: 1_796_000_300 })
  fleet.advanceTo(1_796_000_120)
  const target = targetsOf(fleet)[0]
  return classicText(target?.scrape() ?? [], target?.numbers ?? String)
}

function dumpText(name: string): string {
  return readFileSync(join(CORPUS, 'metrics', name), 'utf8')
}

function families(page: string): Map<string, string> {
  return new Map([...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]))
}

function configLabels(page: string): readonly string[] {
  return shapes(page).get('vllm:cache_config_info')?.labels ?? []
}

function helps(page: string): Map<string, string> {
  return new Map([...page.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name = '', help = '']) => [name, help]))
}

interface Shape {
  readonly labels: readonly string[]
  readonly edges: readonly string[]
}

function shapes(page: string): Map<string, Shape> {
  const found = new Map<string, { labels: string[]; edges: string[] }>()
  for (const [, name = '', labels = ''] of page.matchAll(/^([a-z_:0-9]+)(?:\{(.*)\})? \S+$/gim)) {
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    const shape = found.get(name) ?? { labels: pairs.map(([, label = '']) => label).toSorted(), edges: [] }
    const edge = pairs.find(([, label]) => label === 'le')?.[2]
    if (edge !== undefined && !shape.edges.includes(edge)) shape.edges.push(edge)
    found.set(name, shape)
  }
  return found
}
