import type { ClientAttribution, ClientLine, ClientMeasure, PresentAttribution } from '../domain/client-attribution.ts'
import { MEASURE_WORDS } from '../domain/client-words.ts'
import { formatNumber, formatPercent } from '../domain/quantity.ts'
import type { Scope } from '../domain/scope.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import { clientNotes, whoText } from '../report/client-text.ts'
import { moreClients } from '../report/client-table.ts'
import { bold, footnote, paragraph, preformatted, say } from './render-blocks.ts'
import { clip, escapeText } from './render-escape.ts'
import { narrowTable } from './render-phone.ts'
import { placeText } from './render-place.ts'
import { EN } from './strings/en.ts'

const CLIENTS_SHOWN = 10
const NOTES_SHOWN = 4
const NOTE_LENGTH = 300

interface AskedClients {
  /** What the parts are wanted of; where the source has no such numbers, that is said. */
  readonly by?: ClientMeasure | undefined
  readonly speak: Speak
}

/** Who sends the load, by their part of it. */
export function renderClients(scope: Scope, clients: ClientAttribution, asked: AskedClients): SlackMessage {
  const { by, speak } = asked
  const place = placeText(scope)
  const who = clip(whoText(clients, speak), 600)
  const head = paragraph([bold(speak(EN.clients.title)), say(` · ${place}`)], [say(who)])
  const text = `${escapeText(place, 120)}: ${escapeText(who)}`
  if (clients.status === 'absent') return { text, blocks: [head, footnote(speak(EN.clients.how))] }
  return { text, blocks: [head, ...tableBlocks(clients, by ?? clients.by, speak), ...noteBlocks(clients, speak)] }
}

function tableBlocks(clients: PresentAttribution, wanted: ClientMeasure, speak: Speak): readonly Block[] {
  const isOwn = wanted === clients.by
  const isByRequests = wanted === 'requests'
  const cannot =
    isOwn || isByRequests
      ? []
      : [paragraph([say(speak(EN.clients.noMeasure(MEASURE_WORDS[wanted], MEASURE_WORDS[clients.by])))])]
  const shareOf = (line: ClientLine): number => (isByRequests ? line.requestShare : line.share)
  const ranked =
    isByRequests && !isOwn ? clients.clients.toSorted((one, other) => shareOf(other) - shareOf(one)) : clients.clients
  if (ranked.length === 0) return cannot
  const measure = MEASURE_WORDS[isByRequests ? 'requests' : clients.by]
  const rows = ranked.slice(0, CLIENTS_SHOWN).map((line) => ({
    name: line.client,
    cells: [
      formatPercent(shareOf(line)),
      isByRequests && !isOwn ? '–' : percentCell(line.shareBefore),
      formatNumber(line.requestsPerSecond),
      percentCell(line.failedShare),
    ],
  }))
  const more = moreClients({ ...clients, clients: ranked }, CLIENTS_SHOWN, speak)
  const { was, rate, failed } = EN.clients
  return [
    ...cannot,
    preformatted(
      [...narrowTable([measure, was, rate, failed].map(speak), rows), ...(more === undefined ? [] : [more])],
      speak,
    ),
  ]
}

function percentCell(part: number | undefined): string {
  return part === undefined ? '–' : formatPercent(part)
}

function noteBlocks(clients: PresentAttribution, speak: Speak): readonly Block[] {
  return clientNotes(clients, speak)
    .slice(0, NOTES_SHOWN)
    .map((note) => footnote(clip(note, NOTE_LENGTH)))
}
