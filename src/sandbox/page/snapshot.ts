import type { LocalSlack } from '../slack/start-local-slack.ts'
import type { StoredFile, StoredMessage } from '../slack/workspace/model.ts'
import type { PageChannel, PageFile, PageMessage, PageView } from './wire.ts'

/** The channels in which people may write or read. */
export function channelsOf({ channels, botUserId }: LocalSlack): readonly PageChannel[] {
  return channels().map(({ id, name, kind, isArchived, members }) => ({
    id,
    name,
    kind,
    isArchived,
    hasBot: members.includes(botUserId),
  }))
}

export function viewsOf({ views }: LocalSlack): readonly PageView[] {
  return views().map(({ id, userId, view }) => ({ id, user: userId, view }))
}

export function messageToPage(message: StoredMessage): PageMessage {
  const { channel, ts, threadTs, author, audience, text, blocks, attachments, files, reactions, edits } = message
  return {
    channel,
    ts,
    ...(threadTs !== undefined && { threadTs }),
    user: author.userId,
    ...(audience.kind === 'ephemeral' && { onlyFor: audience.userId }),
    text,
    blocks,
    attachments,
    files: files.map(fileOf),
    reactions,
    isEdited: edits.length > 0,
    isDeleted: message.isDeleted,
    isBroadcast: message.isBroadcast,
  }
}

function fileOf({ id, name, title, altText, mimetype, bytes }: StoredFile): PageFile {
  return { id, name, title, ...(altText !== undefined && { altText }), mimetype, bytes: bytes.length }
}
