/** Small valid pieces of Block Kit, for tests to bend. */
export const plain = (text: string) => ({ type: 'plain_text', text })
export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
export const section = (text = 'hello') => ({ type: 'section', text: mrkdwn(text) })
export const divider = { type: 'divider' }
export const button = (extra: object = {}) => ({ type: 'button', text: plain('Run again'), ...extra })
export const actions = (...elements: object[]) => ({ type: 'actions', elements })
export const option = (value: string, extra: object = {}) => ({ text: plain(value || 'empty'), value, ...extra })
export const options = (count: number) => Array.from({ length: count }, (_, index) => option(`o${index}`))
export const select = (extra: object = { options: options(2) }) => ({ type: 'static_select', ...extra })
export const image = (extra: object = {}) => ({
  type: 'image',
  image_url: 'https://example.com/chart.png',
  alt_text: 'a chart',
  ...extra,
})
export const richText = (...elements: object[]) => ({ type: 'rich_text', elements })
export const richSection = (...elements: object[]) => ({ type: 'rich_text_section', elements })
export const cell = (text: string) => ({ type: 'raw_text', text })
export const rows = (count: number, columns = 2) =>
  Array.from({ length: count }, () => Array.from({ length: columns }, () => cell('x')))
export const table = (extra: object = {}) => ({ type: 'table', rows: rows(2), ...extra })
export const input = (element: object = { type: 'plain_text_input' }, extra: object = {}) => ({
  type: 'input',
  label: plain('Why'),
  element,
  ...extra,
})
export const long = (length: number) => 'x'.repeat(length)
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
