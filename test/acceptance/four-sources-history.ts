import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { isReadFamily, readLines } from '../support/read-families.ts'
import type { Pair } from './four-sources-pairs.ts'

/** The last scrape before two hours are full: Prometheus' block ends there, and one block loads in one go. */
export const END = unixSeconds(249_445 * 7200 - 15)
/** The window, the guard before it, the hour before that, and a scrape to count from. */
const DURATION = minutes(80)

/** What is scraped of a pair's fleet, with `cluster` naming the pair as in a store of many clusters; no `# EOF`. */
export async function historyOf({ id, story }: Pair): Promise<string> {
  const history = await recordHistory({ scenario: story, end: END, duration: DURATION })
  const lines = [...history.text(isReadFamily)].map(readLines).join('')
  return lines.replaceAll('job="', `cluster="${id}",job="`)
}
