import { type Document, LineCounter, isScalar, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { describeIssue } from '../config/describe-issue.ts'
import { nearestKey } from '../config/nearest-key.ts'
import { firstOf } from '../domain/listed.ts'
import { isRecord } from '../lib/is-record.ts'
import { shorten } from '../lib/shorten.ts'
import { incidentSlips } from './incident-slips.ts'
import { INCIDENT, type IncidentFile } from './incident-schema.ts'
import { shapeOf } from './incident-shapes.ts'
import { UsageError } from './usage-error.ts'

const NOTHING = { instances: [] }

/** Far more than a person writes by hand. */
const MOST_CHARACTERS = 256 * 1024

/**
 * Reads an incident that a person wrote, as YAML or JSON, strictly: what is not known is an error that names it.
 *
 * @param usual what goes without saying where the file comes from
 * @throws UsageError one line that names the file, the place in it and the mend
 */
export function parseIncident(
  text: string,
  path: string,
  usual: Pick<IncidentFile, 'instances'> = NOTHING,
): IncidentFile {
  if (text.length > MOST_CHARACTERS) throw new UsageError(`${path}: is larger than 256 kB; is it the right file?`)
  const content = parseYaml(text, path)
  const parsed = INCIDENT.safeParse(isRecord(content) ? { ...usual, ...content } : content, { reportInput: true })
  const slips = parsed.success ? incidentSlips(parsed.data) : slipsOf(parsed.error)
  const [first, ...others] = slips
  if (first !== undefined) throw new UsageError(`${path}: ${firstOf(first, others)}`)
  if (!parsed.success) throw new UsageError(`${path}: cannot be read; write story: and readings:`)
  return parsed.data
}

function parseYaml(text: string, path: string): unknown {
  let content: unknown
  try {
    const lines = new LineCounter()
    // The parser warns of keys that are maps, which are refused below like any unknown one. It compares each key with
    // all before it, which takes minutes where there are many.
    const document = parseDocument(text, { uniqueKeys: false, logLevel: 'error', lineCounter: lines })
    refuseBroken(document, path)
    refuseTwins(document, path, lines)
    content = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (error instanceof UsageError) throw error
    const isAlias = error instanceof ReferenceError
    const mend = isAlias ? 'write it without * and &' : 'it is nested too deeply; is it the right file?'
    throw new UsageError(`${path}: this is not usable YAML: ${mend}`, error)
  }
  if (content === null || content === undefined) {
    throw new UsageError(`${path}: is empty; write at least story: and readings:`)
  }
  return content
}

function refuseBroken({ errors }: Document.Parsed, path: string): void {
  const [broken] = errors
  if (broken === undefined) return
  // The parser calls itself for each level, and says so where it can no more.
  if (broken.message.includes('call stack')) throw new RangeError(broken.message)
  const line = broken.linePos?.[0].line
  const what = broken.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/u, '') ?? broken.code
  throw new UsageError(`${path}: ${line === undefined ? '' : `line ${line}: `}this is not YAML: ${shorten(what)}`)
}

function refuseTwins(document: Document.Parsed, path: string, lines: LineCounter): void {
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) {
          const { line } = lines.linePos(key.range?.[0] ?? 0)
          throw new UsageError(`${path}: line ${line}: ${shorten(String(key.value))} is there twice; keep one`)
        }
        seen.add(key.value)
      }
    },
  })
}

/** A mistyped key also makes the right one missing: the typing is what to mend. */
function slipsOf({ issues }: z.core.$ZodError): readonly string[] {
  const rankOf = ({ code }: z.core.$ZodIssue): number => (code === 'unrecognized_keys' ? 0 : 1)
  return issues
    .flatMap(deepest)
    .toSorted((left, right) => rankOf(left) - rankOf(right))
    .map(describe)
}

/** Of what may be written in two ways, the slip lies deepest in the one that was meant. */
function deepest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  const inner = issue.code === 'invalid_union' ? issue.errors.flat() : []
  const meant = inner.filter(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
  return meant.length === 0
    ? [issue]
    : meant.flatMap((each) => deepest({ ...each, path: [...issue.path, ...each.path] }))
}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
  const place = shorten(path.join('.'))
  const shape = shapeOf(issue)
  if (shape !== undefined) return `${place}: ${shape}`
  if (issue.code === 'invalid_value' && issue.values.length > MOST_LISTED) return `${place}: ${nearestOf(issue)}`
  return describeIssue(INCIDENT, issue)
}

/** More words than these are no help in one line. */
const MOST_LISTED = 12

function nearestOf({ values, input }: z.core.$ZodIssueInvalidValue): string {
  const near = typeof input === 'string' ? nearestKey(input, values.map(String)) : undefined
  const mend = near === undefined ? 'whyslow triage --schema incident lists all' : `did you mean ${near}?`
  return `there is no such name; ${mend}`
}
