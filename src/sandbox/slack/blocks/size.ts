import { charactersIn } from './check.ts'
import { textsIn } from './texts.ts'

// Slack does not document how it measures. What is known comes from reports to slackapi/bolt-js: issue 2509 (refused
// from about 13,200 characters) and issue 2867 (9,597 characters of text in 50 blocks pass, 11,341 in 45 do not).
// A fixed cost for each block agrees with all of them and refuses a little early rather than a little late.
const MOST_CHARACTERS = 13_200
const EACH_BLOCK = 60

/** True when a message's blocks together would be refused with `msg_blocks_too_long`. */
export function areTooLong(blocks: readonly unknown[]): boolean {
  const text = textsIn(blocks).reduce((sum, each) => sum + charactersIn(each), 0)
  return text + blocks.length * EACH_BLOCK > MOST_CHARACTERS
}
