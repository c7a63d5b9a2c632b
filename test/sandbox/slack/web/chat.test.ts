import { describe, expect, test } from 'vitest'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { aClient, aSlack, refusalOf } from '../local.ts'
import { long, section, table, times } from '../blocks/samples.ts'

const { oncall, general, secret, archived, alice } = SEED

describe('chat.postMessage', () => {
  test('posts by id and by name, in order, each with a timestamp of its own', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const first = await client.chat.postMessage({ channel: oncall, text: 'one' })
    const second = await client.chat.postMessage({ channel: '#llm-oncall', text: 'two' })
    expect(first.ts).toMatch(/^\d{10}\.\d{6}$/)
    expect(slack.channel(oncall).messages.map(({ text, ts }) => [text, ts])).toEqual([
      ['one', first.ts],
      ['two', second.ts],
    ])
  })

  test('groups replies below the message they answer', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    await client.chat.postMessage({ channel: oncall, text: 'path', thread_ts: ts })
    await client.chat.postMessage({ channel: oncall, text: 'also here', thread_ts: ts, reply_broadcast: true })
    const [thread] = slack.channel(oncall).threads
    expect(slack.channel(oncall).threads).toHaveLength(1)
    expect(thread?.replies.map(({ text, isBroadcast }) => [text, isBroadcast])).toEqual([
      ['path', false],
      ['also here', true],
    ])
  })

  test.each([
    ['channel_not_found', { channel: 'C0NOWHERE00', text: 'x' }],
    ['channel_not_found', { channel: secret, text: 'x' }],
    ['is_archived', { channel: archived, text: 'x' }],
    ['no_text', { channel: oncall, text: '' }],
    ['no_text', { channel: oncall, blocks: [] }],
    ['msg_too_long', { channel: oncall, text: long(40_001) }],
    ['thread_not_found', { channel: oncall, text: 'x', thread_ts: '1700000000.000001' }],
    ['invalid_blocks', { channel: oncall, text: 'x', blocks: [section('')] }],
    ['invalid_blocks', { channel: oncall, text: 'x', blocks: times(51, () => ({ type: 'divider' })) }],
    ['invalid_blocks_format', { channel: oncall, text: 'x', blocks: 'not json' }],
    ['msg_blocks_too_long', { channel: oncall, text: 'x', blocks: times(5, () => section(long(2900))) }],
    ['invalid_attachments', { channel: oncall, text: 'x', blocks: [table(), table()] }],
    ['invalid_blocks', { channel: oncall, text: 'x', attachments: [{ blocks: [section('')] }] }],
    ['too_many_attachments', { channel: oncall, text: 'x', attachments: times(101, () => ({ text: 'x' })) }],
    ['invalid_metadata_format', { channel: oncall, text: 'x', metadata: 'not json' }],
    [
      'invalid_metadata_schema',
      { channel: oncall, text: 'x', metadata: { event_type: 'e', event_payload: { deep: { er: { x: 1 } } } } },
    ],
  ])('refuses with %s', async (error, args) => {
    const slack = await aSlack()
    expect(await refusalOf(aClient(slack).apiCall('chat.postMessage', args))).toBe(error)
    expect(slack.channel(oncall).messages).toEqual([])
  })

  test('says where the fault is, as Slack does', async () => {
    const slack = await aSlack()
    const call = aClient(slack).chat.postMessage({ channel: oncall, text: 'x', blocks: [section('')] as never })
    await expect(call).rejects.toMatchObject({
      data: {
        ok: false,
        error: 'invalid_blocks',
        errors: expect.arrayContaining(['must be more than 0 characters [json-pointer:/blocks/0/text/text]']),
        response_metadata: {
          messages: expect.arrayContaining([
            '[ERROR] must be more than 0 characters [json-pointer:/blocks/0/text/text]',
          ]),
        },
      },
    })
  })

  test('a reply cannot be replied to', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    const reply = await client.chat.postMessage({ channel: oncall, text: 'reply', thread_ts: ts ?? '' })
    const below = client.chat.postMessage({ channel: oncall, text: 'x', thread_ts: reply.ts ?? '' })
    expect(await refusalOf(below)).toBe('cannot_reply_to_message')
  })

  test('a public channel takes strangers only with chat:write.public', async () => {
    const open = await aSlack()
    await aClient(open).chat.postMessage({ channel: general, text: 'x' })
    const closed = await aSlack({ scopes: ['chat:write'] })
    expect(await refusalOf(aClient(closed).chat.postMessage({ channel: general, text: 'x' }))).toBe('not_in_channel')
    closed.setMembership(general, true)
    await aClient(closed).chat.postMessage({ channel: general, text: 'x' })
  })

  test('records whom a message would reach', async () => {
    const slack = await aSlack()
    await aClient(slack).chat.postMessage({ channel: oncall, text: '<!channel> &lt;!here&gt; <https://e.co|x>' })
    const [message] = slack.channel(oncall).messages
    expect(message?.activeMentions).toEqual([{ kind: 'broadcast', range: 'channel', at: '/text', by: 'markup' }])
    expect(message?.links).toEqual([{ url: 'https://e.co', label: 'x', at: '/text', by: 'markup' }])
  })

  test('a picture may show only a file that is there', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const picture = (id: string) => [{ type: 'image', alt_text: 'x', slack_file: { id } }] as never
    const call = client.chat.postMessage({ channel: oncall, text: 'x', blocks: picture('F0000000009') })
    expect(await refusalOf(call)).toBe('invalid_blocks')
    await client.files.uploadV2({ file: Buffer.from('png'), filename: 'chart.png' })
    await client.chat.postMessage({ channel: oncall, text: 'x', blocks: picture('F0000000001') })
  })
})

describe('chat.update', () => {
  test('keeps what was said before; text alone takes the blocks away', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts = '' } = await client.chat.postMessage({
      channel: oncall,
      text: 'reading',
      blocks: [section('a')] as never,
    })
    await client.chat.update({ channel: oncall, ts, text: 'done' })
    const [message] = slack.channel(oncall).messages
    expect(message).toMatchObject({ text: 'done', blocks: [], edits: [{ text: 'reading' }] })
    expect(message?.edits[0]?.blocks).toHaveLength(1)
  })

  test.each([
    ['message_not_found', { ts: '1700000000.000001', text: 'x' }],
    ['no_text', { text: '' }],
    ['msg_too_long', { text: long(4001) }],
    ['invalid_blocks', { text: 'x', blocks: [section('')] }],
  ])('refuses with %s', async (error, args) => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { ts } = await client.chat.postMessage({ channel: oncall, text: 'card' })
    expect(await refusalOf(client.apiCall('chat.update', { channel: oncall, ts, ...args }))).toBe(error)
    expect(slack.channel(oncall).messages[0]?.text).toBe('card')
  })

  test("refuses another's message, an ephemeral one and a deleted one", async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const { message } = await slack.say({ text: 'mine', isRetried: false })
    expect(await refusalOf(client.chat.update({ channel: oncall, ts: message.ts, text: 'x' }))).toBe(
      'cant_update_message',
    )
    const hidden = await client.chat.postEphemeral({ channel: oncall, user: alice, text: 'psst' })
    expect(await refusalOf(client.chat.update({ channel: oncall, ts: hidden.message_ts ?? '', text: 'x' }))).toBe(
      'message_not_found',
    )
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'gone' })
    await client.chat.delete({ channel: oncall, ts })
    expect(await refusalOf(client.chat.update({ channel: oncall, ts, text: 'x' }))).toBe('message_not_found')
  })

  test('keeps metadata that is not sent again; an empty one takes it away', async () => {
    const slack = await aSlack()
    const client = aClient(slack)
    const metadata = { event_type: 'incident', event_payload: { id: 'i1' } }
    const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'a', metadata })
    await client.chat.update({ channel: oncall, ts, text: 'b' })
    expect(slack.channel(oncall).messages[0]?.metadata).toEqual(metadata)
    await client.apiCall('chat.update', { channel: oncall, ts, text: 'c', metadata: {} })
    expect(slack.channel(oncall).messages[0]?.metadata).toBeUndefined()
  })
})

test('an ephemeral message is seen by one person only, who must be in the channel', async () => {
  const slack = await aSlack()
  const client = aClient(slack)
  await client.chat.postEphemeral({ channel: oncall, user: alice, text: 'psst' })
  expect(slack.channel(oncall).messages).toEqual([])
  expect(slack.channel(oncall).ephemeral).toMatchObject([{ text: 'psst', audience: { userId: alice } }])
  const stranger = client.chat.postEphemeral({ channel: oncall, user: 'U0STRANGER0', text: 'psst' })
  expect(await refusalOf(stranger)).toBe('user_not_in_channel')
})

test('a permalink leads to the message and names its thread', async () => {
  const slack = await aSlack()
  const client = aClient(slack)
  const { ts = '' } = await client.chat.postMessage({ channel: oncall, text: 'card' })
  const reply = await client.chat.postMessage({ channel: oncall, text: 'reply', thread_ts: ts })
  const { permalink } = await client.chat.getPermalink({ channel: oncall, message_ts: reply.ts ?? '' })
  expect(permalink).toBe(
    `https://sandbox.slack.com/archives/${oncall}/p${reply.ts?.replace('.', '')}?thread_ts=${ts}&cid=${oncall}`,
  )
  expect(await refusalOf(client.chat.getPermalink({ channel: oncall, message_ts: '1.2' }))).toBe('message_not_found')
})
