import { boolean, fault, oneOf, string, typed } from './check.ts'
import type { Check } from './check.ts'
import { isRecord } from '../json.ts'

/** Longest text of a text object where its place sets no smaller limit (@slack/types, composition-objects). */
const LONGEST_TEXT = 3000

/** A `plain_text` object of at most `max` characters. */
export function plainText(max: number = LONGEST_TEXT): Check {
  return typed('plain_text', { required: { text: string({ max }) }, optional: { emoji: boolean() } })
}

/** A `mrkdwn` object of at most `max` characters. */
export function mrkdwn(max: number = LONGEST_TEXT): Check {
  return typed('mrkdwn', { required: { text: string({ max }) }, optional: { verbatim: boolean() } })
}

/** Either kind of text. Slack names the place twice: once for the union that failed, once for what is wrong in it. */
export function anyText(max: number = LONGEST_TEXT): Check {
  const kinds = new Map([
    ['plain_text', plainText(max)],
    ['mrkdwn', mrkdwn(max)],
  ])
  const kind = oneOf([...kinds.keys()])
  return (value, pointer) => {
    if (!isRecord(value)) return fault(pointer, 'must be an object')
    const check = kinds.get(String(value['type']))
    const errors = check ? check(value, pointer) : kind(value['type'], `${pointer}/type`)
    return errors.length === 0 ? [] : [...fault(pointer, 'failed to match all allowed schemas'), ...errors]
  }
}
