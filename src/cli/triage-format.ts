import { inEnglish } from '../domain/text.ts'
import { unixSeconds } from '../domain/time.ts'
import { escapeForTerminal, stringifyTriage, toTriageJson } from '../report/to-json.ts'
import { toMarkdown } from '../report/to-markdown.ts'
import { toText } from '../report/to-text.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { renderAnswer } from '../slack/render-answer.ts'
import type { CliIo } from './io.ts'
import type { TriageFormat } from './triage-options.ts'

/** One triage in the format asked for, ending with a line feed. */
export function formatTriage(result: TriageResult, format: TriageFormat, { colour, columns, now }: CliIo): string {
  switch (format) {
    case 'text':
      return `${toText(result, { colour, today: unixSeconds(now() / 1000), ...(columns === undefined ? {} : { width: columns }) })}\n`
    case 'json':
      return `${stringifyTriage(toTriageJson(result))}\n`
    case 'markdown':
      return toMarkdown(result)
    case 'blocks':
      return `${escapeForTerminal(JSON.stringify(renderAnswer(result, inEnglish), undefined, 2))}\n`
    default:
      return format satisfies never
  }
}
