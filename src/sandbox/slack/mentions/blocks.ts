import { isRecord, stringAt } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { activeInMarkdown } from './markdown.ts'
import { NOTHING, together } from './mention.ts'
import type { Active } from './mention.ts'
import { activeInMrkdwn } from './mrkdwn.ts'
import { activeInRichText } from './rich-text.ts'

/** What is alive anywhere in blocks, attachments or views. Plain text and the cells of a table are never parsed. */
export function activeInBlocks(value: unknown, at: string): Active {
  if (Array.isArray(value)) return together(value.map((each, index) => activeInBlocks(each, `${at}/${index}`)))
  if (!isRecord(value)) return NOTHING
  const own = activeInObject(value, at)
  if (own) return own
  return together([
    pressedLink(value, at),
    ...Object.entries(value).map(([key, held]) => activeInBlocks(held, `${at}/${key}`)),
  ])
}

function activeInObject(value: JsonObject, at: string): Active | undefined {
  const text = stringAt(value, 'text')
  if (value['type'] === 'mrkdwn' && text !== undefined) {
    const alive = value['verbatim'] !== true
    return activeInMrkdwn(text, `${at}/text`, { links: alive, names: alive })
  }
  if (value['type'] === 'markdown' && text !== undefined) return activeInMarkdown(text, `${at}/text`)
  return value['type'] === 'rich_text' ? activeInRichText(value, at) : undefined
}

function pressedLink(value: JsonObject, at: string): Active {
  const url = stringAt(value, 'url')
  const label = stringAt(value['text'], 'text')
  if (url === undefined || label === undefined) return NOTHING
  return { mentions: [], links: [{ at: `${at}/url`, by: 'button', url, label }] }
}
