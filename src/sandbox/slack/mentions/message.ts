import { isRecord, stringAt } from '../json.ts'
import { activeInBlocks } from './blocks.ts'
import { together } from './mention.ts'
import type { Active } from './mention.ts'
import { activeInMrkdwn } from './mrkdwn.ts'

/** The parts of a message that Slack parses, and how it was told to. */
export type Parsed = {
  readonly text: string
  readonly blocks: readonly unknown[]
  readonly attachments: readonly unknown[]
  readonly parse: string | undefined
  readonly linkNames: boolean
}

/**
 * Everything in a message that would notify someone or could be followed. The fallback text beside blocks counts too:
 * notifications show it.
 */
export function activeInMessage({ text, blocks, attachments, parse, linkNames }: Parsed): Active {
  const automatic = { links: parse !== 'none', names: linkNames || parse === 'full' }
  return together([
    activeInMrkdwn(text, '/text', automatic),
    activeInBlocks(blocks, '/blocks'),
    ...attachments.map((attachment, index) => activeInAttachment(attachment, `/attachments/${index}`)),
  ])
}

const WRITTEN = ['fallback', 'pretext', 'text', 'title', 'footer', 'author_name'] as const
const BOTH = { links: true, names: true } as const

function activeInAttachment(attachment: unknown, at: string): Active {
  if (!isRecord(attachment)) return together([])
  const written = WRITTEN.flatMap((key) => {
    const held = stringAt(attachment, key)
    return held === undefined ? [] : [activeInMrkdwn(held, `${at}/${key}`, BOTH)]
  })
  const fields: readonly unknown[] = Array.isArray(attachment['fields']) ? attachment['fields'] : []
  const values = fields.map((field, index) =>
    activeInMrkdwn(stringAt(field, 'value') ?? '', `${at}/fields/${index}/value`, BOTH),
  )
  return together([...written, ...values, activeInBlocks(attachment['blocks'], `${at}/blocks`)])
}
