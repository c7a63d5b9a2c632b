import type { Family } from '../exposition/family.ts'
import type { DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import * as common from './v1-common.ts'
import type { V1Families } from './v1-families.ts'

// What releases from 0.16 on say beside what every V1 release says.

export function sleepState(make: V1Families): Family {
  return make.gaugeBy(
    {
      name: 'vllm:engine_sleep_state',
      help: 'Engine sleep state; awake = 0 means engine is sleeping; awake = 1 means engine is awake; weights_offloaded = 1 means sleep level 1; discard_all = 1 means sleep level 2.',
    },
    'sleep_state',
    [
      ['awake', () => 1],
      ['weights_offloaded', () => 0],
      ['discard_all', () => 0],
    ],
  )
}

export function prefixCaches(make: V1Families, { process }: DialectSubject): readonly Family[] {
  const { prefix } = process.engine.stats
  const counter = (name: string, help: string, read: () => number): Family => make.counter({ name, help }, read)
  return [
    counter(
      'vllm:prefix_cache_queries',
      'Prefix cache queries, in terms of number of queried tokens.',
      () => prefix.queries,
    ),
    counter('vllm:prefix_cache_hits', 'Prefix cache hits, in terms of number of cached tokens.', () => prefix.hits),
    counter(
      'vllm:external_prefix_cache_queries',
      'External prefix cache queries from KV connector cross-instance cache sharing, in terms of number of queried tokens.',
      () => 0,
    ),
    counter(
      'vllm:external_prefix_cache_hits',
      'External prefix cache hits from KV connector cross-instance cache sharing, in terms of number of cached tokens.',
      () => 0,
    ),
    counter('vllm:mm_cache_queries', 'Multi-modal cache queries, in terms of number of queried items.', () => 0),
    counter('vllm:mm_cache_hits', 'Multi-modal cache hits, in terms of number of cached items.', () => 0),
  ]
}

export function promptTokenFamilies(make: V1Families, subject: DialectSubject): readonly Family[] {
  const { stats } = subject.process.engine
  return [
    common.promptTokens(make, subject),
    make.counterBy({ name: 'vllm:prompt_tokens_by_source', help: 'Number of prompt tokens by source.' }, 'source', [
      ['local_compute', () => stats.promptTokens - stats.cachedPromptTokens],
      ['local_cache_hit', () => stats.cachedPromptTokens],
      ['external_kv_transfer', () => 0],
    ]),
    make.counter(
      { name: 'vllm:prompt_tokens_cached', help: 'Number of cached prompt tokens (local + external).' },
      () => stats.cachedPromptTokens,
    ),
  ]
}

export function latencyHistograms(make: V1Families): readonly Family[] {
  return [
    make.histogram(HISTOGRAMS.timeToFirstToken),
    make.histogram(HISTOGRAMS.interTokenLatency),
    make.histogram(HISTOGRAMS.tokenTimePerRequest),
    ...common.requestTimeHistograms(make),
    make.histogram(HISTOGRAMS.computedPrompt),
  ]
}
