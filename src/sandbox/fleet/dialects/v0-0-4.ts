import { gaugeFamily } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import { FIRST_BUCKETS } from './bucket-edges.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import { pythonProcessFamilies } from './python-process.ts'
import * as common from './v0-common.ts'

/**
 * V0 as 0.4.2 shows it, in one process: no stages of a request, no preemptions, no engine steps, no prefix cache. What
 * a request is made of can't be told.
 */
export const V0_0_4: Dialect = {
  name: 'v0-0.4',
  buckets: FIRST_BUCKETS,
  rules: { isTimedInEngine: true },
  shapeOf: common.v0Shape,
  families: (subject) => [
    ...pythonProcessFamilies(subject),
    ...(subject.spec.isLogStatsDisabled ? [] : engineFamilies(subject)),
  ],
}

function engineFamilies(subject: DialectSubject): readonly Family[] {
  const { spec } = subject
  const make = common.v0Families(subject)
  return [
    gaugeFamily({ name: 'vllm:cache_config_info', help: 'information of cache_config' }, [
      {
        labels: { block_size: String(spec.engine.blockSize), num_gpu_blocks: String(spec.engine.numGpuBlocks) },
        read: () => 1,
      },
    ]),
    ...common.runningAndWaiting(make, subject),
    ...common.swappedAndCaches(make, subject),
    ...common.tokens(make, subject),
    ...[
      HISTOGRAMS.timeToFirstToken,
      HISTOGRAMS.timePerOutputToken,
      HISTOGRAMS.e2eOfV0,
      HISTOGRAMS.promptLength,
      HISTOGRAMS.generationLength,
      HISTOGRAMS.bestOf,
      HISTOGRAMS.choices,
    ].map(make.histogram),
    common.requestSuccess(subject),
    ...common.throughput(make, subject),
  ]
}
