import { type Command, Option } from 'commander'
import type { CliIo } from './io.ts'
import type { TreeFormat } from './print-tree.ts'

const FORMATS = ['text', 'mermaid', 'markdown'] as const satisfies readonly TreeFormat[]

/** `whyslow tree`: the questions and conclusions, printed from the nodes that decide; as Markdown with the runbook. */
export function addTree(program: Command, io: CliIo): void {
  program
    .command('tree')
    .description('print the decision tree, or the runbook that belongs to it (--format markdown)')
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('text'))
    .action(async ({ format }: { readonly format: TreeFormat }) => {
      const { printTree } = await import('./print-tree.ts')
      io.out(printTree(format))
    })
}
