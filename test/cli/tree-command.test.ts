import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { run } from './capture.ts'

const README = readFileSync('README.md', 'utf8')

describe('whyslow tree', () => {
  it.each([
    ['tree', 'text', ['tree']],
    ['mermaid', 'mermaid', ['tree', '--format', 'mermaid']],
  ])("prints the README's %s", async (mark, language, args) => {
    const { out } = await run(...args)
    // The text itself, so that a failure shows what to put there.
    expect(blockOf(mark)).toBe(`\n\`\`\`${language}\n${out}\`\`\`\n`)
  })
})

function blockOf(mark: string): string {
  return new RegExp(`<!-- ${mark}:begin.*?-->(.*?)<!-- ${mark}:end -->`, 's').exec(README)?.[1] ?? ''
}
