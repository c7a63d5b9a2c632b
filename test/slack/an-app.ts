import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'
import type { SlackMessage } from '../../src/domain/post.ts'
import { equals } from '../../src/domain/matcher.ts'
import type { SilenceDraft } from '../../src/domain/silence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { hours } from '../../src/domain/time.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { createSlackApp } from '../../src/slack/create-bolt-app.ts'
import type { Ends, Made, Press, SilenceHandlers } from '../../src/slack/handlers.ts'
import type { Preview } from '../../src/slack/render-silence-dialog.ts'
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

export const aDraft: SilenceDraft = {
  incidentId: 'inc_7',
  matchers: [equals('alertname', 'VLLMTTFTHigh'), equals('model_name', 'qwen')],
  leftOut: 0,
  length: hours(1),
  comment: 'because',
}

/** The bot's ear on a local Slack, with handlers that can be told what to do. */
export async function anApp(mode: 'http' | 'socket', given?: LocalSlack, voiceOf: Ends['voiceOf'] = () => inEnglish) {
  const slack = given ?? (await aSlack({ mode: 'lenient' }))
  const { log, lines } = aLog()
  const handlers = {
    onCommand: vi.fn(() => Promise.resolve(answer)),
    onThread: vi.fn(() => Promise.resolve(answer)),
    onPress: vi.fn((_press: Press): Promise<string | undefined> => Promise.resolve(undefined)),
    silences: {
      draft: vi.fn((): ReturnType<SilenceHandlers['draft']> => Promise.resolve({ kind: 'draft', draft: aDraft })),
      preview: vi.fn((): Promise<Preview> => Promise.resolve({ kind: 'counted', count: 2 })),
      make: vi.fn((): Promise<Made> => Promise.resolve({ kind: 'made' })),
    },
  }
  const { botToken, signingSecret, appToken, url: apiUrl } = slack
  const line = mode === 'http' ? ({ mode, signingSecret } as const) : ({ mode, appToken } as const)
  const app = createSlackApp({ ...line, botToken, apiUrl, log, handlers, voiceOf })
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
