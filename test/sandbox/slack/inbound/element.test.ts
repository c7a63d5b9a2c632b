import { expect, test } from 'vitest'
import { chosen, isEmpty } from '../../../../src/sandbox/slack/inbound/element.ts'
import type { Choice } from '../../../../src/sandbox/slack/inbound/element.ts'
import type { JsonObject } from '../../../../src/sandbox/slack/json.ts'

const ONE = { text: { type: 'plain_text', text: 'One' }, value: '1' }
const TWO = { text: { type: 'plain_text', text: 'Two' }, value: '2' }
const options = [ONE, TWO]

test.each<[string, JsonObject, Choice, JsonObject]>([
  ['static_select', { options }, '2', { selected_option: TWO }],
  ['static_select', { option_groups: [{ options }] }, '1', { selected_option: ONE }],
  ['overflow', { options }, '1', { selected_option: ONE }],
  ['radio_buttons', { options }, '2', { selected_option: TWO }],
  ['multi_static_select', { options }, ['1', '2'], { selected_options: [ONE, TWO] }],
  ['checkboxes', { options }, '2', { selected_options: [TWO] }],
  ['users_select', {}, 'U0ALICE0000', { selected_user: 'U0ALICE0000' }],
  ['conversations_select', {}, 'C0LLMONCALL', { selected_conversation: 'C0LLMONCALL' }],
  ['channels_select', {}, 'C0LLMONCALL', { selected_channel: 'C0LLMONCALL' }],
  ['datepicker', {}, '2026-11-29', { selected_date: '2026-11-29' }],
  ['timepicker', {}, '14:02', { selected_time: '14:02' }],
  ['datetimepicker', {}, '1796000000', { selected_date_time: 1_796_000_000 }],
  ['plain_text_input', {}, 'known', { value: 'known' }],
])('a %s says what was chosen in its own words', (type, element, choice, state) => {
  expect(chosen({ type, ...element }, choice)).toEqual(state)
})

test.each<[string, JsonObject, JsonObject]>([
  ['static_select', { initial_option: ONE }, { selected_option: ONE }],
  ['checkboxes', { initial_options: [TWO] }, { selected_options: [TWO] }],
  ['users_select', { initial_user: 'U0BOB000000' }, { selected_user: 'U0BOB000000' }],
  ['conversations_select', { initial_conversation: 'C0GENERAL00' }, { selected_conversation: 'C0GENERAL00' }],
  ['channels_select', { initial_channel: 'C0GENERAL00' }, { selected_channel: 'C0GENERAL00' }],
  ['datepicker', { initial_date: '2026-11-28' }, { selected_date: '2026-11-28' }],
  ['timepicker', { initial_time: '09:00' }, { selected_time: '09:00' }],
  ['datetimepicker', { initial_date_time: 1_795_000_000 }, { selected_date_time: 1_795_000_000 }],
  ['plain_text_input', { initial_value: 'as before' }, { value: 'as before' }],
])('a %s left alone keeps what it was opened with, or is empty', (type, initial, state) => {
  expect(chosen({ type, options, ...initial }, undefined)).toEqual(state)
  expect(isEmpty(chosen({ type, options }, undefined))).toBe(true)
})

test('an option that is not in the menu cannot be picked', () => {
  const pick = () => chosen({ type: 'static_select', options }, '3')
  expect(pick).toThrow('no option with value 3; there is: 1, 2')
})
