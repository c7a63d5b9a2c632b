import { expect, test } from 'vitest'
import { SEED } from '../../../../src/sandbox/slack/workspace/seed.ts'
import { aClient, aSlack, refusalOf } from '../local.ts'

const { oncall } = SEED

test('knows the bot by its token in the header or in the body', async () => {
  const slack = await aSlack()
  const post = async (headers: Record<string, string>, body: string) => {
    const response = await fetch(`${slack.url}auth.test`, { method: 'POST', headers, body })
    return response.json()
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const known = { ok: true, user_id: slack.botUserId, bot_id: slack.botId }
  expect(await post({ ...form, authorization: `Bearer ${slack.botToken}` }, '')).toMatchObject(known)
  expect(await post(form, `token=${slack.botToken}`)).toMatchObject(known)
  expect(await post(json, JSON.stringify({ token: slack.botToken }))).toMatchObject(known)
  expect(await post(form, '')).toEqual({ ok: false, error: 'not_authed' })
  expect(await post(json, '{')).toEqual({ ok: false, error: 'invalid_json' })
  expect(await post(json, '[]')).toEqual({ ok: false, error: 'json_not_object' })
  expect(await post({ 'content-type': '' }, '<x/>')).toEqual({ ok: false, error: 'missing_post_type' })
  expect(await post({ 'content-type': 'text/xml' }, '<x/>')).toEqual({ ok: false, error: 'invalid_post_type' })
})

test('turns away strangers, revoked tokens, the wrong kind of token and missing scopes', async () => {
  const slack = await aSlack({ scopes: ['chat:write'] })
  expect(await refusalOf(aClient(slack, 'xoxb-guess').auth.test())).toBe('invalid_auth')
  expect(await refusalOf(aClient(slack, slack.appToken).auth.test())).toBe('not_allowed_token_type')
  expect(await refusalOf(aClient(slack).apps.connections.open())).toBe('not_allowed_token_type')
  expect(await refusalOf(aClient(slack).users.info({ user: SEED.alice }))).toBe('missing_scope')
  slack.revoke('bot')
  expect(await refusalOf(aClient(slack).auth.test())).toBe('token_revoked')
  slack.restore('bot')
  expect((await aClient(slack).auth.test()).ok).toBe(true)
})

test('refuses methods it does not know', async () => {
  const slack = await aSlack()
  expect(await refusalOf(aClient(slack).apiCall('chat.shout'))).toBe('unknown_method')
})

test('takes blocks as JSON in a form and as JSON in JSON', async () => {
  const slack = await aSlack()
  await aClient(slack).chat.postMessage({ channel: oncall, text: 'form', blocks: [{ type: 'divider' }] })
  await fetch(`${slack.url}chat.postMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${slack.botToken}` },
    body: JSON.stringify({ channel: oncall, text: 'json', blocks: [{ type: 'divider' }] }),
  })
  expect(slack.channel(oncall).messages.map(({ blocks }) => blocks.length)).toEqual([1, 1])
})

test('remembers every call and its answer, but no token', async () => {
  const slack = await aSlack({ now: () => 1_700_000_000_000 })
  await aClient(slack).auth.test()
  await refusalOf(aClient(slack).chat.postMessage({ channel: 'C0NOWHERE00', text: 'x' }))
  expect(slack.calls().map(({ method, at }) => [method, at])).toEqual([
    ['auth.test', 1_700_000_000_000],
    ['chat.postMessage', 1_700_000_000_000],
  ])
  expect(slack.callsOf('chat.postMessage')).toMatchObject([
    {
      args: { channel: 'C0NOWHERE00', text: 'x' },
      outcome: { kind: 'answer', status: 200, body: { error: 'channel_not_found' } },
    },
  ])
  expect(JSON.stringify(slack.calls())).not.toContain(slack.botToken)
})

test('tells a message in waiting as soon as it is there', async () => {
  const slack = await aSlack()
  const waiting = slack.waitFor(() => slack.channel(oncall).messages.find(({ text }) => text === 'late'))
  await aClient(slack).chat.postMessage({ channel: oncall, text: 'late' })
  expect((await waiting).text).toBe('late')
  await expect(slack.waitFor(() => false, 20)).rejects.toMatchObject({ code: 'timeout' })
})
