import { describe, expect, it } from 'vitest'
import { createUploads, UploadError } from '../../src/slack/upload-file.ts'
import { aClient, aSlack } from '../sandbox/slack/local.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47])

async function aThread() {
  const slack = await aSlack({ mode: 'lenient' })
  const client = aClient(slack)
  const [channel] = slack.channels()
  const posted = await client.chat.postMessage({ channel: channel?.id ?? '', text: 'card' })
  const place = { channel: channel?.id ?? '', threadTs: posted.ts ?? '' }
  const files = () => slack.messagesIn(place.channel).flatMap((message) => message.files)
  return { slack, uploads: createUploads(() => client), place, files }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('a file for a thread', () => {
  it('is seen when it is shown, with its title and what it shows in words', async () => {
    const { slack, uploads, place, files } = await aThread()
    const id = await uploads.send({ name: 'c.png', title: 'Chart', content: PNG, altText: 'Queue 8 s' })
    expect(files()).toEqual([])
    await uploads.show({ id, title: 'Chart' }, place)
    expect(files()).toMatchObject([{ name: 'c.png', title: 'Chart', altText: 'Queue 8 s', mimetype: 'image/png' }])
    expect(files()[0]?.bytes).toEqual(Buffer.from(PNG))
    expect(slack.messagesIn(place.channel).at(-1)?.threadTs).toBe(place.threadTs)
  })

  it('takes text, and words for a picture that are too long for Slack', async () => {
    const { uploads, place, files } = await aThread()
    const id = await uploads.send({ name: 'a.txt', title: 'Text', content: 'grün', altText: '汉'.repeat(3000) })
    await uploads.show({ id, title: 'Text' }, place)
    expect(new TextDecoder().decode(files()[0]?.bytes)).toBe('grün')
    expect(files()[0]?.altText).toHaveLength(1000)
  })

  it.each([
    ['a scope that is missing', { error: 'missing_scope' }, { retryable: false, isUncertain: false }],
    ['a limit', { retryAfter: 7 }, { retryable: true, isUncertain: false }],
  ])('says of %s whether it helps to try again', async (_name, fault, expected) => {
    const { slack, uploads } = await aThread()
    slack.fail('files.getUploadURLExternal', fault)
    const failure = await failureOf(uploads.send({ name: 'c.png', title: 'Chart', content: PNG }))
    expect(failure).toBeInstanceOf(UploadError)
    expect(failure).toMatchObject({ ...expected, message: expect.stringMatching(/^the file did not get into Slack: /) })
  })

  it('may be seen where Slack broke off while showing it, and not where it broke off before', async () => {
    const { slack, uploads, place } = await aThread()
    slack.fail('files.completeUploadExternal', { status: 500, times: 1 })
    slack.fail('files.getUploadURLExternal', { status: 500, times: 1 })
    const file = { name: 'c.png', title: 'Chart', content: PNG }
    expect(await failureOf(uploads.send(file))).toMatchObject({ retryable: true, isUncertain: false })
    const id = await uploads.send(file)
    expect(await failureOf(uploads.show({ id, title: 'Chart' }, place))).toMatchObject({
      retryable: true,
      isUncertain: true,
    })
  })
})
