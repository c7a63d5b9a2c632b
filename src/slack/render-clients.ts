import type { ClientAttribution, PresentAttribution } from '../domain/client-attribution.ts'
import type { Block } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import { clientColumns, moreClients } from '../report/client-table.ts'
import { clientNotes, whoText } from '../report/client-text.ts'
import { bold, list, paragraph, preformatted, say } from './render-blocks.ts'
import { narrowTable } from './render-phone.ts'
import { EN } from './strings/en.ts'

const NOTES_SHOWN = 8
/** Columns of a client's that hold numbers; what follows is said in words. */
const NUMBERS = 5

/** Who sends the load: the one line, the table, and what it rests on. */
export function clientBlocks(clients: ClientAttribution, most: number, speak: Speak): readonly Block[] {
  const head = paragraph([bold(speak(EN.details.clients)), say(` ${whoText(clients, speak)}`)])
  if (clients.status === 'absent') return [head]
  const table = tableOf(clients, most, speak)
  const notes = clientNotes(clients, speak)
  const more = notes.length > NOTES_SHOWN ? [speak(EN.details.more(notes.length - NOTES_SHOWN))] : []
  return [
    head,
    ...(table.length === 0 ? [] : [preformatted(table, speak)]),
    list(
      'bullet',
      [...notes.slice(0, NOTES_SHOWN), ...more].map((note) => [say(note)]),
    ),
  ]
}

/** The numbers below each name, and whose it is and what it did in words: a phone would break a wide line anywhere. */
function tableOf(clients: PresentAttribution, most: number, speak: Speak): readonly string[] {
  if (clients.clients.length === 0) return []
  const [, ...columns] = clientColumns(clients, speak)
  const [numbers, words] = [columns.slice(0, NUMBERS), columns.slice(NUMBERS)]
  const rows = clients.clients.slice(0, most).map((line) => ({
    name: line.client,
    cells: numbers.map(({ cell }) => cell(line)),
    below: words
      .map(({ title, cell }) => `${speak(title)} ${cell(line)}`.trim())
      .filter((text) => text !== '' && !text.endsWith('–')),
  }))
  const more = moreClients(clients, most, speak)
  const titles = numbers.map(({ title }) => speak(title))
  return [...narrowTable(titles, rows), ...(more === undefined ? [] : [more])]
}
