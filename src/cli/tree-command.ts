import { type Command, Option } from 'commander'
import { treeToMermaid } from '../triage/print/mermaid.ts'
import { treeToText } from '../triage/print/text.ts'
import type { CliIo } from './io.ts'

const FORMATS = { text: () => treeToText(), mermaid: () => treeToMermaid() } as const

/** `whyslow tree`: the questions and conclusions, printed from the nodes that decide. */
export function addTree(program: Command, io: CliIo): void {
  program
    .command('tree')
    .description('print the decision tree')
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'mermaid']).default('text'))
    .action(({ format }: { readonly format: keyof typeof FORMATS }) => {
      io.out(`${FORMATS[format]().trimEnd()}\n`)
    })
}
