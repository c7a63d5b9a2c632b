import type { Action } from '../domain/action.ts'
import type { Diagnosis, UsedReading, Verdict } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import { fewLines } from '../domain/listed.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import { kept } from '../domain/text.ts'
import { missingTexts } from '../report/missing-text.ts'
import { ANSWER_MARKS, NONE_ANSWERED, askText, asked, isBlank, readingText } from '../report/path-text.ts'
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
export function renderDetails(result: TriageResult, speak: Speak): readonly Detail[] {
  const { diagnosis } = result
  return [
    { slot: 'instances', message: { text: speak(EN.details.instancesNotice), blocks: instanceBlocks(result, speak) } },
    ...clientDetails(result, speak),
    { slot: 'path', message: renderPath(diagnosis, speak) },
    { slot: 'queries', message: { text: speak(EN.details.queries), blocks: queryBlocks(diagnosis, speak) } },
  ]
}

function instanceBlocks(result: TriageResult, speak: Speak): readonly Block[] {
  const { diagnosis, evidence } = result
  const table = instanceLines(diagnosis.instances, INSTANCES_SHOWN, speak)
  const notes = evidence.sources.flatMap(({ source, notes: said }) =>
    said.map((note) => speak(EN.details.sourceSaid(source, kept(note)))),
  )
  return [
    ...(table.length === 0 ? [] : [paragraph([bold(speak(EN.details.instances))]), preformatted(table, speak)]),
    ...bullets(speak(EN.details.why), diagnosis.headline.because.slice(0, REASONS_SHOWN)),
    ...changes(diagnosis, speak),
    ...actions(speak(EN.details.today), diagnosis.actions.today, speak),
    ...actions(speak(EN.details.thisWeek), diagnosis.actions.thisWeek, speak),
    ...actions(speak(EN.details.undo), diagnosis.actions.rollback, speak),
    ...runbookBlocks(result, speak),
    ...bullets(speak(EN.details.sourcesSaid), notes.slice(0, REASONS_SHOWN)),
  ]
}

/** The way through the tree, with what stayed open. */
export function renderPath(diagnosis: Diagnosis, speak: Speak): SlackMessage {
  return { text: speak(EN.details.path), blocks: pathBlocks(diagnosis, speak) }
}

/** Where somebody was asked; the card says when nobody was. */
function clientDetails({ evidence }: TriageResult, speak: Speak): readonly Detail[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'absent') return []
  return [
    {
      slot: 'clients',
      message: { text: speak(EN.details.clients), blocks: clientBlocks(clients, CLIENTS_SHOWN, speak) },
    },
  ]
}

function pathBlocks({ path, notRuledOut, contradictions, missing }: Diagnosis, speak: Speak): readonly Block[] {
  const open = notRuledOut.map(({ cause, missing: gone, settleWith }) => {
    const want = gone.length === 0 ? '' : speak(EN.details.forWantOf(gone.slice(0, 3)))
    return speak(EN.details.settledBy(cause, want, settleWith))
  })
  return [
    paragraph([bold(speak(EN.details.path))]),
    preformatted(pathLines(asked(path), speak), speak),
    ...bullets(speak(EN.details.notRuledOut), capped(open, OPEN_SHOWN, speak)),
    ...bullets(speak(EN.details.contradictory), capped(contradictions, OPEN_SHOWN, speak)),
    ...bullets(speak(EN.details.notRead), capped(missingTexts(missing, speak), MISSING_SHOWN, speak)),
  ]
}

function changes({ changes: all }: Diagnosis, speak: Speak): readonly Block[] {
  if (all.length === 0) return []
  const shown = all.slice(0, CHANGES_SHOWN).map((one) => changePieces(one, speak))
  const more = all.length > CHANGES_SHOWN ? [[say(speak(EN.details.more(all.length - CHANGES_SHOWN)))]] : []
  return [list('bullet', [...shown, ...more])]
}

/** What was answered with a yes, or could not be; of the others how many they are. */
function pathLines(path: readonly Verdict[], speak: Speak): readonly string[] {
  const denied = path.filter(({ answer }) => answer === 'no').length
  const blank = path.filter(isBlank).length
  return [
    ...path
      .filter((verdict) => verdict.answer !== 'no' && !isBlank(verdict))
      .flatMap((one) => verdictLines(one, speak)),
    ...(blank > 0
      ? [`${ANSWER_MARKS.unknown} ${speak(blank === path.length ? NONE_ANSWERED : EN.details.unasked(blank))}`]
      : []),
    ...(denied > 0 ? [`${ANSWER_MARKS.no} ${speak(EN.details.denied(denied))}`] : []),
  ]
}

/** The question with its answer and, below it, the first number it rests on. */
function verdictLines(verdict: Verdict, speak: Speak): readonly string[] {
  const [first] = verdict.readings
  const number = first === undefined ? [] : [`    ${clip(readingText(first, speak), 160)}`]
  return [`${ANSWER_MARKS[verdict.answer]} ${askText(verdict, speak)}`, ...number]
}

/** The numbers that made a yes or left a question open, each with what to paste into Prometheus. */
function queryBlocks({ path }: Diagnosis, speak: Speak): readonly Block[] {
  const telling = asked(path)
    .filter(({ answer }) => answer !== 'no')
    .flatMap(({ readings }) => readings)
  const byQuery = new Map(telling.filter(({ query }) => query !== '').map((reading) => [reading.query, reading]))
  const readings = [...byQuery.values()]
  if (readings.length === 0) return [paragraph([say(speak(EN.details.noQuery))])]
  return [
    paragraph([bold(speak(EN.details.queries))]),
    ...readings.slice(0, QUERIES_SHOWN).map((one) => queryBlock(one, speak)),
    ...(readings.length > QUERIES_SHOWN
      ? [paragraph([say(speak(EN.details.more(readings.length - QUERIES_SHOWN)))])]
      : []),
  ]
}

function queryBlock(reading: UsedReading, speak: Speak): Block {
  return preformatted([`# ${clip(readingText(reading, speak), 160)}`, clip(reading.query, LONGEST_QUERY)], speak)
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

function actions(title: string, steps: readonly Action[], speak: Speak): readonly Block[] {
  return steps.length === 0
    ? []
    : [
        paragraph([bold(title)]),
        list(
          'bullet',
          steps.map((one) => actionPieces(one, speak)),
        ),
      ]
}

function capped(lines: readonly string[], most: number, speak: Speak): readonly string[] {
  return fewLines(lines, most, (more) => speak(EN.details.more(more)))
}
