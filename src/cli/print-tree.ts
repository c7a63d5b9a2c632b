import { treeToMarkdown } from '../triage/print/markdown.ts'
import { treeToMermaid } from '../triage/print/mermaid.ts'
import { treeToText, trunkToText } from '../triage/print/text.ts'

const PRINTERS = {
  text: () => `${trunkToText()}\n\n${treeToText()}`,
  mermaid: () => treeToMermaid(),
  markdown: () => treeToMarkdown(),
} as const

export type TreeFormat = keyof typeof PRINTERS

/** The tree in the format asked for, ending with a line feed. */
export function printTree(format: TreeFormat): string {
  return `${PRINTERS[format]().trimEnd()}\n`
}
