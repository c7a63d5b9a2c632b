/** Said around a question without changing it: `why is it so slow for qwen in the last 15m`. */
const FILLERS = new Set(['and', 'at', 'for', 'in', 'is', 'it', 'last', 'of', 'on', 'past', 'so', 'the', 'this'])

/** A question is short; what is longer is not read to its end. */
const LONGEST = 2000

/**
 * The words that carry what was asked, as typed but for what Slack and phones make of them: links made of host names,
 * escaped signs, typographic dashes and quotes, and the mark at a sentence's end.
 */
export function wordsOf(text: string): readonly string[] {
  return withoutLinks(text.slice(0, LONGEST))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll(/["'`\u2018\u2019\u201C\u201D]/gu, '')
    .split(/\s+/u)
    .map((word) => word.replace(/(?<=.)[?!.,;:？！。，；：]+$/u, ''))
    .filter((word) => /[^-]/u.test(word) && !FILLERS.has(word.toLowerCase()))
}

/**
 * `<http://gpu-1.example.com:8000|gpu-1.example.com:8000>` is what Slack makes of a host name in a message
 * (docs.slack.dev, formatting message text); what was typed is the part after the bar.
 */
function withoutLinks(text: string): string {
  return text
    .replaceAll(/<(?:https?|mailto|tel):[^>|]*\|([^>]*)>/gu, '$1')
    .replaceAll(/<(?:https?:\/\/|mailto:|tel:)([^>|]*?)\/?>/gu, '$1')
}
