import { byType, charactersIn, fault, list } from './check.ts'
import type { BlockError, Check } from './check.ts'
import { image } from './kinds/image.ts'
import { actions, contextActions, input } from './kinds/interactive.ts'
import { alert, context, divider, header, markdown, MOST_MARKDOWN, video } from './kinds/plain.ts'
import { richText } from './kinds/rich-text.ts'
import { section } from './kinds/section.ts'
import { dataTable, table } from './kinds/table.ts'
import { isRecord } from '../json.ts'
import { repeatedIds } from './unique.ts'

/** Where blocks are shown; each place takes other kinds and another number of them. */
export type Surface = 'message' | 'modal' | 'home'

const everywhere = { actions, context, divider, header, image, input, rich_text: richText, section, video } as const

// Kinds that older workspaces do not know (card, carousel, container, plan, task_card, data_visualization) are refused:
// a message that needs one of them would not arrive there.
const kinds: Readonly<Record<Surface, Check>> = {
  message: byType({ ...everywhere, context_actions: contextActions, data_table: dataTable, markdown, table }),
  modal: byType({ ...everywhere, alert }),
  home: byType({ ...everywhere, data_table: dataTable, table }),
}

const most: Readonly<Record<Surface, number>> = { message: 50, modal: 100, home: 100 }

/** The one fault Slack reports under another error code (`invalid_attachments`). */
export const ONE_TABLE = 'only_one_table_allowed'

/**
 * Every reason why Slack would refuse these blocks on this surface; none when it would take them.
 * `pointer` is where the blocks stand in the payload: `/blocks` of a message, `/view/blocks` of a view.
 */
export function validateBlocks(blocks: unknown, surface: Surface, pointer: string = '/blocks'): readonly BlockError[] {
  const errors = list(kinds[surface], { max: most[surface] })(blocks, pointer)
  if (!Array.isArray(blocks)) return errors
  const held: readonly unknown[] = blocks
  return [
    ...errors,
    ...repeatedIds(held, pointer),
    ...tooMuchMarkdown(held, pointer),
    ...(surface === 'message' ? tooManyTables(held, pointer) : []),
  ]
}

/** Several markdown blocks share one budget. A single one over it is already reported where it stands. */
function tooMuchMarkdown(blocks: readonly unknown[], pointer: string): readonly BlockError[] {
  const lengths = blocks
    .filter(isRecord)
    .filter((block) => block['type'] === 'markdown')
    .map(({ text }) => charactersIn(String(text)))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (lengths.length < 2 || total <= MOST_MARKDOWN) return []
  return fault(pointer, `no more than ${MOST_MARKDOWN} characters allowed in all markdown blocks`)
}

function tooManyTables(blocks: readonly unknown[], pointer: string): readonly BlockError[] {
  const tables = blocks.flatMap((block, index) =>
    isRecord(block) && (block['type'] === 'table' || block['type'] === 'data_table') ? [index] : [],
  )
  return tables.slice(1).flatMap((index) => fault(`${pointer}/${index}`, ONE_TABLE))
}
