import type { ClientAttribution } from '../domain/client-attribution.ts'
import type { Block } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import { inEnglish } from '../domain/text.ts'
import { clientTable } from '../report/client-table.ts'
import { clientNotes, whoText } from '../report/client-text.ts'
import { bold, list, paragraph, preformatted, say } from './render-blocks.ts'
import { EN } from './strings/en.ts'

const NOTES_SHOWN = 8

/** Who sends the load: the one line, the table, and what it rests on. */
export function clientBlocks(clients: ClientAttribution, most: number, speak: Speak = inEnglish): readonly Block[] {
  const head = paragraph([bold(speak(EN.details.clients)), say(` ${whoText(clients, speak)}`)])
  if (clients.status === 'absent') return [head]
  const table = clientTable(clients, most, speak)
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
