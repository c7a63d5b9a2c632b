import { boolean, fault, integer, list, matching, string, typed } from '../check.ts'
import type { Check, Rule } from '../check.ts'
import { actionId, confirm, dispatchActionConfig, placeholder } from '../composition.ts'
import { richText } from '../kinds/rich-text.ts'

const common = { action_id: actionId, focus_on_load: boolean() } as const
const written = { ...common, placeholder, dispatch_action_config: dispatchActionConfig } as const
const lines: Check = integer({ min: 1, max: 100 })

const inOrder: Rule = (value, pointer) => {
  const { min_value: least, max_value: most } = value
  if (least === undefined || most === undefined || Number(least) <= Number(most)) return []
  return fault(pointer, '`min_value` must not be greater than `max_value`')
}

/** What a person types into. */
export const textInputs: Readonly<Record<string, Check>> = {
  plain_text_input: typed('plain_text_input', {
    optional: {
      ...written,
      initial_value: string({ min: 0, max: 3000 }),
      multiline: boolean(),
      min_length: integer({ min: 0, max: 3000 }),
      max_length: integer({ min: 1, max: 3000 }),
    },
  }),
  number_input: typed('number_input', {
    required: { is_decimal_allowed: boolean() },
    optional: { ...written, initial_value: string(), min_value: string(), max_value: string() },
    rules: [inOrder],
  }),
  email_text_input: typed('email_text_input', { optional: { ...written, initial_value: string() } }),
  url_text_input: typed('url_text_input', { optional: { ...written, initial_value: string() } }),
  rich_text_input: typed('rich_text_input', {
    optional: { ...written, initial_value: richText, min_lines: lines, max_lines: lines },
  }),
  file_input: typed('file_input', {
    optional: { action_id: actionId, filetypes: list(string(), { min: 1 }), max_files: integer({ min: 1, max: 10 }) },
  }),
}

const picked = { ...common, confirm } as const

/** What a person picks a time with. */
export const pickers: Readonly<Record<string, Check>> = {
  datepicker: typed('datepicker', {
    optional: { ...picked, placeholder, initial_date: matching(/^\d{4}-\d\d-\d\d$/, 'a date as YYYY-MM-DD') },
  }),
  timepicker: typed('timepicker', {
    optional: {
      ...picked,
      placeholder,
      initial_time: matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as HH:mm'),
      timezone: string(),
    },
  }),
  datetimepicker: typed('datetimepicker', {
    optional: { ...picked, initial_date_time: integer({ min: 1_000_000_000, max: 9_999_999_999 }) },
  }),
}
