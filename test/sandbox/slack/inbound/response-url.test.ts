import { expect, test } from 'vitest'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { long, section, times } from '../blocks/samples.ts'
import { aSlack, anHttpApp } from '../local.ts'

const { secret } = SEED

async function answering(options: { readonly now?: () => number } = {}) {
  const slack = await aSlack(options)
  const app = await anHttpApp(slack)
  app.command('/vllm', ({ ack }) => ack())
  const { responseUrl } = await slack.sendSlashCommand({ command: '/vllm', channel: secret })
  const answer = async (body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(responseUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    const { error } = (await response.json()) as { error?: string }
    return [response.status, error ?? 'ok'] as const
  }
  return { slack, answer }
}

test('works in a channel the bot is not in, five times', async () => {
  const { slack, answer } = await answering()
  for (const _ of [1, 2, 3, 4, 5]) expect(await answer({ text: 'x', response_type: 'in_channel' })).toEqual([200, 'ok'])
  expect(await answer({ text: 'x' })).toEqual([404, 'used_url'])
  expect(slack.channel(secret).messages).toHaveLength(5)
})

test('nobody else can guess one', async () => {
  const slack = await aSlack()
  const body = JSON.stringify({ text: 'x' })
  const response = await fetch(`${slack.origin}/response/guessed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect([response.status, slack.calls().at(-1)?.outcome]).toMatchObject([404, { body: { error: 'no_such_url' } }])
})

test('works for thirty minutes', async () => {
  let now = 1_700_000_000_000
  const { answer } = await answering({ now: () => now })
  now += 30 * 60_000
  expect(await answer({ text: 'x' })).toEqual([200, 'ok'])
  now += 1
  expect(await answer({ text: 'x' })).toEqual([404, 'expired_url'])
})

test('checks blocks, but not their size together', async () => {
  const { slack, answer } = await answering()
  expect(await answer({ text: 'x', blocks: [section('')] })).toEqual([400, 'invalid_blocks'])
  expect(await answer({})).toEqual([400, 'no_text'])
  expect(await answer({ text: 'x', response_type: 'everywhere' })).toEqual([400, 'invalid_response_type'])
  expect(await answer({ text: 'x', replace_original: true })).toEqual([400, 'message_not_found'])
  expect(await answer({ text: 'x', blocks: times(5, () => section(long(2900))) })).toEqual([200, 'ok'])
  expect(slack.channel(secret).ephemeral).toHaveLength(1)
  expect(slack.callsOf('response_url')).toHaveLength(5)
})

test('fails on demand', async () => {
  const { slack, answer } = await answering()
  slack.fail('response_url', { times: 1, error: 'fatal_error' })
  expect(await answer({ text: 'x' })).toEqual([200, 'fatal_error'])
  expect(await answer({ text: 'x' })).toEqual([200, 'ok'])
})
