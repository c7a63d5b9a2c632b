import { describe, expect, test, vi } from 'vitest'
import { SEED } from '../../src/sandbox/slack/workspace/seed.ts'
import { aSlack } from '../sandbox/slack/local.ts'
import { anApp } from './an-app.ts'

const { oncall, alice } = SEED

const COMMANDS = ['status', 'latency', 'skew', 'silence', 'clients', 'tree', 'doctor', 'why-slow', 'help'] as const

/** A bot whose connection can be ended right behind something that was sent down it. */
async function aBot(how: 'refresh_requested' | 'warning' | 'cut') {
  const at = await anApp('socket', await aSlack({ mode: 'lenient', ackLimitMs: 500 }))
  const { slack, app } = at
  return {
    ...at,
    breakOff: () => (how === 'cut' ? slack.socket.drop() : slack.socket.disconnect(how)),
    isBack: async () => {
      await vi.waitFor(() => expect(slack.callsOf('apps.connections.open').length).toBeGreaterThan(1), 10_000)
      await vi.waitFor(() => expect(app.status().ok).toBe(true), 10_000)
    },
    shown: () => [...slack.channel(oncall).messages, ...slack.channel(oncall).ephemeral].map(({ text }) => text),
  }
}

describe.each(['refresh_requested', 'warning', 'cut'] as const)('a connection that ends by "%s"', (how) => {
  test('leaves every command that was under way answered, once', async () => {
    const { slack, handlers, breakOff, isBack, shown } = await aBot(how)
    handlers.onCommand.mockImplementation((({ command }: { command: { kind: string } }) =>
      Promise.resolve({ text: `it is ${command.kind}`, blocks: [] })) as never)
    const sent = COMMANDS.map((text) => slack.sendSlashCommand({ command: '/vllm', text }))
    breakOff()
    await Promise.all(sent)
    await isBack()
    await slack.sendSlashCommand({ command: '/vllm', text: 'clients 7m' })
    const answers = () => shown().filter((text) => text.startsWith('it is '))
    await vi.waitFor(() => expect(answers()).toHaveLength(COMMANDS.length + 1), 8000)
    const expected = [...COMMANDS, 'clients'].map((text) => `it is ${text}`)
    expect(answers().toSorted()).toEqual(expected.toSorted())
    expect(handlers.onCommand).toHaveBeenCalledTimes(COMMANDS.length + 1)
  })

  test('leaves every button that was pressed worked off, once', async () => {
    const { slack, app, handlers, breakOff, isBack, shown } = await aBot(how)
    handlers.onPress.mockImplementation(({ deed }) => Promise.resolve(`did ${deed}`))
    const deeds = ['run_again', 'acknowledge', 'evidence', 'useful', 'wrong'] as const
    const elements = [...deeds, 'silence'].map((name) => ({
      type: 'button',
      action_id: name,
      value: 'inc_7',
      text: { type: 'plain_text', text: name },
    }))
    const blocks = [{ type: 'actions', elements }]
    const { ts = '' } = await app.client.chat.postMessage({ channel: oncall, text: 'card', blocks })
    const sent = [...deeds, 'silence'].map((actionId) => slack.press({ channel: oncall, ts, actionId, user: alice }))
    breakOff()
    await Promise.all(sent)
    await isBack()
    const told = () => shown().filter((text) => text.startsWith('did '))
    await vi.waitFor(() => expect(told()).toHaveLength(deeds.length), 8000)
    expect(told().toSorted()).toEqual(deeds.map((deed) => `did ${deed}`).toSorted())
    await slack.waitFor(() => slack.views().length === 1)
    expect(handlers.onPress).toHaveBeenCalledTimes(deeds.length)
  })
})
