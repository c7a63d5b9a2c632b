import type { WebClient } from '@slack/web-api'
import type { PostSender, SendOutcome } from '../domain/post.ts'
import { WhyslowError } from '../lib/errors.ts'
import { readFailure } from './call-failure.ts'

/** Finds a channel's id by its name: Slack edits messages by id only, and names its channels by id in events. */
export interface ChannelIds {
  /** An id is given back as it is. Rejects with a `WhyslowError` when Slack can't be asked or knows no such channel. */
  idOf(channel: string): Promise<string>
}

const ID = /^[CGD][A-Z0-9]{6,}$/u
const PAGE = 500
const MOST_PAGES = 40

export function createChannelIds(client: WebClient): ChannelIds {
  const known = new Map<string, string>()

  async function look(name: string): Promise<string> {
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer = await client.conversations.list({
        types: 'public_channel,private_channel',
        exclude_archived: true,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      })
      const found = answer.channels?.find((channel) => channel.name === name)?.id
      if (found !== undefined) return found
      cursor = answer.response_metadata?.next_cursor
      if (cursor === undefined || cursor === '') break
    }
    throw new WhyslowError(
      'channel_not_found',
      `Slack has no channel #${name} that the bot can see; make it, invite the bot, or give slack.channel its id (C…)`,
    )
  }

  return {
    idOf: async (channel) => {
      if (ID.test(channel)) return channel
      const name = channel.replace(/^#/u, '')
      const id = known.get(name) ?? (await look(name))
      known.set(name, id)
      return id
    },
  }
}

/** A sender that is told channels by name; a name that can't be looked up yet is tried again later. */
export function withChannelIds(sender: PostSender, ids: ChannelIds): PostSender {
  async function send(channel: string, call: (id: string) => Promise<SendOutcome>): Promise<SendOutcome> {
    let id: string
    try {
      id = await ids.idOf(channel)
    } catch (error) {
      const isUnknown = error instanceof WhyslowError
      const reason = isUnknown ? error.message : readFailure(error).reason
      return { status: 'retry', afterSeconds: isUnknown ? 60 : 5, reason, uncertain: false }
    }
    return call(id)
  }
  return {
    post: (options) => send(options.channel, (channel) => sender.post({ ...options, channel })),
    update: (options) => send(options.channel, (channel) => sender.update({ ...options, channel })),
    find: async (options) => sender.find({ ...options, channel: await ids.idOf(options.channel) }),
  }
}
