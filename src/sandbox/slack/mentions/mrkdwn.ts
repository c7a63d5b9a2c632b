import { NOTHING, together } from './mention.ts'
import type { Active, Mention, MessageLink } from './mention.ts'

/** What Slack makes alive of its own accord in a text: addresses, and `@here` and the like. */
type Automatic = { readonly links: boolean; readonly names: boolean }

const ANGLES = /<([^<>\n]+)>/g
const RANGES = ['channel', 'here', 'everyone'] as const

/**
 * What is alive in a mrkdwn text: everything between real angle brackets. Brackets written as `&lt;` and `&gt;` are
 * text. Code spans and code blocks protect nothing here: a bracket inside them is counted as alive, the worse case.
 */
export function activeInMrkdwn(text: string, at: string, automatic: Automatic): Active {
  const marked = [...text.matchAll(ANGLES)].map(([, inside]) => activeInAngles(inside ?? '', at))
  const plain = text.replaceAll(ANGLES, ' ')
  return together([
    ...marked,
    automatic.names ? { mentions: namedIn(plain, at), links: [] } : NOTHING,
    automatic.links ? { mentions: [], links: addressesIn(plain, at) } : NOTHING,
  ])
}

function activeInAngles(inside: string, at: string): Active {
  const [target, label] = splitOnce(inside)
  const mention = mentionOf(target, at)
  if (mention) return { mentions: [mention], links: [] }
  const date = /^!date\^[^^]*\^[^^]*\^(.+)$/.exec(target)
  const address = date?.[1] ?? target
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return NOTHING
  return { mentions: [], links: [{ at, by: 'markup', url: address, ...(label !== undefined && { label }) }] }
}

function splitOnce(inside: string): readonly [string, string?] {
  const bar = inside.indexOf('|')
  return bar < 0 ? [inside] : [inside.slice(0, bar), inside.slice(bar + 1)]
}

function mentionOf(target: string, at: string): Mention | undefined {
  const range = RANGES.find((each) => target === `!${each}`)
  if (range) return { kind: 'broadcast', range, at, by: 'markup' }
  const user = /^@([UWB][A-Z0-9]+)$/.exec(target)?.[1]
  if (user) return { kind: 'user', id: user, at, by: 'markup' }
  const group = /^!subteam\^(S[A-Z0-9]+)$/.exec(target)?.[1]
  if (group) return { kind: 'usergroup', id: group, at, by: 'markup' }
  const conversation = /^#([CGD][A-Z0-9]+)$/.exec(target)?.[1]
  return conversation ? { kind: 'conversation', id: conversation, at, by: 'markup' } : undefined
}

function namedIn(plain: string, at: string): readonly Mention[] {
  return [...plain.matchAll(/(?<![\w@])@(channel|here|everyone)\b/g)].flatMap(([, name]) => {
    const range = RANGES.find((each) => each === name)
    return range ? [{ kind: 'broadcast' as const, range, at, by: 'automatic' as const }] : []
  })
}

/** Bare addresses, as Slack links them when nobody told it not to. */
function addressesIn(plain: string, at: string): readonly MessageLink[] {
  return [...plain.matchAll(/https?:\/\/[^\s<>|)\]]+/g)].map(([url]) => ({ at, by: 'automatic', url }))
}
