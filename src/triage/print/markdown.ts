import type { Action, ActionPlan } from '../../domain/action.ts'
import type { Cause } from '../../domain/cause.ts'
import type { Evidence } from '../../domain/evidence.ts'
import { codeMarkdown, escapeMarkdown } from '../../domain/markdown.ts'
import { present } from '../../domain/reading.ts'
import type { PresentReading } from '../../domain/reading.ts'
import { unixSeconds } from '../../domain/time.ts'
import type { Text } from '../../domain/text.ts'
import { inEnglish } from '../../domain/text.ts'
import { up } from '../../signals/scrape.ts'
import type { Case, Confirmation, Node, Tree } from '../node.ts'
import { TREE } from '../tree.ts'
import type { Page } from './pages.ts'
import { pagesOf } from './pages.ts'

/** The runbook as one Markdown file: the tree as a list, then a page for every conclusion. */
export function treeToMarkdown(): string {
  const pages = pagesOf(TREE)
  return [HEAD, trunk(TREE).join('\n'), ...pages.map((page) => printPage(page, pages))].join('\n\n')
}

const HEAD = `# What whyslow looks for

Printed by \`whyslow tree --format markdown\` from the tree that decides. All questions are asked, from top to bottom. The
first firm yes is the headline, and the others are told beside it. A yes is firm when nothing is left open and two kinds of
witness agree; else it is tentative, and the card says what would settle it. The card names the instances and the numbers;
here \`<instance>\` stands for them, and steps that only some readings call for are left out.`

const OTHERS_ARE_UP: PresentReading = {
  status: 'present',
  signal: up.id,
  source: '',
  names: [],
  query: '',
  partial: false,
  fleet: present(2),
  baselines: {},
  rows: [],
}

/** Nothing was read but that others are up, of one instance that has no name: what a conclusion says of any incident. */
const NO_INCIDENT: Case = {
  evidence: nothingRead(),
  outcome: { answer: 'yes', used: [], rows: [{ instance: '<instance>' }], missing: [] },
}

function nothingRead(): Evidence {
  const at = unixSeconds(0)
  return {
    scope: { cluster: '<cluster>' },
    takenAt: at,
    window: { start: at, end: at },
    baselines: [],
    expectations: {},
    alerts: [],
    changes: [],
    readings: { [up.id]: OTHERS_ARE_UP },
    sources: [],
  }
}

function trunk({ causes, calm }: Tree): readonly string[] {
  return [
    ...causes.flatMap((node) => nodeLines(node, '')),
    '- No cause found?',
    ...calm.flatMap((node) => nodeLines(node, '  ')),
    `  - otherwise: ${linkTo('inconclusive', 'inconclusive')}`,
  ]
}

function nodeLines(node: Node, indent: string): readonly string[] {
  if (node.kind === 'branch') {
    return [`${indent}- ${prose(inEnglish(node.ask))} ${linkTo(node.id, node.conclude.cause)}`]
  }
  const { id, ask, members, otherwise } = node
  const fallback = otherwise === undefined ? [] : [`${indent}  - none of these: ${linkTo(id, otherwise.cause)}`]
  return [
    `${indent}- ${prose(inEnglish(ask))}`,
    ...members.flatMap((member) => nodeLines(member, `${indent}  `)),
    ...fallback,
  ]
}

function printPage(page: Page, pages: readonly Page[]): string {
  const { id, cause, ask, behind, test, confirm, settleWith, actions, runbook } = page
  const parts: readonly (readonly string[])[] = [
    [`## ${id}`],
    [`**${prose(ask)}** A yes is called ${codeMarkdown(cause)}.`],
    behind.map((group) => `**Asked behind:** ${prose(inEnglish(group.ask))}`),
    test === undefined ? [] : [`**Test:** ${prose(test)}`],
    section(
      'What tells it from what looks like it',
      confirm.flatMap((one) => confirmationLines(one, pages)),
    ),
    settleWith === undefined ? [] : [`**Where the test cannot be read:** ${prose(settleWith)}`],
    [`**What it means:** ${prose(runbook.means)}`],
    section('How to check it by hand', runbook.check.map(bullet)),
    section('What to do', planLines(actions(NO_INCIDENT))),
    section('What not to do', runbook.avoid.map(bullet)),
  ]
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`**${title}**`, '', ...lines]
}

function confirmationLines({ test, excludes, settleWith, strength }: Confirmation, pages: readonly Page[]): string[] {
  const no = strength === 'supports' ? 'a no leaves it tentative' : 'a no says it is not this'
  return [
    `- From ${causeLink(excludes, pages)}: ${prose(test.text)} (${no})`,
    `  - where that cannot be read: ${prose(inEnglish(settleWith))}`,
  ]
}

/** Of a cause with several pages the one of its name; one that the tree never names itself has none. */
function causeLink(cause: Cause, pages: readonly Page[]): string {
  const page = pages.find(({ id }) => id === cause) ?? pages.find((one) => one.cause === cause)
  return page === undefined ? codeMarkdown(cause) : linkTo(page.id, cause)
}

function planLines({ now, today, thisWeek, rollback }: ActionPlan<Text>): readonly string[] {
  return [
    ...actionLines('Now', now),
    ...actionLines('Today', today),
    ...actionLines('This week', thisWeek),
    ...actionLines('To undo it', rollback),
  ]
}

function actionLines(title: string, actions: readonly Action<Text>[]): readonly string[] {
  return actions.length === 0 ? [] : [`- ${title}`, ...actions.map((action) => `  - ${actionText(action)}`)]
}

function actionText({ text, kind, command }: Action<Text>): string {
  return `${prose(inEnglish(text))} (${kind})${command === undefined ? '' : `: ${codeMarkdown(command)}`}`
}

function bullet(text: string): string {
  return `- ${prose(text)}`
}

function linkTo(id: string, text: string): string {
  return `[${codeMarkdown(text)}](#${id})`
}

/** Words as words, and what stands between backticks as code. */
function prose(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 0 ? escapeMarkdown(part) : part))
    .join('')
}
