import { once } from 'node:events'
import type { Language } from '../domain/language.ts'
import { createPainter } from '../report/painter.ts'
import { wrap } from '../report/columns.ts'
import type { Demo, DemoOptions } from '../sandbox/demo/start-demo.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import { COMMAND_KINDS } from '../slack/command-kinds.ts'
import { SHORTCUT, SLASH_COMMAND } from '../slack/manifest.ts'
import { startDemoBot } from './demo-bot.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage-error.ts'

export interface LiveOptions {
  readonly scenario: Scenario
  readonly speed: number
  readonly port: number
  readonly isOnlyPort: boolean
  readonly alertmanagerUrl: string | undefined
  /** What the bot speaks; the page and the terminal stay English. */
  readonly language: Language
}

const WIDEST = 100
/** `14:02:30` and two blanks. */
const TIME_COLUMNS = 10

/** Runs the demo until it is told to stop, and says in the terminal what happens and where to look. */
export async function runLive(options: LiveOptions, io: CliIo): Promise<void> {
  const { bold } = createPainter(io.colour)
  const say = (text: string): void => io.out(`${text}\n`)
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  const demo = await started({
    ...options,
    commands: [{ command: SLASH_COMMAND, hint: COMMAND_KINDS.join('|') }],
    shortcuts: [SHORTCUT],
    startBot: (surroundings) => startDemoBot(surroundings, options.language, io),
    onPage: (url) => say(bold(`Open ${url} and watch; Ctrl-C ends it.`)),
    onFailure: (error) => io.err(`whyslow: the incident could not be started: ${String(error)}\n`),
    tell: (at, text) => {
      const [first = '', ...rest] = wrap(text, (io.columns ?? WIDEST) - TIME_COLUMNS)
      say(`${clockOf(at)}  ${first}`)
      for (const line of rest) say(' '.repeat(TIME_COLUMNS) + line)
    },
  })
  say(`Ask on the page, too: ${SLASH_COMMAND} why-slow in the channel, @whyslow in a thread; and mend the fleet there.`)
  await stopped
  say('Ending…')
  await demo.close()
}

/** @throws UsageError when the page cannot be served as was asked */
async function started(options: DemoOptions): Promise<Demo> {
  const { startDemo } = await import('../sandbox/demo/start-demo.ts')
  const { PageError } = await import('../sandbox/page/page-error.ts')
  try {
    return await startDemo(options)
  } catch (error) {
    throw error instanceof PageError ? new UsageError(error.message) : error
  }
}

function clockOf(at: number): string {
  return new Date(at * 1000).toTimeString().slice(0, 8)
}
