import type { Matcher } from '../../domain/matcher.ts'
import { lengthOf, type Window } from '../../domain/window.ts'
import { escapeRegex, quote } from '../../signals/escape.ts'
import { selectorMatchers } from '../../signals/selector.ts'
import { durationText } from '../../signals/to-promql.ts'
import { FAILED_STATUS, LIMITED } from '../failed.ts'
import { INFERENCE_PATH } from '../inference-paths.ts'
import type { Measure } from '../to-reading.ts'
import type { ClientFilter } from './counting-store.ts'
import { type AskedLines, PREFIX, askedRoles, prefixedPattern, prefixedRegexp } from './line-captures.ts'
import { type FieldPath, type LineFields, type Role, SPOKEN, rolesOf } from './line-fields.ts'

export interface LogqlLines {
  readonly selector: readonly Matcher[]
  readonly lines: LineFields
}

/** The label that holds a role. */
export function labelOf(lines: LineFields, role: Role): string {
  return lines.kind === 'fields' ? (lines.fields[role] ?? [role]).join('_') : `${PREFIX}${role}`
}

/** Of each measure that lines have, its growth by client over the range before the evaluation time. */
export function measuresOf(lines: LineFields): readonly Exclude<Measure, 'attempts'>[] {
  const roles = new Set<string>(rolesOf(lines))
  const measures: readonly Exclude<Measure, 'attempts'>[] = [
    'requests',
    'failures',
    'promptTokens',
    'outputTokens',
    'requestBytes',
    'busySeconds',
  ]
  return measures.filter((measure) => measure === 'requests' || roles.has(measure === 'failures' ? 'status' : measure))
}

/** What is asked about: a measure, or what a limit refused. */
export type Asked = Exclude<Measure, 'attempts'> | 'limited'

/** A measure over a span, to be aggregated. */
export function measureText(
  { selector, lines }: LogqlLines,
  {
    measure,
    filter,
    span,
  }: {
    readonly measure: Asked
    readonly filter: ClientFilter
    readonly span: Window
  },
): string {
  const found = `${selectorMatchers(selector)}${pipelineOf(lines, measure === 'limited' ? 'limited' : 'taken')}${filterText(lines, filter)}`
  const range = `[${durationText(lengthOf(span))}]`
  if (measure === 'requests' || measure === 'limited') return `count_over_time(${found} ${range})`
  if (measure === 'failures') {
    return `count_over_time(${found} | ${labelOf(lines, 'status')}=~${quote(FAILED_STATUS)} ${range})`
  }
  const label = labelOf(lines, measure)
  // What is no number is an error that fails the whole question unless such lines are left out.
  return `sum_over_time(${found} | ${label}!="" | unwrap ${label} | __error__="" ${range})`
}

/** Requests of these clients, each upstream by itself. */
export function upstreamsText({ selector, lines }: LogqlLines, names: readonly string[], span: Window): string {
  const [client, upstream] = [labelOf(lines, 'client'), labelOf(lines, 'upstream')]
  const found = `${selectorMatchers(selector)}${pipelineOf(lines)}${filterText(lines, { kind: 'among', names })}`
  const range = `[${durationText(lengthOf(span))}]`
  return `sum by (${client}, ${upstream}) (count_over_time(${found} | ${upstream}!="" ${range}))`
}

/** How many user agents speak from each of these clients. */
export function voicesText({ selector, lines }: LogqlLines, names: readonly string[], span: Window): string {
  const [client, agent] = [labelOf(lines, 'client'), labelOf(lines, 'userAgent')]
  const found = `${selectorMatchers(selector)}${pipelineOf(lines, 'voices')}${filterText(lines, { kind: 'among', names })}`
  const range = `[${durationText(lengthOf(span))}]`
  const each = `count_over_time(${found} | ${agent}=~${quote(`.*${SPOKEN}.*`)} ${range})`
  return `count by (${client}) (sum by (${client}, ${agent}) (${each}))`
}

function pipelineOf(lines: LineFields, of: AskedLines = 'taken'): string {
  const roles = askedRoles(lines, of)
  const isPosted = roles.includes('method') && lines.kind !== 'fields'
  return [
    isPosted ? ' |= "POST"' : '',
    parserOf(lines, roles),
    roles.includes('method') ? ` | ${labelOf(lines, 'method')}="POST"` : '',
    roles.includes('path') ? ` | ${labelOf(lines, 'path')}=~${quote(INFERENCE_PATH)}` : '',
    // What a limit refused no engine saw.
    roles.includes('status') ? ` | ${labelOf(lines, 'status')}${of === 'limited' ? '=' : '!='}"${LIMITED}"` : '',
    lines.hasPort === true ? withoutPort(labelOf(lines, 'client')) : '',
  ].join('')
}

function parserOf(lines: LineFields, roles: readonly Role[]): string {
  switch (lines.kind) {
    case 'pattern':
      return ` | pattern ${quote(prefixedPattern(lines.text, roles))}`
    case 'regexp':
      return ` | regexp ${quote(prefixedRegexp(lines.text))}`
    case 'json':
      return ` | json ${roles.map((role) => `${PREFIX}${role}=${quote(pathText(lines.fields[role] ?? []))}`).join(', ')}`
    case 'fields':
      return ''
    default:
      return lines satisfies never
  }
}

function pathText(path: FieldPath): string {
  return path.map((key) => `[${quote(key)}]`).join('')
}

function withoutPort(label: string): string {
  return ` | label_format ${label}=\`{{ regexReplaceAll ":[0-9]+$" .${label} "" }}\``
}

function filterText(lines: LineFields, filter: ClientFilter): string {
  const label = labelOf(lines, 'client')
  switch (filter.kind) {
    case 'all':
      return ''
    case 'among':
      return ` | ${label}=~${quote(filter.names.map(escapeRegex).join('|'))}`
    case 'ending':
      return ` | ${label}=~${quote(`(?s:.*${filter.pattern})${filter.pattern.startsWith('[^') ? '|' : ''}`)}`
    default:
      return filter satisfies never
  }
}

/** Whether LogQL takes a text for a label's name. */
export function isLabelName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
}
