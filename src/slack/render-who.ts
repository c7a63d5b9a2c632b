import type { ClientAttribution, ClientLine, ClientMeasure, PresentAttribution } from '../domain/client-attribution.ts'
import { formatNumber, formatPercent } from '../domain/quantity.ts'
import type { Scope } from '../domain/scope.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import { MEASURE_WORDS, clientNotes, whoText } from '../report/client-text.ts'
import { moreClients } from '../report/client-table.ts'
import { bold, footnote, paragraph, preformatted, say } from './render-blocks.ts'
import { clip, escapeText } from './render-escape.ts'
import { narrowTable } from './render-phone.ts'
import { placeText } from './render-place.ts'
import { EN } from './strings/en.ts'

const CLIENTS_SHOWN = 10
const NOTES_SHOWN = 4
const NOTE_LENGTH = 300

/**
 * Who sends the load, by their part of it.
 *
 * @param by what the parts are wanted of; where the source has no such numbers, that is said
 */
export function renderClients(scope: Scope, clients: ClientAttribution, by?: ClientMeasure): SlackMessage {
  const place = placeText(scope)
  const who = clip(whoText(clients), 600)
  const head = paragraph([bold(EN.clients.title), say(` · ${place}`)], [say(who)])
  const text = `${escapeText(place, 120)}: ${escapeText(who)}`
  if (clients.status === 'absent') return { text, blocks: [head, footnote(EN.clients.how)] }
  return { text, blocks: [head, ...tableBlocks(clients, by ?? clients.by), ...noteBlocks(clients)] }
}

function tableBlocks(clients: PresentAttribution, wanted: ClientMeasure): readonly Block[] {
  const isOwn = wanted === clients.by
  const isByRequests = wanted === 'requests'
  const cannot =
    isOwn || isByRequests
      ? []
      : [paragraph([say(EN.clients.noMeasure(MEASURE_WORDS[wanted], MEASURE_WORDS[clients.by]))])]
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
  const more = moreClients({ ...clients, clients: ranked }, CLIENTS_SHOWN)
  const { was, rate, failed } = EN.clients
  return [
    ...cannot,
    preformatted([...narrowTable([measure, was, rate, failed], rows), ...(more === undefined ? [] : [more])]),
  ]
}

function percentCell(part: number | undefined): string {
  return part === undefined ? '–' : formatPercent(part)
}

function noteBlocks(clients: PresentAttribution): readonly Block[] {
  return clientNotes(clients)
    .slice(0, NOTES_SHOWN)
    .map((note) => footnote(clip(note, NOTE_LENGTH)))
}
