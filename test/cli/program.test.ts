import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { run } from './capture.ts'

const README = readFileSync('README.md', 'utf8')

const program = createProgram(
  { out: () => undefined, err: () => undefined, colour: false, columns: undefined, now: () => 0 },
  () => undefined,
)

describe('createProgram', () => {
  it.each(program.commands.map((command) => [command.name(), command] as const))(
    'has %s in the README, with every option',
    (name, command) => {
      expect(README).toContain(`whyslow ${name}`)
      const unsaid = command.options.map(({ long }) => long ?? '').filter((option) => !README.includes(option))
      expect(unsaid).toEqual([])
    },
  )

  it.each(program.commands.map((command) => command.name()))('helps with %s', async (name) => {
    const { code, out } = await run(name, '--help')
    expect(code).toBe(0)
    expect(out).toContain(`Usage: whyslow ${name}`)
  })
})
