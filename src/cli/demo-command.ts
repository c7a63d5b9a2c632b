import type { Command } from 'commander'
import type { CliIo } from './io.ts'
import { UsageError } from './usage-error.ts'

interface DemoFlags {
  readonly scenario: string
  readonly once?: true
  readonly list?: true
}

/** `whyslow demo`: the product on a simulated fleet, with nothing installed but Node. */
export function addDemo(program: Command, io: CliIo): void {
  program
    .command('demo')
    .description('tell a simulated incident and what whyslow says about it')
    .option('--scenario <id>', 'which incident', 'skew')
    .option('--once', 'only the triage, without what mends it')
    .option('--list', 'list the incidents')
    .action((flags: DemoFlags) => (flags.list ? list(io) : tell(flags, io)))
}

async function list(io: CliIo): Promise<void> {
  const { catalog } = await import('../sandbox/scenarios/catalog.ts')
  const width = Math.max(...catalog.map(({ id }) => id.length))
  for (const { id, title } of catalog) io.out(`${id.padEnd(width)}  ${title}\n`)
}

async function tell({ scenario: id, once }: DemoFlags, io: CliIo): Promise<void> {
  const { findScenario } = await import('../sandbox/scenarios/catalog.ts')
  const scenario = findScenario(id)
  if (scenario === undefined) {
    throw new UsageError(`--scenario "${id}" is not known; list them with: whyslow demo --list`)
  }
  // Loaded only now, so that no other command pays for it.
  const { tellStory } = await import('./demo-story.ts')
  await tellStory({ scenario, isOnce: once === true }, io)
}
