import type { Family } from '../exposition/family.ts'
import type { Dialect, DialectSubject } from './dialect.ts'
import { HISTOGRAMS } from './engine-histograms.ts'
import * as common from './v1-common.ts'
import type { V1Families } from './v1-families.ts'

/** V1 as 0.8.5 shows it: the KV gauge under its old name, and a prefix cache that counts in blocks. */
export const V1_0_8: Dialect = common.v1Dialect('v1-0.8', engineFamilies)

function engineFamilies(make: V1Families, subject: DialectSubject): readonly Family[] {
  return [
    ...common.runningAndWaiting(make, subject),
    ...common.oldCacheFamilies(make, subject),
    common.preemptions(make, subject),
    common.promptTokens(make, subject),
    common.generationTokens(make, subject),
    common.requestSuccess(make, subject, ['abort']),
    ...common.lengthHistograms(make),
    make.histogram(HISTOGRAMS.timeToFirstToken),
    make.histogram(HISTOGRAMS.timePerOutputToken),
    ...common.requestTimeHistograms(make),
    common.cacheConfigInfo(make, subject, { cpu_offload_gb: '0', num_cpu_blocks: 'None', swap_space: '4' }),
  ]
}
