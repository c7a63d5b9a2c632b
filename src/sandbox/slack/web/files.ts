import { isRecord, stringAt } from '../json.ts'
import { fileToWire } from '../workspace/wire.ts'
import type { Channel, StoredFile } from '../workspace/model.ts'
import type { World } from '../workspace/world.ts'
import { granted, refused } from './answer.ts'
import { jsonArg, numberArg, textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import { botAuthor } from './chat-post.ts'
import { readContent } from './content.ts'
import type { Method } from './method.ts'
import { found, notFound, threadFor, writableChannel } from './place.ts'
import type { Found } from './place.ts'

/** docs.slack.dev, files.getUploadURLExternal, errors. */
const LONGEST_ALT_TEXT = 1000

export const getUploadUrl: Method = {
  token: 'bot',
  scopes: ['files:write'],
  tier: 'tier4',
  run: ({ files }, args, { origin }) => {
    const name = textArg(args, 'filename')
    const length = numberArg(args, 'length')
    if (name === undefined || length === undefined || length < 1) return refused('invalid_arguments')
    const altText = textArg(args, 'alt_txt')
    if ((altText?.length ?? 0) > LONGEST_ALT_TEXT) return refused('alt_txt_too_large')
    const { path, id } = files.announce({ name, length, altText })
    return granted({ upload_url: `${origin}${path}`, file_id: id })
  },
}

/** Names the uploads and, when a channel is given, shows them there in one message, sooner or later. */
export const completeUpload: Method = {
  token: 'bot',
  scopes: ['files:write'],
  tier: 'tier4',
  run: (world, args, { fileDelayMs }) => {
    const place = destination(world, args)
    if (place.status === 'refused') return place.answer
    const comment = textArg(args, 'initial_comment') ?? ''
    const read = readContent(world, { ...args, text: comment || 'file' }, { characters: 4000, isSizeLimited: true })
    if (read.status === 'refused') return read.answer
    // Seen of Slack itself: a markdown block beside a file is no refusal but its own failure (python-slack-sdk, issue 1756).
    if (hasMarkdown(read.content.blocks ?? [])) return refused('internal_error')
    const completed = complete(world, args)
    if (completed.status === 'refused') return completed.answer
    const { value: files } = completed
    if (place.value) {
      const { channel, threadTs } = place.value
      afterDelay(fileDelayMs, () => {
        world.messages.post({
          text: comment,
          blocks: read.content.blocks ?? [],
          attachments: [],
          channel: channel.id,
          author: botAuthor(world),
          audience: { kind: 'channel' },
          origin: 'web_api',
          threadTs,
          files,
        })
      })
    }
    return granted({ files: files.map(fileToWire) })
  },
}

export const info: Method = {
  token: 'bot',
  scopes: ['files:read'],
  tier: 'tier4',
  run: ({ files }, args) => {
    const file = files.find(textArg(args, 'file') ?? '')
    return file ? granted({ file: fileToWire(file) }) : refused('file_not_found')
  },
}

function hasMarkdown(blocks: readonly unknown[]): boolean {
  return blocks.some((block) => isRecord(block) && block['type'] === 'markdown')
}

type Destination = { readonly channel: Channel; readonly threadTs: string | undefined }

function destination(world: World, args: Args): Found<Destination | undefined> {
  const channelId = textArg(args, 'channel_id')
  if (channelId === undefined) return found(undefined)
  if (!world.people.channel(channelId)) return notFound('channel_not_found')
  const place = writableChannel(world, { channel: channelId }, false)
  if (place.status === 'refused') return place
  const thread = threadFor(world, place.value, args)
  return thread.status === 'refused' ? thread : found({ channel: place.value, threadTs: thread.value })
}

function complete(world: World, args: Args): Found<readonly StoredFile[]> {
  const read = jsonArg(args, 'files')
  const named: readonly unknown[] = read.status === 'read' && Array.isArray(read.value) ? read.value : []
  const asked = named.filter(isRecord)
  if (asked.length === 0) return notFound('invalid_arguments')
  const uploads = asked.map((each) => ({ each, upload: world.files.uploadOf(stringAt(each, 'id') ?? '') }))
  if (uploads.some(({ upload }) => upload?.bytes === undefined)) return notFound('file_not_found')
  return found(
    uploads.flatMap(({ each, upload }) =>
      upload ? [world.files.complete(upload, stringAt(each, 'title') ?? upload.name, world.identity.botUserId)] : [],
    ),
  )
}

function afterDelay(milliseconds: number, then: () => void): void {
  if (milliseconds <= 0) then()
  else setTimeout(then, milliseconds).unref()
}
