import type { Command } from 'commander'
import { spokenAs } from '../config/spoken-as.ts'
import { LANGUAGES, type Language } from '../domain/language.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage-error.ts'

interface DemoFlags {
  readonly scenario: string
  readonly speed: string
  readonly port?: string
  readonly alertmanager?: string
  readonly language: string
  readonly once?: true
  readonly list?: true
}

/** Tried first; when it is taken, the next ones. */
const FIRST_PORT = 8210
const DEFAULT_SPEED = '30'
/** Beyond it a scrape interval passes between two looks at the clock. */
const HIGHEST_SPEED = 120

/** `whyslow demo`: the product on a simulated fleet, with nothing installed but Node. */
export function addDemo(program: Command, io: CliIo): void {
  program
    .command('demo')
    .description('try whyslow in a local Slack on a simulated fleet, until Ctrl-C')
    .option('--scenario <id>', 'which incident', 'skew')
    .option('--speed <number>', 'simulated seconds in one while the story moves', DEFAULT_SPEED)
    .option('--port <number>', `where the page is served (${FIRST_PORT} or the next free one)`)
    .option('--alertmanager <url>', 'let the alert fire, and be silenced, in an Alertmanager of your own')
    .option('--language <tag>', 'what the bot speaks on the page: en or zh', 'en')
    .option('--once', 'print the incident, what whyslow says and what mends it, and end')
    .option('--list', 'list the incidents')
    .action((flags: DemoFlags) => (flags.list ? list(io) : show(flags, io)))
}

async function list(io: CliIo): Promise<void> {
  const { catalog } = await import('../sandbox/scenarios/catalog.ts')
  const width = Math.max(...catalog.map(({ id }) => id.length))
  for (const { id, title } of catalog) io.out(`${id.padEnd(width)}  ${title}\n`)
}

async function show(
  { scenario: id, speed, port, alertmanager, once, language: tag }: DemoFlags,
  io: CliIo,
): Promise<void> {
  const { findScenario } = await import('../sandbox/scenarios/catalog.ts')
  const scenario = findScenario(id)
  if (scenario === undefined) {
    throw new UsageError(`--scenario "${id}" is not known; list them with: whyslow demo --list`)
  }
  const alertmanagerUrl = alertmanager === undefined ? undefined : parseUrl(alertmanager)
  const pace = { speed: parseSpeed(speed), port: parsePort(port), isOnlyPort: port !== undefined }
  const language = parseLanguage(tag)
  // Loaded only now, so that no other command pays for it.
  if (once) {
    if (language !== 'en') throw new UsageError(`--once prints English; for --language ${tag} leave it out`)
    const { tellStory } = await import('./demo-story.ts')
    await tellStory(scenario, io)
    return
  }
  const { runLive } = await import('./demo-live.ts')
  await runLive({ scenario, ...pace, alertmanagerUrl, language }, io)
}

function parseSpeed(text: string): number {
  const speed = Number(text)
  if (text.trim() !== '' && speed >= 1 && speed <= HIGHEST_SPEED) return speed
  throw new UsageError(`--speed "${text}" is not between 1 and ${HIGHEST_SPEED}`)
}

function parseLanguage(tag: string): Language {
  const language = spokenAs(tag)
  if (language !== undefined) return language
  throw new UsageError(`--language "${tag}" is none that whyslow speaks; write ${LANGUAGES.join(' or ')}`)
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol)) return text.replace(/\/+$/u, '')
  throw new UsageError(`--alertmanager "${text}" is no address, such as http://127.0.0.1:9093`)
}

function parsePort(text: string | undefined): number {
  if (text === undefined) return FIRST_PORT
  const port = Number(text)
  if (/^\d+$/u.test(text) && port <= 65_535) return port
  throw new UsageError(`--port "${text}" is no port`)
}
