import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { SlackMessage } from '../../src/domain/post.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { createSlackApp } from '../../src/slack/create-bolt-app.ts'
import { aSlack } from '../sandbox/slack/local.ts'
import { aLog } from './ends.ts'

export const answer: SlackMessage = {
  text: 'the queue is full',
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: 'the queue is *full*' } },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'run_again', value: 'inc_7', text: { type: 'plain_text', text: 'Run again' } },
      ],
    },
  ],
}

/** The bot's ear on a local Slack, with handlers that can be told what to do. */
export async function anApp(mode: 'http' | 'socket', given?: LocalSlack) {
  const slack = given ?? (await aSlack({ mode: 'lenient' }))
  const { log, lines } = aLog()
  const handlers = {
    onCommand: vi.fn(() => Promise.resolve(answer)),
    onThread: vi.fn(() => Promise.resolve(answer)),
    onRunAgain: vi.fn(() => Promise.resolve()),
  }
  const { botToken, signingSecret, appToken, url: apiUrl } = slack
  const line = mode === 'http' ? ({ mode, signingSecret } as const) : ({ mode, appToken } as const)
  const app = createSlackApp({ ...line, botToken, apiUrl, log, handlers })
  const { requestHandler } = app
  let port = 0
  if (requestHandler) {
    const server = createServer((request, response) => void requestHandler(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    port = (server.address() as AddressInfo).port
    slack.deliverTo({ kind: 'http', url: `http://127.0.0.1:${port}/slack/events` })
  }
  await app.start()
  onTestFinished(() => app.stop())
  return { slack, app, handlers, lines, port, url: `http://127.0.0.1:${port}/slack/events` }
}
