import { boolean, byType, charactersIn, fault, integer, list, number, object, oneOf, string, typed } from '../check.ts'
import type { Check, Rule } from '../check.ts'
import { textsIn } from '../texts.ts'
import { blockId } from './block-id.ts'
import { richText } from './rich-text.ts'

const COLUMNS = 20

/** Slack's page on the table block gives no number; clients report ten thousand characters for all cells together. */
const TABLE_CHARACTERS = 10_000
const DATA_TABLE_CHARACTERS = 20_000

const cell: Check = byType({
  raw_text: typed('raw_text', { required: { text: string() } }),
  raw_number: typed('raw_number', { required: { value: number(), text: string() } }),
  rich_text: richText,
})
const row: Check = list(cell, { min: 1, max: COLUMNS })

const setting: Check = object({ optional: { align: oneOf(['left', 'center', 'right']), is_wrapped: boolean() } })
const settingOrNone: Check = (value, pointer) => (value === null ? [] : setting(value, pointer))

function holdsAtMost(characters: number): Rule {
  return (value, pointer) => {
    const held = textsIn(value['rows']).reduce((sum, text) => sum + charactersIn(text), 0)
    return held > characters ? fault(pointer, `no more than ${characters} characters allowed in a table`) : []
  }
}

const sameLength: Rule = (value, pointer) => {
  const rows: readonly unknown[] = Array.isArray(value['rows']) ? value['rows'] : []
  const lengths = new Set(rows.map((each) => (Array.isArray(each) ? each.length : 0)))
  return lengths.size > 1 ? fault(`${pointer}/rows`, 'all rows must have the same number of cells') : []
}

export const table: Check = typed('table', {
  required: { rows: list(row, { min: 1, max: 100 }) },
  optional: { block_id: blockId, column_settings: list(settingOrNone, { max: COLUMNS }) },
  rules: [holdsAtMost(TABLE_CHARACTERS)],
})

export const dataTable: Check = typed('data_table', {
  required: { rows: list(row, { min: 2, max: 101 }), caption: string() },
  optional: {
    block_id: blockId,
    page_size: integer({ min: 1, max: 100 }),
    row_header_column_index: integer({ min: 0, max: COLUMNS - 1 }),
  },
  rules: [sameLength, holdsAtMost(DATA_TABLE_CHARACTERS)],
})
