import { z } from 'zod'
import { describeIssue } from '../config/describe-issue.ts'
import type { Evidence } from '../domain/evidence.ts'
import { CHANGE_KINDS, CHANGE_SOURCES } from '../domain/fleet-change.ts'
import { COMPARED_NAMES } from '../domain/window.ts'
import { CLIENTS } from './evidence-clients.ts'
import { MEASURE, REASON, TIME } from './evidence-numbers.ts'
import { UsageError } from './usage-error.ts'

const FORMAT = 'whyslow/evidence/v1'

/** Evidence as text that reads back equal: numbers JSON has no words for are written as Prometheus writes them. */
export function stringifyEvidence(evidence: Evidence): string {
  const spell = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? spelled(value) : value
  return `${JSON.stringify({ schema: FORMAT, evidence }, spell, 1)}\n`
}

/** @throws UsageError naming the file and the first thing in it that is not evidence */
export function parseEvidence(text: string, path: string): Evidence {
  const json = parseJson(text, path)
  const parsed = FILE.safeParse(json, { reportInput: true })
  if (parsed.success) return parsed.data.evidence
  const issue = parsed.error.issues[0]
  const what = issue === undefined ? 'not readable' : describe(issue)
  throw new UsageError(`${path} is not saved evidence (${what}); save some with: whyslow triage --save-evidence FILE`)
}

/** What the schema's library says by itself is no help to who did not write the schema. */
function describe(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === 'invalid_value' && issue.input === undefined
  const said = describeIssue(FILE, issue)
  return isMissing
    ? `${issue.path.join('.')}: is missing; it says ${issue.values.map(String).join(' or ')}`
    : said.replace(/: Invalid \w+.*$/u, ': this cannot stand here')
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not JSON; save evidence with: whyslow triage --save-evidence FILE`, error)
  }
}

function spelled(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

const ROW = z.object({
  key: z.object({
    instance: z.string(),
    engine: z.string().exactOptional(),
    modelName: z.string().exactOptional(),
  }),
  now: MEASURE,
  before: MEASURE,
  isShared: z.literal(true).exactOptional(),
})

const READING = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('present'),
    signal: z.string(),
    source: z.string(),
    names: z.array(z.string()),
    query: z.string(),
    rowQuery: z.string().exactOptional(),
    partial: z.boolean(),
    isContradicted: z.boolean().exactOptional(),
    fleet: MEASURE,
    baselines: z.partialRecord(z.enum(COMPARED_NAMES), MEASURE),
    rows: z.array(ROW),
  }),
  z.object({
    status: z.literal('absent'),
    signal: z.string(),
    reason: REASON,
    detail: z.string().exactOptional(),
    query: z.string().exactOptional(),
  }),
])

const FILE = z.object({
  schema: z.literal(FORMAT),
  evidence: z.object({
    scope: z.object({
      cluster: z.string(),
      modelName: z.string().exactOptional(),
      instance: z.string().exactOptional(),
    }),
    takenAt: TIME,
    window: z.object({ start: TIME, end: TIME }),
    baselines: z.array(z.object({ name: z.enum(COMPARED_NAMES), start: TIME, end: TIME })),
    expectations: z.object({ instances: z.number().exactOptional(), maxNumSeqs: z.number().exactOptional() }),
    alerts: z.array(z.string()),
    changes: z
      .array(
        z.object({
          at: TIME,
          kind: z.enum(CHANGE_KINDS),
          text: z.string(),
          source: z.enum(CHANGE_SOURCES),
          instances: z.array(z.string()),
          url: z.string().exactOptional(),
        }),
      )
      .default([]),
    clients: CLIENTS.exactOptional(),
    readings: z.record(z.string(), READING),
    sources: z.array(
      z.object({
        source: z.string(),
        status: z.enum(['ok', 'partial', 'failed']),
        isCut: z.boolean().exactOptional(),
        queries: z.number(),
        isWider: z.boolean().exactOptional(),
        notes: z.array(z.string()),
      }),
    ),
  }),
})
