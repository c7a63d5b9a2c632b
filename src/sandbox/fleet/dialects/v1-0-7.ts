import type { Family } from '../exposition/family.ts'
import { ALPHA_BUCKETS } from './bucket-edges.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import { pythonProcessFamilies } from './python-process.ts'
import * as common from './v1-common.ts'
import { v1Families } from './v1-families.ts'

/** V1 as 0.7.3 shows it where VLLM_USE_V1=1 chose it: no engine label, no preemptions, and nothing of the API server. */
export const V1_0_7: Dialect = {
  name: 'v1-0.7',
  buckets: ALPHA_BUCKETS,
  rules: { isTimedInEngine: false },
  shapeOf: () => 0,
  families: (subject) => [
    ...pythonProcessFamilies(subject),
    ...(subject.spec.isLogStatsDisabled ? [] : engineFamilies(subject)),
  ],
}

function engineFamilies(subject: DialectSubject): readonly Family[] {
  const make = v1Families(subject, {})
  return [
    ...common.runningAndWaiting(make, subject),
    ...common.oldCacheFamilies(make, subject),
    common.promptTokens(make, subject),
    common.generationTokens(make, subject),
    common.requestSuccess(make, subject, ['abort']),
    make.histogram(HISTOGRAMS.promptLength),
    make.histogram(HISTOGRAMS.generationLength),
    make.histogram(HISTOGRAMS.iterationTokens),
    make.histogram(HISTOGRAMS.timeToFirstToken),
    make.histogram(HISTOGRAMS.timePerOutputToken),
    ...common.requestTimeHistograms(make),
    common.cacheConfigInfo(make, subject, { num_gpu_blocks: 'None', num_cpu_blocks: '2048', swap_space: '4' }),
  ]
}
