/** Drawn three times as large as a phone shows it: 1080 pixels on 360, so that 30 are read as 10. */
export const WIDTH = 1080
export const FONT = 'DejaVu Sans Condensed'
export const TEXT = 28
export const TITLE = 34
export const LINE = 40

/** An element as the drawing library wants it told. */
export type Element = Readonly<Record<string, unknown>>

export const INK = '#1b1f24'
export const PALE_INK = '#57606a'
export const RULE = '#d8dee4'
export const PAPER = '#ffffff'
/** Red is for what is wrong alone. */
export const HOT = '#cf222e'
export const TROUBLE = 'rgba(207, 34, 46, 0.07)'
export const CHANGE = '#8250df'

/** The blues and greens of those that are not the hottest, told apart also by who cannot see all colours. */
export const CALM = ['#0969da', '#1a7f37', '#bf8700', '#6f42c1', '#0b7285', '#8a5a44'] as const
export const OTHERS = '#8c959f'

export const STAGE_COLOURS = {
  queue: '#cf222e',
  prefill: '#e6a23c',
  decode: '#2f81c7',
  api_server: '#8c959f',
} as const
