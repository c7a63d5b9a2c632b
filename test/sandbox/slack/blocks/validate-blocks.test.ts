import { describe, expect, test } from 'vitest'
import { validateBlocks } from '../../../../src/sandbox/slack/blocks/validate-blocks.ts'
import type { Surface } from '../../../../src/sandbox/slack/blocks/validate-blocks.ts'
import {
  actions,
  button,
  cell,
  divider,
  image,
  input,
  long,
  mrkdwn,
  option,
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

type Row = readonly [name: string, blocks: readonly unknown[], surface?: Surface]

const confirm = {
  title: plain('Sure?'),
  text: mrkdwn('It *drains* the engine'),
  confirm: plain('Yes'),
  deny: plain('No'),
}
const twoRows = { type: 'data_table', caption: 'engines', rows: rows(2) }
const context = (...elements: object[]) => ({ type: 'context', elements })
const header = (text: object = plain('TTFT high')) => ({ type: 'header', text })
const markdown = (text: string) => ({ type: 'markdown', text })
const accessory = (element: object) => ({ ...section(), accessory: element })
const fields = (count: number, length = 1) => ({ type: 'section', fields: times(count, () => mrkdwn(long(length))) })

const VALID: readonly Row[] = [
  ['no blocks', []],
  ['50 blocks in a message', times(50, () => divider)],
  ['100 blocks in a modal', times(100, () => divider), 'modal'],
  ['a section of 3000 characters', [section(long(3000))]],
  ['a section of 3000 emoji, which are 6000 code units', [section('🔥'.repeat(3000))]],
  ['ten fields of 2000', [fields(10, 2000)]],
  ['a header of 150', [header(plain(long(150)))]],
  ['ten things in a context', [context(...times(10, () => mrkdwn('x')))]],
  ['a picture in a context', [context(image())]],
  ['25 buttons', [actions(...times(25, (index) => button({ action_id: `a${index}` })))]],
  [
    'a button at all its limits',
    [
      actions({
        type: 'button',
        text: plain(long(75)),
        value: long(2000),
        action_id: long(255),
        url: `https://e.co/${long(2987)}`,
        style: 'danger',
        confirm,
        accessibility_label: long(75),
      }),
    ],
  ],
  ['a block_id of 255', [{ ...divider, block_id: long(255) }]],
  ['the same action_id in two blocks', [actions(button({ action_id: 'a' })), actions(button({ action_id: 'a' }))]],
  ['a menu of 100 options', [accessory(select({ options: options(100) }))]],
  ['a menu of option groups', [accessory(select({ option_groups: [{ label: plain('g'), options: options(2) }] }))]],
  [
    'an overflow of five with a link',
    [accessory({ type: 'overflow', options: [...options(4), option('l', { url: 'https://example.com' })] })],
  ],
  [
    'ten checkboxes with mrkdwn',
    [accessory({ type: 'checkboxes', options: times(10, (index) => ({ text: mrkdwn('*x*'), value: `${index}` })) })],
  ],
  ['a picture', [image({ title: plain('stages'), alt_text: long(2000) })]],
  ['a picture from a file', [{ type: 'image', alt_text: 'x', slack_file: { id: 'F01' } }]],
  [
    'a rich text with everything',
    [
      richText(
        richSection(
          { type: 'text', text: 'x', style: { bold: true } },
          { type: 'link', url: 'https://e.co' },
          { type: 'user', user_id: 'U1' },
          { type: 'emoji', name: 'fire' },
        ),
        { type: 'rich_text_list', style: 'bullet', indent: 1, elements: [richSection({ type: 'text', text: 'x' })] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x' }] },
        { type: 'rich_text_quote', elements: [{ type: 'broadcast', range: 'here' }] },
      ),
    ],
  ],
  [
    'a table of 100 by 20',
    [table({ rows: rows(100, 20), column_settings: [{ align: 'right' }, null, { is_wrapped: true }] })],
  ],
  [
    'a table with every kind of cell',
    [
      table({
        rows: [
          [
            cell('x'),
            { type: 'raw_number', value: 1.5, text: '1.5' },
            richText(richSection({ type: 'text', text: 'x' })),
          ],
        ],
      }),
    ],
  ],
  ['a data table', [{ ...twoRows, page_size: 100, row_header_column_index: 1 }]],
  ['12,000 characters of markdown', [markdown(long(12_000))]],
  [
    'an input in a modal',
    [input(), input({ type: 'number_input', is_decimal_allowed: false, min_value: '1', max_value: '2' })],
    'modal',
  ],
  [
    'a time and a date',
    [
      actions(
        { type: 'timepicker', initial_time: '23:59' },
        { type: 'datepicker', initial_date: '2026-11-29', action_id: 'd' },
      ),
    ],
  ],
  ['an alert in a modal', [{ type: 'alert', text: mrkdwn('x'), level: 'error' }], 'modal'],
]

describe('what Slack takes', () => {
  test.each(VALID.map(([name, blocks, surface = 'message']) => ({ name, blocks, surface })))(
    '$name',
    ({ blocks, surface }) => {
      expect(validateBlocks(blocks, surface)).toEqual([])
    },
  )
})

type Refused = readonly [name: string, blocks: unknown, pointer: string, message: string, surface?: Surface]

const INVALID: readonly Refused[] = [
  ['not a list', {}, '/blocks', 'must be an array'],
  ['51 blocks', times(51, () => divider), '/blocks', 'no more than 50 items allowed'],
  ['101 blocks in a modal', times(101, () => divider), '/blocks', 'no more than 100 items allowed', 'modal'],
  ['not an object', ['x'], '/blocks/0', 'must be an object'],
  ['no type', [{}], '/blocks/0', 'missing required field: type'],
  ['an unknown block', [{ type: 'banner' }], '/blocks/0/type', 'unsupported type: banner'],
  ['an unknown property', [{ ...divider, text: 'x' }], '/blocks/0', 'invalid additional property: text'],
  [
    'an unknown property of a text',
    [{ ...section(), text: { ...mrkdwn('x'), emoji: true } }],
    '/blocks/0/text',
    'invalid additional property: emoji',
  ],
  [
    'verbatim on plain text',
    [header({ ...plain('x'), verbatim: true })],
    '/blocks/0/text',
    'invalid additional property: verbatim',
  ],

  ['an empty section', [section('')], '/blocks/0/text/text', 'must be more than 0 characters'],
  ['an empty section, said of the union too', [section('')], '/blocks/0/text', 'failed to match all allowed schemas'],
  ['a section of 3001', [section(long(3001))], '/blocks/0/text/text', 'must be less than 3001 characters'],
  ['a section without text', [{ type: 'section' }], '/blocks/0', 'must define either `text` or `fields`'],
  ['a section with a bare string', [{ type: 'section', text: 'x' }], '/blocks/0/text', 'must be an object'],
  [
    'text of an unknown kind',
    [{ type: 'section', text: { type: 'markdown', text: 'x' } }],
    '/blocks/0/text/type',
    'must be one of: plain_text, mrkdwn',
  ],
  ['eleven fields', [fields(11)], '/blocks/0/fields', 'no more than 10 items allowed'],
  ['no fields', [fields(0)], '/blocks/0/fields', 'no fewer than 1 items allowed'],
  ['a field of 2001', [fields(1, 2001)], '/blocks/0/fields/0/text', 'must be less than 2001 characters'],
  [
    'an input as an accessory',
    [accessory({ type: 'plain_text_input' })],
    '/blocks/0/accessory/type',
    'unsupported type: plain_text_input',
  ],

  ['a header of 151', [header(plain(long(151)))], '/blocks/0/text/text', 'must be less than 151 characters'],
  ['a header in mrkdwn', [header(mrkdwn('x'))], '/blocks/0/text/type', 'must be one of: plain_text'],
  ['an empty header', [header(plain(''))], '/blocks/0/text/text', 'must be more than 0 characters'],

  [
    'eleven things in a context',
    [context(...times(11, () => mrkdwn('x')))],
    '/blocks/0/elements',
    'no more than 10 items allowed',
  ],
  ['an empty context', [context()], '/blocks/0/elements', 'no fewer than 1 items allowed'],
  ['a button in a context', [context(button())], '/blocks/0/elements/0/type', 'unsupported type: button'],

  [
    '26 buttons',
    [actions(...times(26, (index) => button({ action_id: `a${index}` })))],
    '/blocks/0/elements',
    'no more than 25 items allowed',
  ],
  ['no buttons', [actions()], '/blocks/0/elements', 'no fewer than 1 items allowed'],
  [
    'a button of 76',
    [actions(button({ text: plain(long(76)) }))],
    '/blocks/0/elements/0/text/text',
    'must be less than 76 characters',
  ],
  [
    'an empty button',
    [actions(button({ text: plain('') }))],
    '/blocks/0/elements/0/text/text',
    'must be more than 0 characters',
  ],
  [
    'a button in mrkdwn',
    [actions(button({ text: mrkdwn('x') }))],
    '/blocks/0/elements/0/text/type',
    'must be one of: plain_text',
  ],
  [
    'a value of 2001',
    [actions(button({ value: long(2001) }))],
    '/blocks/0/elements/0/value',
    'must be less than 2001 characters',
  ],
  ['an empty value', [actions(button({ value: '' }))], '/blocks/0/elements/0/value', 'must be more than 0 characters'],
  [
    'a url of 3001',
    [actions(button({ url: `https://e.co/${long(2988)}` }))],
    '/blocks/0/elements/0/url',
    'must be less than 3001 characters',
  ],
  ['a url that is none', [actions(button({ url: 'grafana/d/1' }))], '/blocks/0/elements/0/url', 'invalid url'],
  ['a url that is code', [actions(button({ url: 'javascript:alert(1)' }))], '/blocks/0/elements/0/url', 'invalid url'],
  [
    'an action_id of 256',
    [actions(button({ action_id: long(256) }))],
    '/blocks/0/elements/0/action_id',
    'must be less than 256 characters',
  ],
  [
    'a style of its own',
    [actions(button({ style: 'warning' }))],
    '/blocks/0/elements/0/style',
    'must be one of: primary, danger',
  ],
  [
    'an action_id twice in a block',
    [actions(button({ action_id: 'a' }), button({ action_id: 'a' }))],
    '/blocks/0/elements/1/action_id',
    '`action_id` "a" already exists',
  ],
  [
    'a block_id of 256',
    [{ ...divider, block_id: long(256) }],
    '/blocks/0/block_id',
    'must be less than 256 characters',
  ],
  ['an empty block_id', [{ ...divider, block_id: '' }], '/blocks/0/block_id', 'must be more than 0 characters'],
  [
    'a block_id twice',
    [
      { ...divider, block_id: 'b' },
      { ...section(), block_id: 'b' },
    ],
    '/blocks/1/block_id',
    '`block_id` "b" already exists',
  ],

  [
    '101 options',
    [accessory(select({ options: options(101) }))],
    '/blocks/0/accessory/options',
    'no more than 100 items allowed',
  ],
  [
    '101 option groups',
    [accessory(select({ option_groups: times(101, () => ({ label: plain('g'), options: options(1) })) }))],
    '/blocks/0/accessory/option_groups',
    'no more than 100 items allowed',
  ],
  [
    'options and groups',
    [accessory(select({ options: options(1), option_groups: [{ label: plain('g'), options: options(1) }] }))],
    '/blocks/0/accessory',
    'must define only one of `options` or `option_groups`',
  ],
  [
    'neither options nor groups',
    [accessory(select({}))],
    '/blocks/0/accessory',
    'must define either `options` or `option_groups`',
  ],
  [
    'an option of 76',
    [accessory(select({ options: [{ text: plain(long(76)), value: 'v' }] }))],
    '/blocks/0/accessory/options/0/text/text',
    'must be less than 76 characters',
  ],
  [
    'an option value of 151',
    [accessory(select({ options: [option('v', { value: long(151) })] }))],
    '/blocks/0/accessory/options/0/value',
    'must be less than 151 characters',
  ],
  [
    'an option description of 76',
    [accessory(select({ options: [option('v', { description: plain(long(76)) })] }))],
    '/blocks/0/accessory/options/0/description/text',
    'must be less than 76 characters',
  ],
  [
    'a link in a menu option',
    [accessory(select({ options: [option('v', { url: 'https://e.co' })] }))],
    '/blocks/0/accessory/options/0',
    'invalid additional property: url',
  ],
  [
    'a type on an option',
    [accessory(select({ options: [option('v', { type: 'option' })] }))],
    '/blocks/0/accessory/options/0',
    'invalid additional property: type',
  ],
  [
    'a placeholder of 151',
    [accessory(select({ options: options(1), placeholder: plain(long(151)) }))],
    '/blocks/0/accessory/placeholder/text',
    'must be less than 151 characters',
  ],
  [
    'an overflow of six',
    [accessory({ type: 'overflow', options: options(6) })],
    '/blocks/0/accessory/options',
    'no more than 5 items allowed',
  ],
  [
    'eleven checkboxes',
    [accessory({ type: 'checkboxes', options: options(11) })],
    '/blocks/0/accessory/options',
    'no more than 10 items allowed',
  ],
  [
    'eleven radio buttons',
    [accessory({ type: 'radio_buttons', options: options(11) })],
    '/blocks/0/accessory/options',
    'no more than 10 items allowed',
  ],
  [
    'an hour that is none',
    [actions({ type: 'timepicker', initial_time: '24:00' })],
    '/blocks/0/elements/0/initial_time',
    'must be a time as HH:mm',
  ],

  [
    'a confirm title of 101',
    [actions(button({ confirm: { ...confirm, title: plain(long(101)) } }))],
    '/blocks/0/elements/0/confirm/title/text',
    'must be less than 101 characters',
  ],
  [
    'a confirm text of 301',
    [actions(button({ confirm: { ...confirm, text: mrkdwn(long(301)) } }))],
    '/blocks/0/elements/0/confirm/text/text',
    'must be less than 301 characters',
  ],
  [
    'a confirm button of 31',
    [actions(button({ confirm: { ...confirm, deny: plain(long(31)) } }))],
    '/blocks/0/elements/0/confirm/deny/text',
    'must be less than 31 characters',
  ],
  [
    'a confirm without a title',
    [actions(button({ confirm: { text: mrkdwn('x'), confirm: plain('y'), deny: plain('n') } }))],
    '/blocks/0/elements/0/confirm',
    'missing required field: title',
  ],

  [
    'a picture without alt text',
    [{ type: 'image', image_url: 'https://e.co/x.png' }],
    '/blocks/0',
    'missing required field: alt_text',
  ],
  ['an empty alt text', [image({ alt_text: '' })], '/blocks/0/alt_text', 'must be more than 0 characters'],
  ['an alt text of 2001', [image({ alt_text: long(2001) })], '/blocks/0/alt_text', 'must be less than 2001 characters'],
  [
    'a picture title of 2001',
    [image({ title: plain(long(2001)) })],
    '/blocks/0/title/text',
    'must be less than 2001 characters',
  ],
  [
    'a picture url of 3001',
    [image({ image_url: `https://e.co/${long(2988)}` })],
    '/blocks/0/image_url',
    'must be less than 3001 characters',
  ],
  [
    'a picture from nowhere',
    [{ type: 'image', alt_text: 'x' }],
    '/blocks/0',
    'must define either `image_url` or `slack_file`',
  ],
  [
    'a picture from two places',
    [image({ slack_file: { id: 'F1' } })],
    '/blocks/0',
    'must define only one of `image_url` or `slack_file`',
  ],
  [
    'a file by id and url',
    [{ type: 'image', alt_text: 'x', slack_file: { id: 'F1', url: 'https://e.co' } }],
    '/blocks/0/slack_file',
    'must define only one of `id` or `url`',
  ],

  ['a rich text without elements', [richText()], '/blocks/0/elements', 'no fewer than 1 items allowed'],
  [
    'text directly in a rich text',
    [richText({ type: 'text', text: 'x' })],
    '/blocks/0/elements/0/type',
    'unsupported type: text',
  ],
  [
    'an empty rich text element',
    [richText(richSection({ type: 'text', text: '' }))],
    '/blocks/0/elements/0/elements/0/text',
    'must be more than 0 characters',
  ],
  [
    'a style that is none',
    [richText(richSection({ type: 'text', text: 'x', style: { blink: true } }))],
    '/blocks/0/elements/0/elements/0/style',
    'invalid additional property: blink',
  ],
  [
    'a list without a style',
    [richText({ type: 'rich_text_list', elements: [richSection({ type: 'text', text: 'x' })] })],
    '/blocks/0/elements/0',
    'missing required field: style',
  ],
  [
    'a list nine deep',
    [
      richText({
        type: 'rich_text_list',
        style: 'bullet',
        indent: 9,
        elements: [richSection({ type: 'text', text: 'x' })],
      }),
    ],
    '/blocks/0/elements/0/indent',
    'must be less than 9',
  ],
  [
    'a mention in code',
    [richText({ type: 'rich_text_preformatted', elements: [{ type: 'user', user_id: 'U1' }] })],
    '/blocks/0/elements/0/elements/0/type',
    'unsupported type: user',
  ],
  [
    'a user id that is none',
    [richText(richSection({ type: 'user', user_id: 'alice' }))],
    '/blocks/0/elements/0/elements/0/user_id',
    'must be a user id',
  ],

  ['a table of 101 rows', [table({ rows: rows(101) })], '/blocks/0/rows', 'no more than 100 items allowed'],
  ['a table of 21 columns', [table({ rows: rows(1, 21) })], '/blocks/0/rows/0', 'no more than 20 items allowed'],
  ['a table without rows', [table({ rows: [] })], '/blocks/0/rows', 'no fewer than 1 items allowed'],
  [
    '21 column settings',
    [table({ column_settings: times(21, () => ({})) })],
    '/blocks/0/column_settings',
    'no more than 20 items allowed',
  ],
  ['an empty cell', [table({ rows: [[cell('')]] })], '/blocks/0/rows/0/0/text', 'must be more than 0 characters'],
  ['mrkdwn in a cell', [table({ rows: [[mrkdwn('x')]] })], '/blocks/0/rows/0/0/type', 'unsupported type: mrkdwn'],
  [
    'a number without its text',
    [table({ rows: [[{ type: 'raw_number', value: 1 }]] })],
    '/blocks/0/rows/0/0',
    'missing required field: text',
  ],
  [
    'a number that is none',
    [table({ rows: [[{ type: 'raw_number', value: null, text: 'x' }]] })],
    '/blocks/0/rows/0/0/value',
    'must be a number',
  ],
  [
    '10,001 characters in a table',
    [table({ rows: [[cell(long(10_001))]] })],
    '/blocks/0',
    'no more than 10000 characters allowed in a table',
  ],
  ['two tables', [table(), divider, table()], '/blocks/2', 'only_one_table_allowed'],
  ['a table and a data table', [table(), twoRows], '/blocks/1', 'only_one_table_allowed'],
  ['a table in a modal', [table()], '/blocks/0/type', 'unsupported type: table', 'modal'],
  [
    'a data table with ragged rows',
    [{ ...twoRows, rows: [[cell('a')], [cell('a'), cell('b')]] }],
    '/blocks/0/rows',
    'all rows must have the same number of cells',
  ],
  [
    'a data table without a caption',
    [{ type: 'data_table', rows: rows(2) }],
    '/blocks/0',
    'missing required field: caption',
  ],

  ['an empty markdown', [markdown('')], '/blocks/0/text', 'must be more than 0 characters'],
  ['12,001 characters of markdown', [markdown(long(12_001))], '/blocks/0/text', 'must be less than 12001 characters'],
  [
    '12,001 characters in two markdown blocks',
    [markdown(long(6000)), markdown(long(6001))],
    '/blocks',
    'no more than 12000 characters allowed in all markdown blocks',
  ],
  ['markdown in a modal', [markdown('x')], '/blocks/0/type', 'unsupported type: markdown', 'modal'],
  ['an alert in a message', [{ type: 'alert', text: mrkdwn('x') }], '/blocks/0/type', 'unsupported type: alert'],

  [
    'an input label of 2001',
    [input(undefined, { label: plain(long(2001)) })],
    '/blocks/0/label/text',
    'must be less than 2001 characters',
    'modal',
  ],
  [
    'an input hint of 2001',
    [input(undefined, { hint: plain(long(2001)) })],
    '/blocks/0/hint/text',
    'must be less than 2001 characters',
    'modal',
  ],
  ['an input that is a button', [input(button())], '/blocks/0/element/type', 'unsupported type: button', 'modal'],
  [
    'an input of 3001',
    [input({ type: 'plain_text_input', max_length: 3001 })],
    '/blocks/0/element/max_length',
    'must be less than 3001',
    'modal',
  ],
  [
    'a number input upside down',
    [input({ type: 'number_input', is_decimal_allowed: true, min_value: '3', max_value: '2' })],
    '/blocks/0/element',
    '`min_value` must not be greater than `max_value`',
    'modal',
  ],
  [
    'a block only new workspaces know',
    [{ type: 'card', title: mrkdwn('x') }],
    '/blocks/0/type',
    'unsupported type: card',
  ],
]

const REFUSED = INVALID.map(([name, blocks, pointer, message, surface = 'message']) => ({
  name,
  blocks,
  pointer,
  message,
  surface,
}))

describe('what Slack refuses', () => {
  test.each(REFUSED)('$name', ({ blocks, pointer, message, surface }) => {
    expect(validateBlocks(blocks, surface)).toContainEqual({ pointer, message })
  })

  test.each(REFUSED)('$name, and only that', ({ blocks, pointer, surface }) => {
    const elsewhere = validateBlocks(blocks, surface).filter(
      (error) => !error.pointer.startsWith(pointer) && !pointer.startsWith(error.pointer),
    )
    expect(elsewhere).toEqual([])
  })
})
