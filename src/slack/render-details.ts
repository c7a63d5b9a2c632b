import type { Action } from '../domain/action.ts'
import type { Diagnosis, UsedReading, Verdict } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import { missingTexts } from '../report/missing-text.ts'
import { ANSWER_MARKS, askText, asked, isBlank, readingText } from '../report/path-text.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { bold, list, paragraph, preformatted, say } from './render-blocks.ts'
import { actionPieces, changePieces, runbookBlocks } from './render-body.ts'
import { clientBlocks } from './render-clients.ts'
import { clip } from './render-escape.ts'
import { instanceLines } from './render-instances.ts'
import { EN } from './strings/en.ts'

/** One reply in the incident's thread. */
export interface Detail {
  readonly slot: 'instances' | 'clients' | 'path' | 'queries'
  readonly message: SlackMessage
}

const INSTANCES_SHOWN = 12
const CLIENTS_SHOWN = 10
const REASONS_SHOWN = 8
const CHANGES_SHOWN = 6
const OPEN_SHOWN = 6
const MISSING_SHOWN = 8
const QUERIES_SHOWN = 10
const LONGEST_QUERY = 600

/** What stands behind the card: instances and actions, the path through the tree, and the queries to paste. */
export function renderDetails(result: TriageResult): readonly Detail[] {
  const { diagnosis } = result
  return [
    { slot: 'instances', message: { text: EN.details.instancesNotice, blocks: instanceBlocks(result) } },
    ...clientDetails(result),
    { slot: 'path', message: renderPath(diagnosis) },
    { slot: 'queries', message: { text: EN.details.queries, blocks: queryBlocks(diagnosis) } },
  ]
}

function instanceBlocks(result: TriageResult): readonly Block[] {
  const { diagnosis, evidence } = result
  const table = instanceLines(diagnosis.instances, INSTANCES_SHOWN)
  const notes = evidence.sources.flatMap(({ source, notes: said }) => said.map((note) => `${source}: ${note}`))
  return [
    ...(table.length === 0 ? [] : [paragraph([bold(EN.details.instances)]), preformatted(table)]),
    ...bullets(EN.details.why, diagnosis.headline.because.slice(0, REASONS_SHOWN)),
    ...changes(diagnosis),
    ...actions(EN.details.today, diagnosis.actions.today),
    ...actions(EN.details.thisWeek, diagnosis.actions.thisWeek),
    ...actions(EN.details.undo, diagnosis.actions.rollback),
    ...runbookBlocks(result),
    ...bullets(EN.details.sourcesSaid, notes.slice(0, REASONS_SHOWN)),
  ]
}

/** The way through the tree, with what stayed open. */
export function renderPath(diagnosis: Diagnosis): SlackMessage {
  return { text: EN.details.path, blocks: pathBlocks(diagnosis) }
}

/** Where somebody was asked; the card says when nobody was. */
function clientDetails({ evidence }: TriageResult): readonly Detail[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'absent') return []
  return [{ slot: 'clients', message: { text: EN.details.clients, blocks: clientBlocks(clients, CLIENTS_SHOWN) } }]
}

function pathBlocks({ path, notRuledOut, missing }: Diagnosis): readonly Block[] {
  const open = notRuledOut.map(({ cause, missing: gone, settleWith }) => {
    const want = gone.length === 0 ? '' : EN.details.forWantOf(gone.slice(0, 3).join(', '))
    return `${cause}${want}: ${settleWith}`
  })
  return [
    paragraph([bold(EN.details.path)]),
    preformatted(pathLines(asked(path))),
    ...bullets(EN.details.notRuledOut, capped(open, OPEN_SHOWN)),
    ...bullets(EN.details.notRead, capped(missingTexts(missing), MISSING_SHOWN)),
  ]
}

function changes({ changes: all }: Diagnosis): readonly Block[] {
  if (all.length === 0) return []
  const shown = all.slice(0, CHANGES_SHOWN).map(changePieces)
  const more = all.length > CHANGES_SHOWN ? [[say(EN.details.more(all.length - CHANGES_SHOWN))]] : []
  return [list('bullet', [...shown, ...more])]
}

/** What was answered with a yes, or could not be; of the others how many they are. */
function pathLines(path: readonly Verdict[]): readonly string[] {
  const denied = path.filter(({ answer }) => answer === 'no').length
  const blank = path.filter(isBlank).length
  return [
    ...path.filter((verdict) => verdict.answer !== 'no' && !isBlank(verdict)).flatMap(verdictLines),
    ...(blank > 0 ? [`${ANSWER_MARKS.unknown} ${EN.details.unasked(blank)}`] : []),
    ...(denied > 0 ? [`${ANSWER_MARKS.no} ${EN.details.denied(denied)}`] : []),
  ]
}

/** The question with its answer and, below it, the first number it rests on. */
function verdictLines(verdict: Verdict): readonly string[] {
  const [first] = verdict.readings
  const number = first === undefined ? [] : [`    ${clip(readingText(first), 160)}`]
  return [`${ANSWER_MARKS[verdict.answer]} ${askText(verdict)}`, ...number]
}

/** The numbers that made a yes or left a question open, each with what to paste into Prometheus. */
function queryBlocks({ path }: Diagnosis): readonly Block[] {
  const telling = asked(path)
    .filter(({ answer }) => answer !== 'no')
    .flatMap(({ readings }) => readings)
  const byQuery = new Map(telling.filter(({ query }) => query !== '').map((reading) => [reading.query, reading]))
  const readings = [...byQuery.values()]
  if (readings.length === 0) return [paragraph([say(EN.details.noQuery)])]
  return [
    paragraph([bold(EN.details.queries)]),
    ...readings.slice(0, QUERIES_SHOWN).map(queryBlock),
    ...(readings.length > QUERIES_SHOWN ? [paragraph([say(EN.details.more(readings.length - QUERIES_SHOWN))])] : []),
  ]
}

function queryBlock(reading: UsedReading): Block {
  return preformatted([`# ${clip(readingText(reading), 160)}`, clip(reading.query, LONGEST_QUERY)])
}

function bullets(title: string, lines: readonly string[]): readonly Block[] {
  if (lines.length === 0) return []
  return [
    paragraph([bold(title)]),
    list(
      'bullet',
      lines.map((line) => [say(line)]),
    ),
  ]
}

function actions(title: string, steps: readonly Action[]): readonly Block[] {
  return steps.length === 0 ? [] : [paragraph([bold(title)]), list('bullet', steps.map(actionPieces))]
}

function capped(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), EN.details.more(lines.length - most)]
}
