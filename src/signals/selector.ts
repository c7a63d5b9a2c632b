import { type Matcher, equals } from '../domain/matcher.ts'
import { isBareMetricName, labelName, quote } from './escape.ts'
import { toRegExp } from './regex.ts'

/** A selector that somebody wrote cannot be read; the message is one line that names the place and the mend. */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'
}

const EXAMPLE = 'write it like job=~"vllm.*",namespace="prod"'
const NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y
const OP = /=~|!~|!=|=/y
const SPACE = /\s*/y
const QUOTED = /"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|`[^`]*`/y
const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  '"': '"',
  "'": "'",
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Reads the matchers of a selector as PromQL has them, with or without braces around.
 *
 * @throws SelectorError when there is no matcher or one is not PromQL
 */
export function parseSelector(text: string): readonly Matcher[] {
  const trimmed = text.trim()
  const inner = /^\{([\s\S]*)\}$/.exec(trimmed)?.[1] ?? trimmed
  const matchers: Matcher[] = []
  let at = skip(inner, 0)
  if (at === inner.length) throw new SelectorError(`the selector is empty: ${EXAMPLE}`)
  while (at < inner.length) {
    const name = take(inner, at, { token: NAME, what: 'a label name' })
    const op = take(inner, skip(inner, name.end), { token: OP, what: '=, !=, =~ or !~' })
    const value = take(inner, skip(inner, op.end), { token: QUOTED, what: 'a value in quotes' })
    matchers.push(checked({ name: name.text, op: toOp(op.text), value: unquote(value.text) }))
    at = skip(inner, value.end)
    if (at === inner.length) break
    if (inner[at] !== ',') throw expected('a comma', inner, at)
    at = skip(inner, at + 1)
  }
  return matchers
}

/** A series selector of PromQL for a metric's name with these matchers. */
export function selectorText(name: string, matchers: readonly Matcher[]): string {
  // A name before the braces and a matcher on __name__ inside them is an error of PromQL.
  const isBare = isBareMetricName(name) && !matchers.some((matcher) => matcher.name === '__name__')
  if (!isBare) return selectorMatchers([equals('__name__', name), ...matchers])
  return matchers.length === 0 ? name : `${name}${selectorMatchers(matchers)}`
}

/** Matchers in braces. */
export function selectorMatchers(matchers: readonly Matcher[]): string {
  return `{${matchers.map(({ name, op, value }) => `${labelName(name)}${op}${quote(value)}`).join(',')}}`
}

interface Token {
  readonly text: string
  readonly end: number
}

function take(text: string, at: number, want: { readonly token: RegExp; readonly what: string }): Token {
  const found = stickyMatch(want.token, text, at)
  if (found === undefined) throw expected(want.what, text, at)
  return { text: found, end: at + found.length }
}

function skip(text: string, at: number): number {
  return at + (stickyMatch(SPACE, text, at)?.length ?? 0)
}

function stickyMatch(token: RegExp, text: string, at: number): string | undefined {
  return new RegExp(token.source, 'y').exec(text.slice(at))?.[0]
}

function expected(what: string, text: string, at: number): SelectorError {
  const rest = text.slice(at, at + 30).replaceAll(/\s+/g, ' ')
  const place = rest === '' ? 'at its end' : `before ${JSON.stringify(rest)}`
  return new SelectorError(`the selector needs ${what} ${place}: ${EXAMPLE}`)
}

function toOp(text: string): Matcher['op'] {
  return text === '=~' || text === '!~' || text === '!=' ? text : '='
}

function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1)
  if (quoted.startsWith('`')) return inner
  return inner.replaceAll(/\\(.)/g, (whole, character: string) => {
    const meant = SIMPLE_ESCAPES[character]
    if (meant !== undefined) return meant
    throw new SelectorError(`the selector has the unknown escape ${whole}: write a backslash as \\\\`)
  })
}

function checked(matcher: Matcher): Matcher {
  if (matcher.op !== '=~' && matcher.op !== '!~') return matcher
  try {
    toRegExp(matcher.value)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SelectorError(`the selector's regex for ${matcher.name} is not valid: ${why}`, { cause: error })
  }
  return matcher
}
