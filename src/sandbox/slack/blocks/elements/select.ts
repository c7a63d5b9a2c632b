import { boolean, exactlyOneOf, integer, list, string, typed } from '../check.ts'
import type { Check, Shape } from '../check.ts'
import {
  actionId,
  choiceOption,
  confirm,
  conversationFilter,
  optionGroup,
  placeholder,
  selectOption,
} from '../composition.ts'

const common = { action_id: actionId, confirm, focus_on_load: boolean() } as const
const menu = { ...common, placeholder } as const
const many = { max_selected_items: integer({ min: 1 }) } as const

type Fields = NonNullable<Shape['optional']>

function single(type: string, optional: Fields): Check {
  return typed(type, { optional: { ...menu, ...optional } })
}

function multi(type: string, optional: Fields): Check {
  return typed(type, { optional: { ...menu, ...many, ...optional } })
}

const options = {
  options: list(selectOption, { min: 1, max: 100 }),
  option_groups: list(optionGroup, { min: 1, max: 100 }),
} as const
const oneSource = exactlyOneOf(['options', 'option_groups'])
const conversations = { filter: conversationFilter, default_to_current_conversation: boolean() } as const
const responds = { response_url_enabled: boolean() } as const
const asked = { min_query_length: integer({ min: 0 }) } as const

/** Every menu, by its type. */
export const menus: Readonly<Record<string, Check>> = {
  static_select: typed('static_select', {
    optional: { ...menu, ...options, initial_option: selectOption },
    rules: [oneSource],
  }),
  multi_static_select: typed('multi_static_select', {
    optional: { ...menu, ...many, ...options, initial_options: list(selectOption, { min: 1 }) },
    rules: [oneSource],
  }),
  external_select: single('external_select', { ...asked, initial_option: selectOption }),
  multi_external_select: multi('multi_external_select', { ...asked, initial_options: list(selectOption, { min: 1 }) }),
  users_select: single('users_select', { initial_user: string() }),
  multi_users_select: multi('multi_users_select', { initial_users: list(string()) }),
  conversations_select: single('conversations_select', {
    ...conversations,
    ...responds,
    initial_conversation: string(),
  }),
  multi_conversations_select: multi('multi_conversations_select', {
    ...conversations,
    initial_conversations: list(string()),
  }),
  channels_select: single('channels_select', { ...responds, initial_channel: string() }),
  multi_channels_select: multi('multi_channels_select', { initial_channels: list(string()) }),
}

const choices = { required: { options: list(choiceOption, { min: 1, max: 10 }) } } as const

export const checkboxes: Check = typed('checkboxes', {
  ...choices,
  optional: { ...common, initial_options: list(choiceOption, { min: 1, max: 10 }) },
})

export const radioButtons: Check = typed('radio_buttons', {
  ...choices,
  optional: { ...common, initial_option: choiceOption },
})
