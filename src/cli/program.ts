import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import type { Finish } from './exit-code.ts'
import type { CliIo } from './io.ts'
import { addClients } from './clients-command.ts'
import { addDemo } from './demo-command.ts'
import { addDoctor } from './doctor-command.ts'
import { addHelp } from './help-command.ts'
import { addManifest } from './manifest-command.ts'
import { oneLine } from './one-line.ts'
import { addServe } from './serve-command.ts'
import { addTriage } from './triage-command.ts'
import { addTree } from './tree-command.ts'

/**
 * The command line with all its commands. What a command does is loaded when it runs: nobody waits for what they did not
 * ask for.
 */
export function createProgram(io: CliIo, finish: Finish): Command {
  const program = new Command('whyslow')
    .description('Says why a vLLM fleet is slow, where, and what to do now.')
    .version(readVersion(), '--version', 'print the version')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: mistakeWriter('whyslow') })
  addTriage(program, io, finish)
  addTree(program, io)
  addDoctor(program, io, finish)
  addClients(program, io, finish)
  addDemo(program, io)
  addServe(program, finish)
  addManifest(program, io)
  addHelp(program)
  for (const command of program.commands) {
    command.configureOutput({ outputError: mistakeWriter(`whyslow ${command.name()}`) })
  }
  return program
}

/** Commander's own messages in the form all others have, pointing to the help that lists what can be written there. */
function mistakeWriter(command: string) {
  return (message: string, write: (text: string) => void): void => {
    const said = oneLine(message.replace(/^error: /, '')).replace(/\.$/, '')
    write(`whyslow: ${said}; see: ${command} --help\n`)
  }
}

/** The package's own version; dist/ and src/ both lie one folder below package.json. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const read: unknown = JSON.parse(text)
  if (typeof read === 'object' && read !== null && 'version' in read && typeof read.version === 'string') {
    return read.version
  }
  throw new Error('package.json tells no version')
}
