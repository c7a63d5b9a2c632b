import type { PostSender, SendOutcome, SlackMessage } from '../../src/domain/post.ts'
import type { Clock } from '../../src/lib/clock.ts'

interface Standing {
  readonly key: string
  readonly channel: string
  readonly threadTs?: string
  text: string
  readonly ts: string
}

export interface Call {
  readonly at: number
  readonly method: 'post' | 'update' | 'find'
  readonly channel: string
  readonly text: string
}

type Script = (call: Call) => SendOutcome | 'crash_before' | 'crash_after' | 'throw' | undefined

/** Slack as far as the outbox sees it. `script` may say how a call goes wrong; a crash never answers. */
export function createFakeSlack(clock: Clock, script: Script = () => undefined) {
  const standing: Standing[] = []
  const calls: Call[] = []
  let current = script

  async function answer(call: Call, take: () => string): Promise<SendOutcome> {
    calls.push(call)
    await Promise.resolve()
    const said = current(call)
    if (said === 'crash_before') return new Promise(() => undefined)
    if (said === 'throw') throw new Error('socket hang up')
    if (said !== undefined && said !== 'crash_after') {
      if (said.status === 'retry' && said.uncertain) take()
      return said
    }
    const ts = take()
    return said === 'crash_after' ? new Promise(() => undefined) : { status: 'sent', ts }
  }

  const sender: PostSender = {
    post: ({ channel, threadTs, key, message }) =>
      answer({ at: clock.now(), method: 'post', channel, text: message.text }, () => {
        const ts = `${standing.length + 1}.000100`
        standing.push({ key, channel, text: message.text, ts, ...(threadTs !== undefined && { threadTs }) })
        return ts
      }),
    update: ({ channel, ts, message }) =>
      answer({ at: clock.now(), method: 'update', channel, text: message.text }, () => {
        const found = standing.find((post) => post.ts === ts && post.channel === channel)
        if (found === undefined) throw new Error('message_not_found')
        found.text = message.text
        return ts
      }),
    find: async ({ channel, key, threadTs }) => {
      const call: Call = { at: clock.now(), method: 'find', channel, text: key }
      calls.push(call)
      await Promise.resolve()
      if (current(call) === 'throw') throw new Error('socket hang up')
      return standing.find((post) => post.key === key && post.channel === channel && post.threadTs === threadTs)?.ts
    },
  }

  return {
    sender,
    standing,
    calls,
    behave: (next: Script) => {
      current = next
    },
    texts: () => standing.map(({ text }) => text),
    made: (method: Call['method']) => calls.filter((call) => call.method === method),
  }
}

export function aMessage(text: string): SlackMessage {
  return { text, blocks: [{ type: 'section', text: { type: 'plain_text', text } }] }
}
