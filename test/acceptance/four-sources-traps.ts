import { apiServer } from '../../src/sandbox/scenarios/api-server.ts'
import { A, B, tokens } from '../../src/sandbox/scenarios/building-blocks.ts'
import { prefixCacheDrop } from '../../src/sandbox/scenarios/prefix-cache-drop.ts'
import type { Scenario } from '../../src/sandbox/scenarios/scenario.ts'
import type { Expectation } from './four-sources-pairs.ts'
import type { StoryTelling } from './four-sources-stores.ts'

/** What an old release does not show, in a story where it matters: here no cause may be firm. */
interface Trap extends StoryTelling {
  readonly all: Required<Expectation>
}

function longerWithoutHits(client: string, mean: number): Scenario['timeline'][number] {
  return {
    afterOnset: 0,
    change: { kind: 'client', client, change: { prompt: tokens(mean * 1.6, 0.3, 15_000), sharedPrefix: 0.02 } },
  }
}

/** Prompts grow by half, and none of them hits the cache any more, which costs more than their length. */
const bothAtOnce: Scenario = {
  ...prefixCacheDrop,
  id: 'longer prompts that miss the cache',
  timeline: [longerWithoutHits('contract-review', 3000), longerWithoutHits('ticket-triage', 2400)],
}

/** The API servers of two instances of four are short of CPU. */
const halfOfTheFrontends: Scenario = {
  ...apiServer,
  id: 'two slow API servers',
  timeline: [{ afterOnset: 0, change: { kind: 'frontend', instances: [A, B], seconds: 6 } }],
}

export const TRAPS: readonly Trap[] = [
  {
    id: `${bothAtOnce.id}, 0.6`,
    story: bothAtOnce,
    releases: ['v0-0.6', 'v0-0.6'],
    dress: 'plain',
    all: {
      cause: 'prefill.longer_prompts',
      certainty: 'tentative',
      why: 'a hit ratio of days that has not fallen says nothing of the last minutes',
    },
  },
  {
    id: `${halfOfTheFrontends.id}, 0.6 and 0.19`,
    story: halfOfTheFrontends,
    releases: ['v0-0.6', 'v1-0.19'],
    dress: 'plain',
    all: {
      cause: 'outside',
      certainty: 'tentative',
      why: 'the slow half times in the engine, so its API servers look like the gateway; that the others are timed is no help',
    },
  },
]
