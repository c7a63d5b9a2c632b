import { z } from 'zod'
import { listed } from '../domain/listed.ts'
import { nearestKey } from './nearest-key.ts'

/** What is wrong and how to mend it, with its place: `clusters[0].prometheus.url: write a URL …`. */
export function describeIssue(schema: z.core.$ZodType, issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    return `${placeOf([...issue.path, key])}: ${describeKey(key, keysAt(schema, issue.path))}`
  }
  const place = placeOf(issue.path)
  return `${place === '' ? 'the file' : place}: ${describe(issue)}`
}

/** More keys than these are no help in one line. */
const MOST_LISTED = 12

function describeKey(key: string, known: readonly string[]): string {
  if (known.includes(`${key}_file`)) {
    return `a secret does not belong in this file; write ${key}_file: /path/to/it or ${key}_env: NAME_OF_VARIABLE`
  }
  const near = nearestKey(key, known)
  if (near !== undefined) return `unknown key; did you mean ${near}?`
  return known.length === 0 ? 'unknown key; take it out' : `unknown key; known here are ${listed(known, MOST_LISTED)}`
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined')) {
    return 'is missing; write it'
  }
  if (issue.code === 'invalid_value') return `write one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    return `write ${NAMES[issue.expected] ?? issue.expected}`
  }
  return issue.message
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text (in quotes)',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys and values',
  record: 'keys and values',
}

function placeOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./u, '')
    .slice(0, 200)
}

function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => keysAt(option, path))
  const [step, ...rest] = path
  if (step === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
  if (inner instanceof z.ZodArray) return keysAt(inner.element, rest)
  if (inner instanceof z.ZodRecord) return keysAt(inner.valueType, rest)
  if (!(inner instanceof z.ZodObject)) return []
  const child: unknown = Object.entries(inner.shape).find(([key]) => key === step)?.[1]
  return child instanceof z.ZodType ? keysAt(child, rest) : []
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  // A preprocessed value: what comes of it is what has keys.
  if (schema instanceof z.ZodPipe) return unwrap(schema.out)
  const isWrapper = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  return isWrapper ? unwrap(schema.unwrap()) : schema
}
