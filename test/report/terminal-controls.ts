/** What a terminal would obey: C0 and C1 controls but the line feed, and the marks that turn the direction of writing. */
// oxlint-disable-next-line eslint/no-control-regex -- these are the characters to find
export const TERMINAL_CONTROLS = /[\0-\t\v-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/
