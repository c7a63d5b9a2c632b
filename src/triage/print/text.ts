import type { Answer, Diagnosis } from '../../domain/diagnosis.ts'
import { inEnglish } from '../../domain/text.ts'
import { branchesOf } from '../node.ts'
import type { Node, Tree } from '../node.ts'
import { TREE } from '../tree.ts'

const MARKS: Readonly<Record<Answer, string>> = { yes: '✓ yes', no: '✗ no', unknown: '? unknown' }

/**
 * The tree as indented text; with a diagnosis each question shows its answer.
 *
 * What stands behind a wider one's no was not asked, and is counted.
 */
export function treeToText(diagnosis?: Diagnosis): string {
  return linesOf(TREE, answersOf(diagnosis)).join('\n')
}

/** The questions of the trunk alone, numbered, with how many stand behind each: what fits on one screen. */
export function trunkToText(): string {
  const steps = TREE.causes.map(
    (node, index) => `${String(index + 1).padStart(2)} ${inEnglish(node.ask)}${behind(node)}`,
  )
  return [
    'All of these are asked, from top to bottom; the first firm yes is the headline, the others are told beside it.',
    ...steps,
    `${String(steps.length + 1).padStart(2)} No cause found? (${count(TREE.calm.length)}, else inconclusive)`,
  ].join('\n')
}

function behind(node: Node): string {
  return node.kind === 'branch' ? ` → ${node.conclude.cause}` : ` (${count(branchesOf(node).length)})`
}

function count(questions: number): string {
  return questions === 1 ? '1 question' : `${questions} questions`
}

export function answersOf(diagnosis: Diagnosis | undefined): ReadonlyMap<string, Answer> {
  return new Map(diagnosis?.path.map(({ id, answer }) => [id, answer]))
}

function linesOf({ causes, calm }: Tree, answers: ReadonlyMap<string, Answer>): readonly string[] {
  return [...causes.flatMap((node) => nodeLines(node, 0, answers)), ...calmLines(calm, answers)]
}

/** Whether all is well is asked only where no cause was found. */
function calmLines(calm: readonly Node[], answers: ReadonlyMap<string, Answer>): readonly string[] {
  if (answers.size > 0 && !calm.some(({ id }) => answers.has(id))) {
    return [`No cause found?  [${MARKS.no}], so ${count(calm.length)} not asked`]
  }
  return ['No cause found?', ...calm.flatMap((node) => nodeLines(node, 1, answers)), '  otherwise → inconclusive']
}

function nodeLines(node: Node, depth: number, answers: ReadonlyMap<string, Answer>): readonly string[] {
  const indent = '  '.repeat(depth)
  const answer = answers.get(node.id)
  const mark = answer === undefined ? '' : `  [${MARKS[answer]}]`
  if (node.kind === 'branch') return [`${indent}${inEnglish(node.ask)} → ${node.conclude.cause}${mark}`]
  if (answer === 'no') return [`${indent}${inEnglish(node.ask)}${mark}, so ${count(branchesOf(node).length)} not asked`]
  const otherwise = node.otherwise === undefined ? [] : [`${indent}  none of these → ${node.otherwise.cause}`]
  return [
    `${indent}${inEnglish(node.ask)}${mark}`,
    ...node.members.flatMap((member) => nodeLines(member, depth + 1, answers)),
    ...otherwise,
  ]
}
