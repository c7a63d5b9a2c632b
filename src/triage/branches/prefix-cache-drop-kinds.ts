import type { Action } from '../../domain/action.ts'
import { disruptive, readOnly, reversible } from '../../domain/action.ts'
import type { Cause } from '../../domain/cause.ts'
import { formatMeasure } from '../../domain/quantity.ts'
import { say } from '../../domain/text.ts'
import type { Text } from '../../domain/text.ts'
import { prefillMean, ttftMean } from '../../signals/vllm/latency.ts'
import { kvPeak, reporting } from '../../signals/vllm/scheduler.ts'
import { prefixHitRatio, promptLengthMean } from '../../signals/vllm/traffic.ts'
import { above, fell } from '../predicates/fleet-tests.ts'
import {
  changeIsYoung,
  fellWithAClient,
  fellWithCallers,
  fellWithScaling,
  oldOnesMissSinceMore,
  onlyTheChangedMiss,
} from '../outside/hits-since-change.ts'
import { baselineOf, fleetNow } from '../predicates/lookup.ts'
import { branch } from '../node.ts'
import type { Branch, Case, Confirmation, Runbook } from '../node.ts'
import { suspectIn } from '../outside/told-changes.ts'
import { allOf, not } from '../predicates/predicate.ts'
import type { Predicate } from '../predicates/predicate.ts'
import { fewWait, promptsGrew } from '../engine/prompt-tests.ts'
import { fleetSentence } from '../predicates/sentences.ts'
import { noneStarted } from '../engine/started.ts'
import { KV_NEARLY_FULL } from '../thresholds/kv.ts'
import { HITS_DROPPED } from '../thresholds/load.ts'

/** One reason why hits fell: what tells it from the others. */
interface DropKind {
  readonly id: string
  readonly ask: Text
  readonly cause: Cause
  readonly sign: Predicate
  readonly confirm: readonly Confirmation[]
  readonly settleWith: Text
  /** The end of the title: `The prefix cache hits 10 % of prompt tokens (was 60 %), and why`. */
  readonly why: (at: Case) => Text
  readonly now: readonly Action<Text>[]
  readonly today: readonly Action<Text>[]
  readonly runbook: Runbook
}

const SAME_PROMPT_TWICE = say`send one prompt of more than two blocks twice to one instance: a second hit clears the engine, a second miss convicts it`
const ONE_REPLICA = say`send a session's turns to one instance alone: hits as ever clear the callers and convict the router`

/** What else makes fewer hits, whatever the reason. */
const COMMON: readonly Confirmation[] = [
  {
    test: not(promptsGrew),
    strength: 'supports',
    excludes: 'prefill.longer_prompts',
    settleWith: say`compare vllm:request_prompt_tokens (sum over count) with an hour ago`,
  },
  fewWait,
  {
    // Blocks that live requests need are taken from the cache.
    test: not(above(kvPeak, KV_NEARLY_FULL)),
    strength: 'supports',
    excludes: 'queue.capacity',
    settleWith: say`is the KV cache full? Then blocks are evicted before they are read again: vllm:kv_cache_usage_perc`,
  },
]

/** Asked after the plain drop, which is said where nothing tells who changed. */
function kindOfDrop({ sign, confirm, cause, why, now, today, ...page }: DropKind): Branch {
  return branch({
    ...page,
    when: allOf(fell(prefixHitRatio, HITS_DROPPED), sign),
    confirm: [...COMMON, ...confirm],
    conclude: {
      cause,
      title: (at) => {
        const was = formatMeasure(baselineOf(at.evidence, prefixHitRatio), 'ratio')
        const ratio = formatMeasure(fleetNow(at.evidence, prefixHitRatio), 'ratio')
        return say`The prefix cache hits ${ratio} of prompt tokens (was ${was}), ${why(at)}.`
      },
      because: (at) =>
        [prefixHitRatio, promptLengthMean, prefillMean, ttftMean, reporting].map((signal) => fleetSentence(at, signal)),
      actions: () => ({
        now,
        today,
        thisWeek: [reversible(say`Alert on the hit ratio, and keep the head of prompts under test`)],
        rollback: [],
      }),
    },
  })
}

function changeText({ evidence }: Case): string | Text {
  return suspectIn(evidence)?.text ?? say`a change`
}

export const dropOfTemplate = kindOfDrop({
  id: 'drop_of_template',
  ask: say`Did hits fall with a change of the callers, while no engine changed?`,
  cause: 'prefill.prefix_cache_drop.template',
  sign: fellWithCallers,
  confirm: [
    {
      // An engine does not change without a start, and one before those that are looked for is not seen.
      test: allOf(noneStarted, changeIsYoung),
      excludes: 'prefill.prefix_cache_drop.engine',
      settleWith: SAME_PROMPT_TWICE,
    },
    {
      test: fellWithAClient,
      strength: 'supports',
      excludes: 'prefill.prefix_cache_drop.routing',
      settleWith: say`was it the router that was changed? ${ONE_REPLICA}`,
    },
  ],
  settleWith: say`tell whyslow of releases of callers (POST /events); ${SAME_PROMPT_TWICE}`,
  why: (at) =>
    say`since this was done: ${changeText(at)}. No engine has started within half an hour: the head of its prompts changes`,
  now: [
    readOnly(
      say`Compare two prompts of that caller: where do they begin to differ? A time, an id or a user’s words at the head`,
    ),
    reversible(say`Undo that change of the caller`),
  ],
  today: [
    reversible(
      say`Move what changes in each request (time, id, the last message) from the head of the prompt to its tail`,
    ),
  ],
  runbook: {
    means:
      'A caller builds its prompts anew: what differs in each request stands before what is the same, so that no block ' +
      'matches. The engines are as before, and none has started. It is firm only where the change that was told names a ' +
      'client that has had that many of the hits; else the router may have been changed.',
    check: [
      'The same prompt of more than two blocks twice, straight to one instance: `vllm:prefix_cache_hits_total` grows with the second, so the engine is well',
      "A session's turns to one instance alone: they miss as well, so it is not the router",
      'Hits of each request stay at one number of tokens, however long the conversation: the offset of what changes',
    ],
    avoid: ['Do not restart engines: it empties the caches and mends nothing', 'Do not add KV cache: there is room'],
  },
})

export const dropOfEngine = kindOfDrop({
  id: 'drop_of_engine',
  ask: say`Did hits fall on the instances that were changed, and on no other?`,
  cause: 'prefill.prefix_cache_drop.engine',
  sign: onlyTheChangedMiss,
  confirm: [
    {
      test: noneStarted,
      strength: 'supports',
      excludes: 'benign.cold_cache_hit_rate',
      settleWith: say`they have just started: does the hit ratio climb within half an hour?`,
    },
  ],
  settleWith: say`name the instances of a deploy in the event (POST /events); ${SAME_PROMPT_TWICE}`,
  why: (at) => say`on those alone where this was done: ${changeText(at)}`,
  now: [
    readOnly(say`To be sure, ${SAME_PROMPT_TWICE}`),
    disruptive(say`Roll one of them back, and see whether its hits come back within half an hour`),
  ],
  today: [disruptive(say`Roll the others back`)],
  runbook: {
    means:
      'The same callers hit on instances of before and miss on those that were changed: a release, a block size, or a kind ' +
      'of attention that keeps no blocks. Within half an hour of a start it may be nothing but a cold cache.',
    check: [
      'Hits by instance, the changed beside the others: `sum by (instance) (rate(vllm:prefix_cache_hits_total[15m])) / sum by (instance) (rate(vllm:prefix_cache_queries_total[15m]))`',
      'Settings: `enable_prefix_caching` and `block_size` in `vllm:cache_config_info`, by instance',
      'The same prompt of more than two blocks twice, straight to a changed one: the second misses as well',
    ],
    avoid: [
      'Do not roll back before half an hour has passed since the start',
      'Do not change prompts: they hit elsewhere',
    ],
  },
})

export const dropOfRouting = kindOfDrop({
  id: 'drop_of_routing',
  ask: say`Did hits fall on the old instances as well since there are more?`,
  cause: 'prefill.prefix_cache_drop.routing',
  sign: oldOnesMissSinceMore,
  confirm: [
    {
      test: fellWithScaling,
      strength: 'supports',
      excludes: 'prefill.prefix_cache_drop.template',
      settleWith: ONE_REPLICA,
    },
  ],
  settleWith: ONE_REPLICA,
  why: () =>
    say`also on those that were there before the others came: sessions are spread over more instances than keep them`,
  now: [
    readOnly(say`To be sure, ${ONE_REPLICA}`),
    readOnly(
      say`Which policy has the router? Random and round robin spread the turns of one session over all instances`,
    ),
  ],
  today: [reversible(say`Keep sessions, or prefixes, to an instance at the router, with a term for load`)],
  runbook: {
    means:
      'The turns of one session go to many instances, and each has its blocks only of some: with N instances about one turn ' +
      'in N hits. More instances make it worse, at the same prompts. New instances are cold as well, but not the old ones.',
    check: [
      'Hits of the instances that were there before, now and with `offset 1h`, by instance',
      "A session's turns to one instance alone: they hit as ever",
      "Requests of one client by upstream in the gateway's log",
    ],
    avoid: ['Do not add instances against it', 'Do not keep everything to one instance: that makes it hot'],
  },
})
