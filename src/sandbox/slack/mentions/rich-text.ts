import { isRecord, stringAt } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { NOTHING, together } from './mention.ts'
import type { Active, Mention } from './mention.ts'

/** What is alive in a rich text: its mention and link elements. Its `text` elements are never parsed. */
export function activeInRichText(value: unknown, at: string): Active {
  if (Array.isArray(value)) return together(value.map((each, index) => activeInRichText(each, `${at}/${index}`)))
  if (!isRecord(value)) return NOTHING
  const mention = mentionOf(value, at)
  const url = stringAt(value, 'url')
  const label = stringAt(value, 'text')
  return together([
    { mentions: mention ? [mention] : [], links: [] },
    {
      mentions: [],
      links: url === undefined ? [] : [{ at, by: 'markup', url, ...(label !== undefined && { label }) }],
    },
    activeInRichText(value['elements'], `${at}/elements`),
  ])
}

function mentionOf(value: JsonObject, at: string): Mention | undefined {
  const range = (['channel', 'here', 'everyone'] as const).find((each) => each === value['range'])
  if (value['type'] === 'broadcast' && range) return { kind: 'broadcast', range, at, by: 'markup' }
  const ids = [
    ['user', stringAt(value, 'user_id')],
    ['usergroup', stringAt(value, 'usergroup_id')],
    ['conversation', stringAt(value, 'channel_id')],
  ] as const
  const found = ids.find(([, id]) => id !== undefined)
  return found?.[1] === undefined ? undefined : { kind: found[0], id: found[1], at, by: 'markup' }
}
