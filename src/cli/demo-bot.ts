import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { loadConfig } from '../config/load.ts'
import type { Language } from '../domain/language.ts'
import { unixSeconds } from '../domain/time.ts'
import type { Window } from '../domain/window.ts'
import { createRecordingSource } from '../evidence/sources/recording/create-source.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import { openCluster } from '../flow/cluster.ts'
import { createLogger } from '../lib/logger.ts'
import type { Bot, BotSurroundings } from '../sandbox/demo/demo-world.ts'
import type { CliIo } from './io.ts'

/**
 * Starts the bot itself, over Socket Mode, on a configuration of its own. Two things are not real: its clock runs as fast
 * as the story, and its metrics come from the simulation's recording, as far back as a Prometheus would hold them.
 */
export async function startDemoBot(surroundings: BotSurroundings, language: Language, io: CliIo): Promise<Bot> {
  const { slack, clock, series, engines, alertmanagerUrl, accessLog } = surroundings
  const { startApp } = await import('../app.ts')
  const folder = await mkdtemp(join(tmpdir(), 'whyslow-demo-'))
  const file = join(folder, 'whyslow.yml')
  await writeFile(
    file,
    stringify({
      slack: { channel: '#llm-oncall', language, api_url: slack.url },
      listen: { host: '127.0.0.1', port: 0 },
      store: `file:${join(folder, 'whyslow.db')}`,
      clusters: [
        {
          name: 'demo',
          engines,
          expected_instances: engines.length,
          alertmanager: { url: alertmanagerUrl },
          access_logs: [{ file: accessLog }],
        },
      ],
    }),
  )
  const config = loadConfig(file, { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken })
  const recorded = ({ start, end }: Window) =>
    createRecordingSource({ series: series(), samples: 0, malformed: 0, start, end })
  const source: EvidenceSource = {
    name: 'recording',
    gather: (request) => recorded(request.window).gather(request),
    history: (request) => {
      const { times } = request
      const [start = unixSeconds(0), end = start] = [times[0], times.at(-1)]
      return recorded({ start, end }).history(request)
    },
  }
  const app = await startApp(config, createLogger('warn', { write: io.err }), {
    clock,
    openCluster: (cluster) => ({ ...openCluster(cluster), sources: [source], start: () => undefined }),
  })
  return {
    url: app.url,
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
