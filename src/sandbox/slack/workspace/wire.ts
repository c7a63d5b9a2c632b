import type { Identity } from '../ids.ts'
import type { JsonObject } from '../json.ts'
import type { Channel, StoredFile, StoredMessage, User } from './model.ts'

// How Slack writes what the workspace holds.

export function channelToWire(channel: Channel, botUserId: string): JsonObject {
  return {
    id: channel.id,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: channel.kind === 'im',
    is_mpim: false,
    is_private: channel.kind !== 'public',
    is_archived: channel.isArchived,
    is_member: channel.members.includes(botUserId),
    num_members: channel.members.length,
  }
}

export function userToWire(user: User, teamId: string): JsonObject {
  return {
    id: user.id,
    team_id: teamId,
    name: user.name,
    real_name: user.realName,
    deleted: false,
    is_bot: user.isBot,
    tz: 'Etc/UTC',
    tz_offset: 0,
    profile: { real_name: user.realName, display_name: user.name },
  }
}

export function fileToWire(file: StoredFile): JsonObject {
  return {
    id: file.id,
    name: file.name,
    title: file.title,
    ...(file.altText !== undefined && { alt_txt: file.altText }),
    mimetype: file.mimetype,
    size: file.bytes.length,
    user: file.uploadedBy,
    mode: 'hosted',
  }
}

/** A message as `conversations.history` and events carry it; `replies` are those of its thread, if it starts one. */
export function messageToWire(
  message: StoredMessage,
  { appId, teamId }: Pick<Identity, 'appId' | 'teamId'>,
  replies: readonly StoredMessage[] = [],
): JsonObject {
  const { author, blocks, attachments, files, reactions, edits, threadTs } = message
  const { length } = replies
  if (message.isDeleted) {
    return { type: 'message', subtype: 'tombstone', text: 'This message was deleted.', ts: message.ts }
  }
  return {
    type: 'message',
    user: author.userId,
    ...(author.botId !== undefined && { bot_id: author.botId, app_id: appId }),
    team: teamId,
    text: message.text,
    ts: message.ts,
    ...(message.isBroadcast && { subtype: 'thread_broadcast' }),
    ...(threadTs !== undefined && { thread_ts: threadTs }),
    ...(blocks.length > 0 && { blocks }),
    ...(attachments.length > 0 && { attachments }),
    ...(files.length > 0 && { files: files.map(fileToWire) }),
    ...(edits.length > 0 && { edited: { user: author.userId, ts: editedAt(edits.at(-1)?.at ?? 0) } }),
    ...(reactions.length > 0 && { reactions: reactions.map((each) => ({ ...each, count: each.users.length })) }),
    ...(length > 0 && {
      thread_ts: message.ts,
      reply_count: length,
      reply_users: [...new Set(replies.map((reply) => reply.author.userId))],
      latest_reply: replies.at(-1)?.ts,
    }),
  }
}

function editedAt(milliseconds: number): string {
  return `${Math.floor(milliseconds / 1000)}.000000`
}
