/**
 * What a terminal may obey instead of showing: escape sequences, C0 and C1 controls, and the marks that turn the
 * direction of writing (Unicode TR9), with which a label could show something else than it is.
 */
// oxlint-disable-next-line eslint/no-control-regex -- these are the characters to find
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])?/g
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
// oxlint-disable-next-line eslint/no-control-regex -- these are the characters to find
const CONTROLS = /[\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** Text from outside as one line that a terminal only shows. */
export function plain(text: string): string {
  return text.replaceAll(ESCAPES, '').replaceAll(BREAKS, ' ').replaceAll(CONTROLS, '')
}
