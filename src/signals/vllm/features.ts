import { equals } from '../../domain/matcher.ts'
import { say } from '../../domain/text.ts'
import {
  acceptedTokens,
  draftTokens,
  expiredKv,
  externalHits,
  externalQueries,
  failedKvTransfers,
  grammarQueries,
  kvTransferBytes,
  kvTransferTime,
  loraRequests,
  mediaQueries,
  promptTokensBySource,
  requestTokenTime,
  sleepState,
  swapped,
  waitingByReason,
} from '../families.ts'
import type { Signal } from '../signal.ts'
import { increase, mean, overRange, rate, rateWhere, ratio } from '../term-builders.ts'
import { COUNTER, GAUGE } from './engine.ts'

// What only some releases have, or engines with a feature turned on: each is used where it is there, and missed nowhere.

/** Part of those waiting; room is not what they wait for, so neither a free slot nor a free block lets them in. */
export const waitingDeferred: Signal = {
  ...GAUGE,
  id: 'waiting_deferred',
  title: say`requests waiting for an adapter, a KV transfer or a grammar, mean`,
  unit: 'requests',
  term: { kind: 'gauge', family: waitingByReason, stat: 'avg', across: 'sum', where: [equals('reason', 'deferred')] },
  rows: 'now',
  baselined: false,
  enableWith: say`vLLM 0.20 or later tells why requests wait`,
  isOptional: true,
}

/** Only a number above 0 says something: an engine that computes preempted requests anew swaps none. */
export const swappedMost: Signal = {
  ...GAUGE,
  id: 'swapped_most',
  title: say`requests swapped out of the KV cache, most`,
  unit: 'requests',
  term: overRange(swapped, 'max', 'sum'),
  rows: 'none',
  baselined: false,
  enableWith: say`vLLM V0 alone swaps`,
  isOptional: true,
}

/** What prefill really costs: tokens from the cache, or from another engine, are not computed. */
export const promptComputed: Signal = {
  ...COUNTER,
  id: 'prompt_computed',
  title: say`prompt tokens computed`,
  unit: 'tokens/s',
  term: rateWhere(promptTokensBySource, equals('source', 'local_compute')),
  rows: 'none',
  baselined: true,
  enableWith: say`vLLM 0.16 or later counts prompt tokens by source`,
  isOptional: true,
}

/** The newest of all sets of adapters less the newest of those in which one waits: 0 while one waits. */
export const loraWaitedAgo: Signal = {
  ...GAUGE,
  id: 'lora_waited_ago',
  title: say`time since a LoRA adapter waited for a slot`,
  unit: 'seconds',
  term: {
    kind: 'difference',
    of: { kind: 'gauge', family: loraRequests, stat: 'last', across: 'max' },
    less: {
      kind: 'gauge',
      family: loraRequests,
      stat: 'last',
      across: 'max',
      where: [{ name: 'waiting_lora_adapters', op: '!=', value: '' }],
    },
  },
  rows: 'now',
  baselined: false,
  enableWith: say`run vLLM with --enable-lora; it is there once an adapter has waited`,
  isOptional: true,
}

/** V0 fed its counters wrongly and has no `engine` label, which V1 has since it counts drafts. */
const OF_V1 = { name: 'engine', op: '!=', value: '' } as const

/** Part of the drafted tokens that the model accepted. */
export const specAcceptance: Signal = {
  ...COUNTER,
  id: 'spec_acceptance',
  title: say`drafted tokens accepted`,
  unit: 'ratio',
  term: ratio(rateWhere(acceptedTokens, OF_V1), rateWhere(draftTokens, OF_V1)),
  rows: 'now',
  baselined: true,
  enableWith: say`run vLLM V1 with --speculative-config`,
  isOptional: true,
}

/** Tokens of prompts that a KV connector (LMCache, NIXL, …) found, of those it was asked for. */
export const externalHitRatio: Signal = {
  ...COUNTER,
  id: 'external_hit_ratio',
  title: say`hit ratio of the KV connector`,
  unit: 'ratio',
  term: ratio(rate(externalHits), rate(externalQueries)),
  rows: 'none',
  baselined: true,
  enableWith: say`run vLLM 0.11.1 or later with --kv-transfer-config`,
  isOptional: true,
}

export const kvTransferMean: Signal = {
  ...COUNTER,
  id: 'kv_transfer_time',
  title: say`time of a KV transfer, mean`,
  unit: 'seconds',
  term: mean(kvTransferTime),
  rows: 'none',
  baselined: true,
  enableWith: say`run vLLM 0.12 or later with the NIXL connector`,
  isOptional: true,
}

/** Fast links need less than a tenth of a second, whatever the prompt: its length is not in it. */
export const kvTransferPace: Signal = {
  ...COUNTER,
  id: 'kv_transfer_pace',
  title: say`time to transfer a GB of KV blocks`,
  unit: 'seconds',
  term: { kind: 'scaled', term: ratio(mean(kvTransferTime), mean(kvTransferBytes)), factor: 1e9 },
  rows: 'none',
  baselined: true,
  enableWith: say`run vLLM 0.12 or later with the NIXL connector`,
  isOptional: true,
}

export const mediaAsked: Signal = {
  ...COUNTER,
  id: 'media_asked',
  title: say`images, sounds and videos`,
  unit: 'events',
  term: increase(mediaQueries),
  rows: 'none',
  baselined: true,
  enableWith: say`vLLM 0.11.1 or later counts them, unless its cache of processed media is off`,
  isOptional: true,
}

/** Requests whose tokens a grammar chooses from: its mask is computed by the CPU, step after step. */
export const grammarLookups: Signal = {
  ...COUNTER,
  id: 'grammar_lookups',
  title: say`grammars looked up`,
  unit: 'requests/s',
  term: rate(grammarQueries),
  rows: 'none',
  baselined: true,
  enableWith: say`vllm-ascend counts them; of vLLM itself only requests that it logs tell`,
  isOptional: true,
}

export const kvTransferFailures: Signal = {
  ...COUNTER,
  id: 'kv_transfer_failures',
  title: say`KV transfers that failed`,
  unit: 'events',
  term: increase(failedKvTransfers),
  rows: 'now',
  baselined: false,
  enableWith: say`run vLLM 0.12 or later with the NIXL connector`,
  isOptional: true,
}

export const kvExpired: Signal = {
  ...COUNTER,
  id: 'kv_expired',
  title: say`requests whose KV blocks nobody fetched in time`,
  unit: 'events',
  term: increase(expiredKv),
  rows: 'now',
  baselined: false,
  enableWith: say`run vLLM 0.12 or later with the NIXL connector`,
  isOptional: true,
}

/** 0 is an engine that was put to sleep, which is no outage. */
export const awake: Signal = {
  ...GAUGE,
  id: 'awake',
  title: say`engines awake`,
  unit: 'instances',
  term: { kind: 'gauge', family: sleepState, stat: 'last', across: 'sum', where: [equals('sleep_state', 'awake')] },
  rows: 'now',
  baselined: false,
  enableWith: say`vLLM 0.11.1 or later tells whether it sleeps`,
  isOptional: true,
}

/** Beside the time of a step, which brings several tokens where drafts are accepted. */
export const requestTokenMean: Signal = {
  ...COUNTER,
  id: 'request_token_time',
  title: say`time of a token, mean of each request`,
  unit: 'seconds',
  term: mean(requestTokenTime),
  rows: 'none',
  baselined: true,
  enableWith: say`vLLM 0.11 or later tells it of each request`,
  isOptional: true,
}
