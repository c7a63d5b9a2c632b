import type { Answer, Diagnosis } from '../../domain/diagnosis.ts'
import type { Node, Tree } from '../node.ts'
import { TREE } from '../tree.ts'

const MARKS: Readonly<Record<Answer, string>> = { yes: '✓ yes', no: '✗ no', unknown: '? unknown' }

/**
 * The tree as indented text; with a diagnosis each question shows its answer.
 *
 * A question that stands behind a wider one's no was not asked and shows none.
 */
export function treeToText(diagnosis?: Diagnosis): string {
  return linesOf(TREE, answersOf(diagnosis)).join('\n')
}

export function answersOf(diagnosis: Diagnosis | undefined): ReadonlyMap<string, Answer> {
  return new Map(diagnosis?.path.map(({ id, answer }) => [id, answer]))
}

function linesOf({ causes, calm }: Tree, answers: ReadonlyMap<string, Answer>): readonly string[] {
  return [
    ...causes.flatMap((node) => nodeLines(node, 0, answers)),
    'No cause found?',
    ...calm.flatMap((node) => nodeLines(node, 1, answers)),
    '  otherwise → inconclusive',
  ]
}

function nodeLines(node: Node, depth: number, answers: ReadonlyMap<string, Answer>): readonly string[] {
  const indent = '  '.repeat(depth)
  const answer = answers.get(node.id)
  const mark = answer === undefined ? '' : `  [${MARKS[answer]}]`
  if (node.kind === 'branch') return [`${indent}${node.ask} → ${node.conclude.cause}${mark}`]
  const otherwise = node.otherwise === undefined ? [] : [`${indent}  none of these → ${node.otherwise.cause}`]
  return [
    `${indent}${node.ask}${mark}`,
    ...node.members.flatMap((member) => nodeLines(member, depth + 1, answers)),
    ...otherwise,
  ]
}
