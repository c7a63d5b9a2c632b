import type { Answer, Diagnosis } from '../../domain/diagnosis.ts'
import { inEnglish } from '../../domain/text.ts'
import type { Branch, Node } from '../node.ts'
import { TREE } from '../tree.ts'
import { answersOf } from './text.ts'

/** The tree as a Mermaid flowchart; with a diagnosis each question takes the colour of its answer. */
export function treeToMermaid(diagnosis?: Diagnosis): string {
  const answers = answersOf(diagnosis)
  const trunk = [...TREE.causes, ...TREE.calm]
  return [
    'flowchart TD',
    '  start([alert or question]) --> ' + (trunk[0]?.id ?? 'inconclusive'),
    ...trunk.flatMap((node, index) => nodeLines(node, trunk[index + 1]?.id ?? 'inconclusive', answers)),
    '  inconclusive([inconclusive])',
    '  classDef yes fill:#fde2e1,stroke:#b3261e,color:#000',
    '  classDef no fill:#e6f4ea,stroke:#1e8e3e,color:#000',
    '  classDef unknown fill:#fff4d6,stroke:#b06000,color:#000',
  ].join('\n')
}

function nodeLines(node: Node, next: string, answers: ReadonlyMap<string, Answer>): readonly string[] {
  const question = `  ${node.id}{"${quoted(inEnglish(node.ask))}"}${styleOf(node.id, answers)}`
  const on = `  ${node.id} -->|then| ${next}`
  if (node.kind === 'branch') return [question, leaf(node), on]
  const members = node.members.flatMap((member) => memberLines(node.id, member, answers))
  const otherwise =
    node.otherwise === undefined ? [] : [`  ${node.id} -->|none of these| ${node.id}_leaf["${node.otherwise.cause}"]`]
  return [question, ...members, ...otherwise, on]
}

function memberLines(parent: string, node: Node, answers: ReadonlyMap<string, Answer>): readonly string[] {
  const arrow = `  ${parent} --> ${node.id}{"${quoted(inEnglish(node.ask))}"}${styleOf(node.id, answers)}`
  if (node.kind === 'branch') return [arrow, leaf(node)]
  return [arrow, ...node.members.flatMap((member) => memberLines(node.id, member, answers))]
}

function leaf({ id, conclude }: Branch): string {
  return `  ${id} -->|yes| ${id}_leaf["${conclude.cause}"]`
}

function styleOf(id: string, answers: ReadonlyMap<string, Answer>): string {
  const answer = answers.get(id)
  return answer === undefined ? '' : `:::${answer}`
}

function quoted(text: string): string {
  return text.replaceAll('"', '#quot;')
}
