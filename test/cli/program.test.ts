import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createProgram } from '../../src/cli/program.ts'
import { loadConfig } from '../../src/config/load.ts'
import { configFile } from '../../src/config/schema.ts'
import { run } from './capture.ts'

const README = readFileSync('README.md', 'utf8')

const CONFIG = /```yaml\n(slack:.*?)```/s.exec(README)?.[1] ?? ''

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

describe("the README's configuration", () => {
  it('is one that whyslow takes, with every key explained', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'whyslow-readme-')), 'whyslow.yml')
    writeFileSync(path, CONFIG)
    const { clusters } = loadConfig(path, { WHYSLOW_WEBHOOK_TOKEN: 'x' })
    expect(clusters).toMatchObject([{ name: 'prod', expectedInstances: 4, maxNumSeqs: 256 }])
    const shapes = Object.entries(configFile.shape).map(([key, shape]) => [key, keysOf(shape)] as const)
    const unsaid = shapes.flatMap(([key, inner]) => [key, ...inner].filter((name) => !README.includes(name)))
    expect(unsaid).toEqual([])
  })
})

/** The keys of a section, through the wrappers of its schema. */
function keysOf(schema: unknown): readonly string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault) {
    return keysOf(schema.unwrap())
  }
  if (schema instanceof z.ZodArray) return keysOf(schema.element)
  // A key such as bot_token_env is told by the name it shares with its neighbour.
  return schema instanceof z.ZodObject ? Object.keys(schema.shape).map((key) => key.replace(/_(?:file|env)$/, '')) : []
}
