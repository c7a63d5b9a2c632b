import { describe, expect, test } from 'vitest'
import { areTooLong } from '../../../../src/sandbox/slack/blocks/size.ts'
import { validateBlocks } from '../../../../src/sandbox/slack/blocks/validate-blocks.ts'
import type { Surface } from '../../../../src/sandbox/slack/blocks/validate-blocks.ts'
import { validateView } from '../../../../src/sandbox/slack/blocks/validate-view.ts'
import {
  actions,
  button,
  cell,
  divider,
  image,
  input,
  long,
  mrkdwn,
  options,
  plain,
  richSection,
  richText,
  rows,
  section,
  select,
  table,
  times,
} from './samples.ts'

/** A block made with a number in it: a length, a count or a value. It is taken from `least` to `most` and no further. */
type Limit = {
  readonly name: string
  readonly make: (size: number) => object
  readonly least?: number
  readonly most?: number
  readonly on?: Surface
}

const address = (length: number) => `https://e.co/${long(length - 13)}`
const accessory = (element: object) => ({ ...section(), accessory: element })
const rich = (element: object) => richText(richSection(element))
const text = { type: 'text', text: 'x' }
const asked = (element: object) => input(element)
const menu = (type: string, extra: object) => accessory({ type, ...extra })
const choice = (extra: object) => menu('radio_buttons', { options: [{ text: plain('x'), value: 'v', ...extra }] })
const picked = (extra: object) => menu('static_select', { options: [{ text: plain('x'), value: 'v', ...extra }] })
const grouped = (extra: object) =>
  menu('static_select', { option_groups: [{ label: plain('g'), options: options(1), ...extra }] })
const sure = (extra: object) =>
  actions(button({ confirm: { title: plain('t'), text: plain('x'), confirm: plain('y'), deny: plain('n'), ...extra } }))
const quick = (element: object) => ({ type: 'context_actions', elements: [element] })
const icon = (extra: object) => quick({ type: 'icon_button', icon: 'trash', text: plain('x'), ...extra })
const good = { text: plain('good'), value: 'g' }
const feedback = (extra: object) =>
  quick({ type: 'feedback_buttons', positive_button: { ...good, ...extra }, negative_button: good })
const workflow = (extra: object, trigger: object = {}) =>
  actions({
    type: 'workflow_button',
    text: plain('x'),
    workflow: { trigger: { url: 'https://e.co', ...trigger } },
    ...extra,
  })
const video = (extra: object) => ({
  type: 'video',
  video_url: 'https://e.co/v',
  thumbnail_url: 'https://e.co/t',
  alt_text: 'x',
  title: plain('x'),
  ...extra,
})
const data = (extra: object) => ({ type: 'data_table', caption: 'engines', rows: rows(2), ...extra })
const list = (extra: object) => ({ type: 'rich_text_list', style: 'bullet', elements: [richSection(text)], ...extra })

const LIMITS: readonly Limit[] = [
  {
    name: 'a text where nothing smaller is said',
    make: (n) => ({ type: 'context', elements: [mrkdwn(long(n))] }),
    least: 1,
    most: 3000,
  },

  { name: 'a confirm title', make: (n) => sure({ title: plain(long(n)) }), least: 1, most: 100 },
  { name: 'a confirm text', make: (n) => sure({ text: mrkdwn(long(n)) }), least: 1, most: 300 },
  { name: 'a confirm yes', make: (n) => sure({ confirm: plain(long(n)) }), least: 1, most: 30 },
  { name: 'a confirm no', make: (n) => sure({ deny: plain(long(n)) }), least: 1, most: 30 },

  { name: 'an option text', make: (n) => picked({ text: plain(long(n)) }), least: 1, most: 75 },
  { name: 'an option value', make: (n) => picked({ value: long(n) }), least: 1, most: 150 },
  { name: 'an option description', make: (n) => picked({ description: plain(long(n)) }), least: 1, most: 75 },
  { name: 'a choice text', make: (n) => choice({ text: mrkdwn(long(n)) }), least: 1, most: 75 },
  { name: 'a choice value', make: (n) => choice({ value: long(n) }), least: 1, most: 150 },
  { name: 'a choice description', make: (n) => choice({ description: mrkdwn(long(n)) }), least: 1, most: 75 },
  {
    name: 'an overflow text',
    make: (n) => menu('overflow', { options: [{ text: plain(long(n)), value: 'v' }] }),
    least: 1,
    most: 75,
  },
  {
    name: 'an overflow link',
    make: (n) => menu('overflow', { options: [{ text: plain('x'), value: 'v', url: address(n) }] }),
    most: 3000,
  },
  { name: 'an option group label', make: (n) => grouped({ label: plain(long(n)) }), least: 1, most: 75 },
  { name: 'options in a group', make: (n) => grouped({ options: options(n) }), least: 1, most: 100 },

  {
    name: 'option groups',
    make: (n) => accessory(select({ option_groups: times(n, () => ({ label: plain('g'), options: options(1) })) })),
    least: 1,
    most: 100,
  },
  { name: 'options', make: (n) => accessory(select({ options: options(n) })), least: 1, most: 100 },
  { name: 'overflow options', make: (n) => menu('overflow', { options: options(n) }), least: 1, most: 5 },
  { name: 'checkboxes', make: (n) => menu('checkboxes', { options: options(n) }), least: 1, most: 10 },
  { name: 'radio buttons', make: (n) => menu('radio_buttons', { options: options(n) }), least: 1, most: 10 },
  {
    name: 'checkboxes ticked at first',
    make: (n) => menu('checkboxes', { options: options(2), initial_options: options(n) }),
    least: 1,
    most: 10,
  },
  {
    name: 'options picked at first',
    make: (n) => menu('multi_static_select', { options: options(2), initial_options: options(n) }),
    least: 1,
  },
  {
    name: 'outside options picked at first',
    make: (n) => menu('multi_external_select', { initial_options: options(n) }),
    least: 1,
  },
  { name: 'the most one may pick', make: (n) => menu('multi_users_select', { max_selected_items: n }), least: 1 },
  { name: 'the letters before a search', make: (n) => menu('external_select', { min_query_length: n }), least: 0 },
  {
    name: 'kinds of conversation',
    make: (n) => menu('conversations_select', { filter: { include: times(n, () => 'im') } }),
    least: 1,
  },
  { name: 'a placeholder', make: (n) => menu('users_select', { placeholder: plain(long(n)) }), least: 1, most: 150 },

  { name: 'a button', make: (n) => actions(button({ text: plain(long(n)) })), least: 1, most: 75 },
  { name: 'a button value', make: (n) => actions(button({ value: long(n) })), least: 1, most: 2000 },
  { name: 'a button link', make: (n) => actions(button({ url: address(n) })), most: 3000 },
  {
    name: 'a button label for readers',
    make: (n) => actions(button({ accessibility_label: long(n) })),
    least: 1,
    most: 75,
  },
  { name: 'an action_id', make: (n) => actions(button({ action_id: long(n) })), least: 1, most: 255 },
  { name: 'a workflow button', make: (n) => workflow({ text: plain(long(n)) }), least: 1, most: 75 },
  { name: 'a workflow link', make: (n) => workflow({}, { url: address(n) }), most: 3000 },
  {
    name: 'a workflow parameter',
    make: (n) => workflow({}, { customizable_input_parameters: [{ name: 'x', value: long(n) }] }),
    least: 0,
  },
  { name: 'a feedback text', make: (n) => feedback({ text: plain(long(n)) }), least: 1, most: 75 },
  { name: 'a feedback value', make: (n) => feedback({ value: long(n) }), least: 1, most: 2000 },
  {
    name: 'people an icon is shown to',
    make: (n) => icon({ visible_to_user_ids: times(n, () => 'U1') }),
    least: 0,
    most: 10,
  },
  {
    name: 'quick actions',
    make: (n) => ({
      type: 'context_actions',
      elements: times(n, (index) => ({ type: 'icon_button', icon: 'trash', text: plain('x'), action_id: `a${index}` })),
    }),
    least: 1,
    most: 5,
  },

  {
    name: 'lines of a rich input at least',
    make: (n) => asked({ type: 'rich_text_input', min_lines: n }),
    least: 1,
    most: 100,
  },
  {
    name: 'text in an input at first',
    make: (n) => asked({ type: 'plain_text_input', initial_value: long(n) }),
    least: 0,
    most: 3000,
  },
  {
    name: 'the least an input takes',
    make: (n) => asked({ type: 'plain_text_input', min_length: n }),
    least: 0,
    most: 3000,
  },
  {
    name: 'the most an input takes',
    make: (n) => asked({ type: 'plain_text_input', max_length: n }),
    least: 1,
    most: 3000,
  },
  { name: 'files in an input', make: (n) => asked({ type: 'file_input', max_files: n }), least: 1, most: 10 },
  { name: 'kinds of file', make: (n) => asked({ type: 'file_input', filetypes: times(n, () => 'png') }), least: 1 },
  {
    name: 'what an input reports',
    make: (n) =>
      asked({
        type: 'plain_text_input',
        dispatch_action_config: { trigger_actions_on: times(n, () => 'on_enter_pressed') },
      }),
    least: 1,
    most: 2,
  },
  {
    name: 'a moment',
    make: (n) => actions({ type: 'datetimepicker', initial_date_time: n }),
    least: 1_000_000_000,
    most: 9_999_999_999,
  },
  { name: 'an input label', make: (n) => input(undefined, { label: plain(long(n)) }), least: 1, most: 2000 },
  { name: 'an input hint', make: (n) => input(undefined, { hint: plain(long(n)) }), least: 1, most: 2000 },

  { name: 'a section', make: (n) => section(long(n)), least: 1, most: 3000 },
  { name: 'fields', make: (n) => ({ type: 'section', fields: times(n, () => plain('x')) }), least: 1, most: 10 },
  { name: 'a field', make: (n) => ({ type: 'section', fields: [plain(long(n))] }), least: 1, most: 2000 },
  { name: 'a header', make: (n) => ({ type: 'header', text: plain(long(n)) }), least: 1, most: 150 },
  {
    name: 'things in a context',
    make: (n) => ({ type: 'context', elements: times(n, () => plain('x')) }),
    least: 1,
    most: 10,
  },
  {
    name: 'elements of actions',
    make: (n) => actions(...times(n, (index) => button({ action_id: `a${index}` }))),
    least: 1,
    most: 25,
  },
  { name: 'a block_id', make: (n) => ({ ...divider, block_id: long(n) }), least: 1, most: 255 },
  { name: 'markdown', make: (n) => ({ type: 'markdown', text: long(n) }), least: 1, most: 12_000 },
  { name: 'an alert', make: (n) => ({ type: 'alert', text: mrkdwn(long(n)) }), least: 1, most: 200, on: 'modal' },

  { name: 'an alt text', make: (n) => image({ alt_text: long(n) }), least: 1, most: 2000 },
  { name: 'a picture link', make: (n) => image({ image_url: address(n) }), most: 3000 },
  { name: 'a picture title', make: (n) => image({ title: plain(long(n)) }), least: 1, most: 2000 },
  {
    name: 'a file id',
    make: (n) => ({ type: 'image', alt_text: 'x', slack_file: { id: long(n) } }),
    least: 1,
    most: 255,
  },
  { name: 'a file link', make: (n) => ({ type: 'image', alt_text: 'x', slack_file: { url: address(n) } }), most: 3000 },

  { name: 'a video link', make: (n) => video({ video_url: address(n) }), most: 3000 },
  { name: 'a video picture', make: (n) => video({ thumbnail_url: address(n) }), most: 3000 },
  { name: 'a video alt text', make: (n) => video({ alt_text: long(n) }), least: 1, most: 2000 },
  { name: 'a video title', make: (n) => video({ title: plain(long(n)) }), least: 1, most: 199 },
  { name: 'a video title link', make: (n) => video({ title_url: address(n) }), most: 2000 },
  { name: 'a video author', make: (n) => video({ author_name: long(n) }), least: 1, most: 49 },
  { name: 'a video provider', make: (n) => video({ provider_name: long(n) }), least: 1, most: 50 },
  { name: 'a video provider icon', make: (n) => video({ provider_icon_url: address(n) }), most: 2000 },
  { name: 'a video description', make: (n) => video({ description: plain(long(n)) }), least: 1, most: 200 },

  { name: 'parts of a rich text', make: (n) => richText(...times(n, () => richSection(text))), least: 1 },
  { name: 'elements of a section', make: (n) => richText(richSection(...times(n, () => text))), least: 1 },
  { name: 'items of a list', make: (n) => richText(list({ elements: times(n, () => richSection(text)) })), least: 1 },
  {
    name: 'elements of a quote',
    make: (n) => richText({ type: 'rich_text_quote', elements: times(n, () => text) }),
    least: 1,
  },
  {
    name: 'elements of code',
    make: (n) => richText({ type: 'rich_text_preformatted', elements: times(n, () => text) }),
    least: 1,
  },
  { name: 'a rich text element', make: (n) => rich({ type: 'text', text: long(n) }), least: 1 },
  { name: 'a rich link', make: (n) => rich({ type: 'link', url: address(n) }), most: 3000 },
  { name: 'an emoji picture', make: (n) => rich({ type: 'emoji', name: 'x', url: address(n) }), most: 3000 },
  { name: 'a skin tone', make: (n) => rich({ type: 'emoji', name: 'wave', skin_tone: n }), least: 1, most: 6 },
  {
    name: 'a date link',
    make: (n) => rich({ type: 'date', timestamp: 1, format: '{date}', url: address(n) }),
    most: 3000,
  },
  { name: 'a list indent', make: (n) => richText(list({ indent: n })), least: 0, most: 8 },
  { name: 'a list offset', make: (n) => richText(list({ offset: n })), least: 0 },
  { name: 'a border', make: (n) => richText(list({ border: n })), least: 0, most: 1 },

  { name: 'rows of a table', make: (n) => table({ rows: rows(n) }), least: 1, most: 100 },
  { name: 'cells of a row', make: (n) => table({ rows: rows(1, n) }), least: 1, most: 20 },
  { name: 'column settings', make: (n) => table({ column_settings: times(n, () => ({})) }), least: 0, most: 20 },
  { name: 'characters in a table', make: (n) => table({ rows: [[cell(long(n))]] }), least: 1, most: 10_000 },
  { name: 'rows of a data table', make: (n) => data({ rows: rows(n) }), least: 2, most: 101 },
  { name: 'rows of its page', make: (n) => data({ page_size: n }), least: 1, most: 100 },
  { name: 'the column that names its rows', make: (n) => data({ row_header_column_index: n }), least: 0, most: 19 },
  { name: 'characters in a data table', make: (n) => data({ rows: [[cell('x')], [cell(long(n - 1))]] }), most: 20_000 },
]

const edges = LIMITS.flatMap(({ name, make, least, most, on = 'message' }) => [
  ...(least === undefined ? [] : [{ name, size: least, make, on, isTaken: true }]),
  ...(least === undefined ? [] : [{ name, size: least - 1, make, on, isTaken: false }]),
  ...(most === undefined ? [] : [{ name, size: most, make, on, isTaken: true }]),
  ...(most === undefined ? [] : [{ name, size: most + 1, make, on, isTaken: false }]),
]).filter(({ size, isTaken }) => isTaken || size !== -1)

describe('every limit, at its edge and beyond it', () => {
  test.each(edges)('$name: $size is taken: $isTaken', ({ size, make, on, isTaken }) => {
    expect(validateBlocks([make(size)], on).length === 0).toBe(isTaken)
  })

  test.each([
    ['an indent', () => richText(list({ indent: -1 }))],
    ['an offset', () => richText(list({ offset: -1 }))],
    ['a border', () => richText(list({ border: -1 }))],
    ['the letters before a search', () => menu('external_select', { min_query_length: -1 })],
    ['the least an input takes', () => asked({ type: 'plain_text_input', min_length: -1 })],
    ['the column that names rows', () => data({ row_header_column_index: -1 })],
  ])('%s below nought is refused', (_name, make) => {
    expect(validateBlocks([make()], 'message')).not.toEqual([])
  })

  test.each([
    ['message', 50],
    ['modal', 100],
    ['home', 100],
  ] as const)('a %s takes %i blocks', (surface, most) => {
    expect(
      validateBlocks(
        times(most, () => divider),
        surface,
      ),
    ).toEqual([])
    expect(
      validateBlocks(
        times(most + 1, () => divider),
        surface,
      ),
    ).not.toEqual([])
  })

  test.each([
    ['private_metadata', 3000],
    ['callback_id', 255],
    ['external_id', 255],
  ] as const)("a view's %s may be empty and takes %i characters", (field, most) => {
    const view = (length: number) => ({ type: 'home', blocks: [divider], [field]: long(length) })
    expect([0, most].flatMap((length) => validateView(view(length)))).toEqual([])
    expect(validateView(view(most + 1))).not.toEqual([])
  })

  test('a message holds 13,200 characters, each block counted as sixty', () => {
    const blocks = (length: number) => [section(long(length)), divider, divider]
    expect(areTooLong(blocks(13_200 - 180))).toBe(false)
    expect(areTooLong(blocks(13_200 - 179))).toBe(true)
  })
})
