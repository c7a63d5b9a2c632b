import { type Address, parseAddress } from '../lib/ip.ts'

/** One hop of a list: an address, or a word such as `unknown` and `_hidden`, behind which nobody is known. */
export type Hop = Address | 'hidden'

/** The hops of `X-Forwarded-For`, or of RFC 7239's `Forwarded`, the nearest first. */
export function hopsOf(list: string): readonly Hop[] {
  return list
    .split(',')
    .map((item) => nodeOf(item.trim()))
    .filter((node) => node !== '')
    .map((node) => parseAddress(node) ?? 'hidden')
    .toReversed()
}

const FORWARDED = /(?:^|;)\s{0,8}for\s{0,8}=\s{0,8}("[^"]{0,128}"|[^;"\s]{0,128})/iu

/** `for="[2001:db8::1]:47011";proto=https`, `[2001:db8::1]:47011`, `10.0.0.1:80` and quoted ones, without all but the address. */
function nodeOf(item: string): string {
  const node = (FORWARDED.exec(item)?.[1] ?? item).replaceAll(/^"|"$/gu, '').trim()
  const bracketed = /^\[([^\]]{0,64})\](?::[\w.-]{1,16})?$/u.exec(node)?.[1]
  if (bracketed !== undefined) return bracketed
  return /^([\d.]{7,15}):[\w.-]{1,16}$/u.exec(node)?.[1] ?? node
}
