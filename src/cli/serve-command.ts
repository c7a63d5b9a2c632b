import { once } from 'node:events'
import type { Command } from 'commander'
import type { Finish } from './exit-code.ts'
import { EXIT } from './exit-code.ts'
import { configPath } from './config-path.ts'
import { UsageError } from './usage-error.ts'

interface ServeFlags {
  readonly config?: string
  readonly logLevel: string
}

/** `whyslow serve`: the webhook, Slack, `/metrics`, `/healthz` and `/readyz`, until SIGTERM or SIGINT. */
export function addServe(program: Command, finish: Finish): void {
  program
    .command('serve')
    .description('receive alerts and post why it is slow into Slack')
    .option('--config <file>', 'configuration (whyslow.yml where there is one)')
    .option('--log-level <level>', 'trace, debug, info, warn, error or silent', 'info')
    .action(async (flags: ServeFlags) => {
      await serve(flags)
      finish(EXIT.healthy)
    })
}

async function serve({ config: stated, logLevel }: ServeFlags): Promise<void> {
  const path = configPath(stated)
  if (path === undefined) throw new UsageError('no configuration: write whyslow.yml, or name one with --config FILE')
  // Loaded only now, so that no other command pays for it.
  const { loadConfig } = await import('../config/load.ts')
  const config = loadConfig(path, process.env)
  const { startApp } = await import('../app.ts')
  const { LOG_LEVELS, createLogger } = await import('../lib/logger.ts')
  const level = LOG_LEVELS.find((known) => known === logLevel)
  if (level === undefined) throw new UsageError(`--log-level "${logLevel}" is none of ${LOG_LEVELS.join(', ')}`)
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const log = createLogger(level)
  const app = await startApp(config, log)
  await stopped
  await app.close()
}
