import { type Command, Option } from 'commander'
import { treeToMarkdown } from '../triage/print/markdown.ts'
import { treeToMermaid } from '../triage/print/mermaid.ts'
import { treeToText, trunkToText } from '../triage/print/text.ts'
import type { CliIo } from './io.ts'

const FORMATS = {
  text: () => `${trunkToText()}\n\n${treeToText()}`,
  mermaid: () => treeToMermaid(),
  markdown: () => treeToMarkdown(),
} as const

/** `whyslow tree`: the questions and conclusions, printed from the nodes that decide; as Markdown with the runbook. */
export function addTree(program: Command, io: CliIo): void {
  program
    .command('tree')
    .description('print the decision tree, or the runbook that belongs to it (--format markdown)')
    .addOption(new Option('--format <format>', 'how to print it').choices(Object.keys(FORMATS)).default('text'))
    .action(({ format }: { readonly format: keyof typeof FORMATS }) => {
      io.out(`${FORMATS[format]().trimEnd()}\n`)
    })
}
