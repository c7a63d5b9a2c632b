import { describe, expect, test } from 'vitest'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { aClient, aSlack, refusalOf } from '../local.ts'

const { oncall, general, secret, archived, alice } = SEED

describe('conversations', () => {
  test('info and list show what the bot may see, page by page', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    expect((await client.conversations.info({ channel: oncall })).channel).toMatchObject({
      name: 'llm-oncall',
      is_member: true,
    })
    expect(await refusalOf(client.conversations.info({ channel: secret }))).toBe('channel_not_found')
    const first = await client.conversations.list({ types: 'public_channel,private_channel', limit: 2 })
    const rest = await client.conversations.list({
      types: 'public_channel,private_channel',
      limit: 2,
      cursor: first.response_metadata?.next_cursor ?? '',
    })
    expect([...(first.channels ?? []), ...(rest.channels ?? [])].map(({ id }) => id)).toEqual([
      oncall,
      general,
      archived,
    ])
    expect(rest.response_metadata?.next_cursor).toBe('')
    expect(await refusalOf(client.conversations.list({ cursor: 'bogus' }))).toBe('invalid_cursor')
  })

  test('history is newest first, without replies; metadata comes when asked for', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const metadata = { event_type: 'incident', event_payload: { id: 'i1' } }
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'first', metadata })
    await client.chat.postMessage({ channel: oncall, text: 'reply', thread_ts: ts })
    await slack.say({ text: 'second', isRetried: false })
    const plain = await client.conversations.history({ channel: oncall })
    expect(plain.messages?.map(({ text }) => text)).toEqual(['second', 'first'])
    expect(plain.messages?.[1]).toMatchObject({ reply_count: 1, metadata: { event_type: 'incident' } })
    const full = await client.conversations.history({ channel: oncall, include_all_metadata: true })
    expect(full.messages?.[1]).toMatchObject({ metadata })
    const since = await client.conversations.history({ channel: oncall, oldest: ts })
    expect(since.messages?.map(({ text }) => text)).toEqual(['second'])
    const from = await client.conversations.history({ channel: oncall, oldest: ts, inclusive: true })
    expect(from.messages?.map(({ text }) => text)).toEqual(['second', 'first'])
    expect(await refusalOf(client.conversations.history({ channel: general }))).toBe('not_in_channel')
  })

  test('replies are the thread, its start first', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    const reply = await client.chat.postMessage({ channel: oncall, text: 'one', thread_ts: ts })
    for (const asked of [ts, reply.ts ?? '']) {
      const { messages } = await client.conversations.replies({ channel: oncall, ts: asked })
      expect(messages?.map(({ text }) => text)).toEqual(['card', 'one'])
    }
    expect(await refusalOf(client.conversations.replies({ channel: oncall, ts: '1.2' }))).toBe('thread_not_found')
  })

  test('a deleted message leaves a stone if something was said below it, and nothing otherwise', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    await client.chat.postMessage({ channel: oncall, text: 'reply', thread_ts: ts })
    const alone = await client.chat.postMessage({ channel: oncall, text: 'alone' })
    await client.chat.delete({ channel: oncall, ts })
    await client.chat.delete({ channel: oncall, ts: alone.ts ?? '' })
    const { messages } = await client.conversations.history({ channel: oncall })
    expect(messages).toMatchObject([{ ts, subtype: 'tombstone' }])
    expect(await refusalOf(client.chat.delete({ channel: oncall, ts }))).toBe('message_not_found')
  })

  test('joining, archiving and renaming', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    await client.conversations.join({ channel: general })
    slack.setMembership(SEED.secret, true)
    const join = client.conversations.join({ channel: SEED.secret })
    expect(await refusalOf(join)).toBe('method_not_supported_for_channel_type')
    expect((await client.conversations.info({ channel: general })).channel?.is_member).toBe(true)
    slack.rename(general, 'everyone')
    expect((await client.conversations.info({ channel: general })).channel?.name).toBe('everyone')
    slack.archive(general)
    expect(await refusalOf(client.chat.postMessage({ channel: general, text: 'x' }))).toBe('is_archived')
  })

  test('a message to a person opens a direct conversation', async () => {
    const slack = await aSlack()
    const { channel = '' } = await aClient(slack).chat.postMessage({ channel: alice, text: 'hello' })
    expect(channel).toMatch(/^D/)
    expect(slack.channel(alice).messages).toMatchObject([{ channel, text: 'hello' }])
  })
})

test('users and reactions', async () => {
  const slack = await aSlack()
  const client = aClient(slack)
  expect((await client.users.info({ user: alice })).user).toMatchObject({ name: 'alice', is_bot: false })
  expect(await refusalOf(client.users.info({ user: 'U0NOBODY000' }))).toBe('user_not_found')
  const { message } = await slack.say({ text: 'slow!', isRetried: false })
  const reaction = { channel: oncall, timestamp: message.ts, name: 'eyes' }
  await client.reactions.add(reaction)
  expect(slack.channel(oncall).messages[0]?.reactions).toEqual([{ name: 'eyes', users: [slack.botUserId] }])
  expect(await refusalOf(client.reactions.add(reaction))).toBe('already_reacted')
  expect(await refusalOf(client.reactions.add({ ...reaction, name: ':eyes:' }))).toBe('invalid_name')
  expect(await refusalOf(client.reactions.add({ ...reaction, timestamp: '1.2' }))).toBe('message_not_found')
  await client.reactions.remove(reaction)
  expect(await refusalOf(client.reactions.remove(reaction))).toBe('no_reaction')
  expect(slack.channel(oncall).messages[0]?.reactions).toEqual([])
})

describe('files', () => {
  const bytes = Buffer.from('\u0089PNG\r\n\r\nnot really')

  test("are uploaded by Slack's client and shown in the thread", async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    await client.files.uploadV2({
      channel_id: oncall,
      thread_ts: ts,
      initial_comment: 'stages',
      file: bytes,
      filename: 'chart.png',
      title: 'Stages',
    })
    const [reply] = slack.channel(oncall).threads[0]?.replies ?? []
    expect(reply).toMatchObject({
      text: 'stages',
      files: [{ name: 'chart.png', title: 'Stages', mimetype: 'image/png' }],
    })
    expect(Buffer.from(reply?.files[0]?.bytes ?? [])).toEqual(bytes)
  })

  test('may be sent raw, must be as long as announced, and must have arrived', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { upload_url: url = '', file_id: id = '' } = await client.files.getUploadURLExternal({
      filename: 'a.txt',
      length: 3,
    })
    const complete = () => client.files.completeUploadExternal({ files: [{ id, title: 'A' }] })
    expect(await refusalOf(complete())).toBe('file_not_found')
    expect((await fetch(url, { method: 'POST', body: 'long' })).status).toBe(400)
    expect((await fetch(url, { method: 'POST', body: 'abc' })).status).toBe(200)
    expect((await complete()).files).toMatchObject([{ id, name: 'a.txt', size: 3 }])
    expect((await client.files.info({ file: id })).file).toMatchObject({ id, mimetype: 'text/plain' })
    expect((await fetch(`${url}x`, { method: 'POST', body: 'abc' })).status).toBe(404)
  })

  test('with an alternative text that is too long, or a markdown block beside it, is refused as Slack does', async () => {
    const client = aClient(await aSlack())
    const ask = (length: number) =>
      client.apiCall('files.getUploadURLExternal', { filename: 'a.png', length: 3, alt_txt: 'x'.repeat(length) })
    expect(await refusalOf(ask(1001))).toBe('alt_txt_too_large')
    expect(await refusalOf(ask(1000))).toBe('no refusal')
    const beside = (type: string) =>
      refusalOf(
        client.files.uploadV2({
          channel_id: oncall,
          file: bytes,
          filename: 'a.png',
          blocks: [type === 'markdown' ? { type, text: '*x*' } : { type: 'divider' }],
        }),
      )
    expect(await beside('markdown')).toBe('internal_error')
    expect(await beside('divider')).toBe('no refusal')
  })

  test('may appear late', async () => {
    const slack = await aSlack({ fileDelayMs: 50 })
    await aClient(slack).files.uploadV2({ channel_id: oncall, file: bytes, filename: 'chart.png' })
    expect(slack.channel(oncall).messages).toEqual([])
    expect((await slack.waitFor(() => slack.channel(oncall).messages[0])).files).toHaveLength(1)
  })

  test('go only where the bot is', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const upload = client.files.uploadV2({ channel_id: general, file: bytes, filename: 'chart.png' })
    expect(await refusalOf(upload)).toBe('not_in_channel')
  })
})
