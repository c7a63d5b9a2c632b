import { charactersIn } from '../blocks/check.ts'
import type { BlockError } from '../blocks/check.ts'
import { areTooLong } from '../blocks/size.ts'
import { ONE_TABLE, validateBlocks } from '../blocks/validate-blocks.ts'
import { isRecord, stringAt } from '../json.ts'
import type { World } from '../workspace/world.ts'
import { refused, refusedBecause } from './answer.ts'
import type { Answer } from './answer.ts'
import { flagArg, jsonArg, textArg } from './arguments.ts'
import type { Args } from './arguments.ts'

/** What a message is to say. A part that was not sent is absent, which is not the same as sent empty. */
export type Content = {
  readonly text: string | undefined
  readonly blocks: readonly unknown[] | undefined
  readonly attachments: readonly unknown[] | undefined
  readonly parse: string | undefined
  readonly linkNames: boolean
}

type ReadContent =
  | { readonly status: 'read'; readonly content: Content }
  | { readonly status: 'refused'; readonly answer: Answer }

/** How much text is taken, and whether the size of all blocks together counts (it does not on a response_url). */
type ContentLimits = { readonly characters: number; readonly isSizeLimited: boolean }

const MOST_ATTACHMENTS = 100

/** Reads and checks what a message is to say; every door into a channel goes through here. */
export function readContent(world: World, args: Args, limits: ContentLimits): ReadContent {
  const text = textArg(args, 'text')
  const blocks = readList(args, 'blocks')
  const attachments = readList(args, 'attachments')
  if (blocks === 'broken') return refusal(refused('invalid_blocks_format'))
  if (attachments === 'broken') return refusal(refused('invalid_attachments'))
  if (text !== undefined && charactersIn(text) > limits.characters) return refusal(refused('msg_too_long'))
  if (attachments && attachments.length > MOST_ATTACHMENTS) return refusal(refused('too_many_attachments'))

  const errors = [...blockErrors(world, blocks), ...attachmentErrors(world, attachments)]
  if (errors.length > 0) return refusal(refuseBlocks(errors))
  if (blocks && limits.isSizeLimited && areTooLong(blocks)) return refusal(refused('msg_blocks_too_long'))
  if (!text && isNothing(blocks) && isNothing(attachments)) return refusal(refused('no_text'))
  const parse = textArg(args, 'parse')
  return { status: 'read', content: { text, blocks, attachments, parse, linkNames: flagArg(args, 'link_names') } }
}

function isNothing(list: readonly unknown[] | undefined): boolean {
  return list === undefined || list.length === 0
}

function refusal(answer: Answer): ReadContent {
  return { status: 'refused', answer }
}

function readList(args: Args, key: string): readonly unknown[] | 'broken' | undefined {
  const read = jsonArg(args, key)
  switch (read.status) {
    case 'absent':
      return undefined
    case 'broken':
      return 'broken'
    case 'read':
      return Array.isArray(read.value) ? read.value : 'broken'
  }
}

/** Slack's answer to blocks it does not take. A second table goes by a code of its own. */
function refuseBlocks(errors: readonly BlockError[]): Answer {
  const isOnlyTables = errors.every(({ message }) => message === ONE_TABLE)
  const reasons = errors.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`)
  return refusedBecause(isOnlyTables ? 'invalid_attachments' : 'invalid_blocks', reasons)
}

function blockErrors(world: World, blocks: readonly unknown[] | undefined, at = '/blocks'): readonly BlockError[] {
  return blocks ? [...validateBlocks(blocks, 'message', at), ...missingFiles(world, blocks, at)] : []
}

function attachmentErrors(world: World, attachments: readonly unknown[] = []): readonly BlockError[] {
  return attachments.flatMap((attachment, index) => {
    const at = `/attachments/${index}`
    if (!isRecord(attachment)) return [{ pointer: at, message: 'must be an object' }]
    const blocks = attachment['blocks']
    if (blocks === undefined) return []
    return Array.isArray(blocks)
      ? blockErrors(world, blocks, `${at}/blocks`)
      : [{ pointer: `${at}/blocks`, message: 'must be an array' }]
  })
}

const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** A picture may only show a file that the workspace holds and knows to be a picture. */
function missingFiles(world: World, value: unknown, at: string): readonly BlockError[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => missingFiles(world, each, `${at}/${index}`))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, held]) => {
    if (key !== 'slack_file') return missingFiles(world, held, `${at}/${key}`)
    const file = world.files.find(stringAt(held, 'id') ?? '')
    const isShown = file ? PICTURES.has(file.mimetype) : stringAt(held, 'url') !== undefined
    return isShown ? [] : [{ pointer: `${at}/slack_file`, message: 'invalid slack file' }]
  })
}
