/** Text as text in Markdown: no markup, no HTML, no link, no mention. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]<>|#~]/g, String.raw`\$&`)
    .replace(/^([-+]|\d+(?=[.)](?:\s|$)))/, opening)
    .replaceAll('@', '@\u200C')
    .replaceAll('://', String.raw`:\//`)
}

/** What opens a list at the start of a line: of `1.` the dot is escaped, since a digit cannot be. */
function opening(start: string): string {
  return /\d/.test(start) ? `${start}\\` : `\\${start}`
}

/** A code span that holds any text: its fence is longer than the backticks inside (CommonMark 6.1). */
export function codeMarkdown(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

/** The length of the longest run of backticks. */
export function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}
