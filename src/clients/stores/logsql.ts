import type { Matcher } from '../../domain/matcher.ts'
import type { Window } from '../../domain/window.ts'
import { quote } from '../../signals/escape.ts'
import { FAILED_STATUS, LIMITED } from '../failed.ts'
import { INFERENCE_PATH } from '../inference-paths.ts'
import type { Measure } from '../to-reading.ts'
import type { ClientFilter } from './counting-store.ts'
import { type AskedLines, PREFIX, askedRoles, prefixedPattern, prefixedRegexp } from './line-captures.ts'
import { type FieldPath, type LineFields, type Role, SPOKEN, rolesOf } from './line-fields.ts'

export interface LogsqlLines {
  readonly selector: readonly Matcher[]
  readonly lines: LineFields
}

const SUMMED = ['promptTokens', 'outputTokens', 'requestBytes', 'busySeconds'] as const

/** The field that holds a role. */
export function fieldOf(lines: LineFields, role: Role): string {
  if (lines.kind !== 'json' && lines.kind !== 'fields') return `${PREFIX}${role}`
  const path = (lines.fields[role] ?? [role]).join('.')
  return lines.kind === 'json' ? `${PREFIX}${path}` : path
}

export interface LogsqlQuestion {
  readonly span: Window
  readonly filter: ClientFilter
  /** Everybody together, or each client. */
  readonly by: 'client' | 'nothing'
}

/** All measures in one question. */
export function statsText(log: LogsqlLines, { span, filter, by }: LogsqlQuestion): string {
  const { lines } = log
  const grouped = by === 'client' ? `by (${quote(fieldOf(lines, 'client'))}) ` : ''
  return `${foundText(log, span)}${filterText(lines, filter)} | stats ${grouped}${countedText(lines)}`
}

/** Requests alone, by client. */
export function requestsText(log: LogsqlLines, span: Window, filter: ClientFilter): string {
  const grouped = `by (${quote(fieldOf(log.lines, 'client'))})`
  return `${foundText(log, span)}${filterText(log.lines, filter)} | stats ${grouped} count() as requests`
}

/** Requests of these clients, each upstream by itself. */
export function upstreamsText(log: LogsqlLines, span: Window, names: readonly string[]): string {
  const { lines } = log
  const by = `by (${quote(fieldOf(lines, 'client'))}, ${quote(fieldOf(lines, 'upstream'))})`
  const found = `${foundText(log, span)}${filterText(lines, { kind: 'among', names })}`
  return `${found} | stats ${by} count() as requests | sort by (requests desc)`
}

/** How many user agents speak from each of these clients. */
export function voicesText(log: LogsqlLines, span: Window, names: readonly string[]): string {
  const { lines } = log
  const agent = quote(fieldOf(lines, 'userAgent'))
  const found = `${foundText(log, span, 'voices')}${filterText(lines, { kind: 'among', names })}`
  return `${found} | filter ${agent}:~${quote(SPOKEN)} | stats by (${quote(fieldOf(lines, 'client'))}) count_uniq(${agent}) as voices`
}

/** What a limit refused, under the name of the requests. */
export function limitedText(log: LogsqlLines, span: Window, by: LogsqlQuestion['by']): string {
  const grouped = by === 'client' ? `by (${quote(fieldOf(log.lines, 'client'))}) ` : ''
  return `${foundText(log, span, 'limited')} | stats ${grouped}count() as requests`
}

/** Those of the lines that count, with the fields they are counted by. */
function foundText({ selector, lines }: LogsqlLines, { start, end }: Window, of: AskedLines = 'taken'): string {
  const roles = askedRoles(lines, of)
  const posted = roles.includes('method') && lines.kind !== 'fields' ? ['"POST"'] : []
  const time = `_time:[${timeText(start)}, ${timeText(end)})`
  const wanted = [
    ...(roles.includes('method') ? [`${quote(fieldOf(lines, 'method'))}:="POST"`] : []),
    ...(roles.includes('path') ? [`${quote(fieldOf(lines, 'path'))}:~${quote(`^(${INFERENCE_PATH})$`)}`] : []),
    // What a limit refused no engine saw.
    ...(roles.includes('status')
      ? [`${of === 'limited' ? '' : '!'}${quote(fieldOf(lines, 'status'))}:="${LIMITED}"`]
      : []),
  ]
  return [
    [time, ...selector.map(matcherText), ...posted].join(' '),
    parserOf(lines, roles),
    wanted.length === 0 ? '' : ` | filter ${wanted.join(' ')}`,
    lines.hasPort === true ? ` | replace_regexp (":[0-9]+$", "") at ${quote(fieldOf(lines, 'client'))}` : '',
  ].join('')
}

/** Narrows to some clients. */
function filterText(lines: LineFields, filter: ClientFilter): string {
  const field = quote(fieldOf(lines, 'client'))
  switch (filter.kind) {
    case 'all':
      return ''
    case 'among':
      return ` | filter ${field}:in(${filter.names.map(quote).join(', ')})`
    case 'ending':
      return ` | filter ${field}:~${quote(`${filter.pattern}$${filter.pattern.startsWith('[^') ? '|^$' : ''}`)}`
    default:
      return filter satisfies never
  }
}

/** The measures that lines have, as they are named in the answer. */
export function measuresOf(lines: LineFields): readonly Measure[] {
  const roles = rolesOf(lines)
  const failures = roles.includes('status') ? (['failures'] as const) : []
  return ['requests', ...failures, ...SUMMED.filter((measure) => roles.includes(measure))]
}

function countedText(lines: LineFields): string {
  const texts: Readonly<Record<Measure, () => string>> = {
    requests: () => 'count() as requests',
    failures: () => `count() if (${quote(fieldOf(lines, 'status'))}:~${quote(`^(${FAILED_STATUS})$`)}) as failures`,
    promptTokens: () => sumText(lines, 'promptTokens'),
    outputTokens: () => sumText(lines, 'outputTokens'),
    requestBytes: () => sumText(lines, 'requestBytes'),
    busySeconds: () => sumText(lines, 'busySeconds'),
    attempts: () => '',
  }
  return measuresOf(lines)
    .map((measure) => texts[measure]())
    .join(', ')
}

function sumText(lines: LineFields, measure: (typeof SUMMED)[number]): string {
  return `sum(${quote(fieldOf(lines, measure))}) as ${measure}`
}

function parserOf(lines: LineFields, roles: readonly Role[]): string {
  switch (lines.kind) {
    case 'pattern':
      return ` | extract ${quote(prefixedPattern(lines.text, roles))} from _msg`
    case 'regexp':
      return ` | extract_regexp ${quote(prefixedRegexp(lines.text))} from _msg`
    case 'json': {
      const paths = roles.map((role) => quote(nameOf(lines.fields[role] ?? [])))
      return ` | unpack_json from _msg fields (${paths.join(', ')}) result_prefix ${quote(PREFIX)}`
    }
    case 'fields':
      return ''
    default:
      return lines satisfies never
  }
}

function nameOf(path: FieldPath): string {
  return path.join('.')
}

function matcherText({ name, op, value }: Matcher): string {
  const field = quote(name)
  switch (op) {
    case '=':
      return `${field}:=${quote(value)}`
    case '!=':
      return `!${field}:=${quote(value)}`
    case '=~':
      return `${field}:~${quote(`^(?:${value})$`)}`
    case '!~':
      return `!${field}:~${quote(`^(?:${value})$`)}`
    default:
      return op satisfies never
  }
}

function timeText(at: number): string {
  return new Date(Math.round(at * 1000)).toISOString()
}
