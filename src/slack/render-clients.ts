import type { ClientAttribution } from '../domain/client-attribution.ts'
import type { Block } from '../domain/post.ts'
import { clientTable } from '../report/client-table.ts'
import { clientNotes, whoText } from '../report/client-text.ts'
import { bold, list, paragraph, preformatted, say } from './render-blocks.ts'
import { EN } from './strings/en.ts'

const NOTES_SHOWN = 8

/** Who sends the load: the one line, the table, and what it rests on. */
export function clientBlocks(clients: ClientAttribution, most: number): readonly Block[] {
  const head = paragraph([bold(EN.details.clients), say(` ${whoText(clients)}`)])
  if (clients.status === 'absent') return [head]
  const table = clientTable(clients, most)
  const notes = clientNotes(clients)
  const more = notes.length > NOTES_SHOWN ? [EN.details.more(notes.length - NOTES_SHOWN)] : []
  return [
    head,
    ...(table.length === 0 ? [] : [preformatted(table)]),
    list(
      'bullet',
      [...notes.slice(0, NOTES_SHOWN), ...more].map((note) => [say(note)]),
    ),
  ]
}
