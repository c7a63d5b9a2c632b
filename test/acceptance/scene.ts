import { startLocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import type { LocalSlack } from '../../src/sandbox/slack/start-local-slack.ts'
import { startFakePrometheus } from '../evidence/fake-prometheus.ts'
import type { FakePrometheus, FakeReply, FakeRequest } from '../evidence/fake-prometheus.ts'
import { startServed } from './served.ts'
import type { Served } from './served.ts'

/** whyslow as a process of its own between a local Slack and a Prometheus that answers as it is told. */
export interface Scene {
  readonly slack: LocalSlack
  readonly prometheus: FakePrometheus
  readonly served: Served
  readonly stop: () => Promise<void>
}

export interface SceneOptions {
  /** What Prometheus answers; without it, that it is busy. */
  readonly reply?: (request: FakeRequest) => FakeReply
  /** Where whyslow asks instead of the Prometheus itself. */
  readonly prometheusUrl?: string
  /** More of whyslow's configuration, by section. */
  readonly config?: Readonly<Record<string, unknown>>
}

export async function startScene({ reply = busy, prometheusUrl, config }: SceneOptions = {}): Promise<Scene> {
  const slack = await startLocalSlack({ mode: 'lenient' })
  const prometheus = await startFakePrometheus(reply)
  const served = await startServed({
    slack,
    prometheusUrl: prometheusUrl ?? prometheus.url,
    ...(config !== undefined && { config }),
  })
  return {
    slack,
    prometheus,
    served,
    stop: async () => {
      await served.stop()
      await prometheus.stop()
      await slack.close()
    },
  }
}

function busy(): FakeReply {
  return { status: 503, body: '{"status":"error","error":"busy"}' }
}
