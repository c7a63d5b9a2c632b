import { CLIENT_MEASURES, CLIENT_ROLES } from '../domain/client-attribution.ts'
import { CAUSES } from '../domain/cause.ts'
import { CHANGE_KINDS, CHANGE_SOURCES } from '../domain/fleet-change.ts'
import { ABSENT_REASONS } from '../domain/reading.ts'
import { COMPARED_NAMES } from '../domain/window.ts'
import { INSTANCE_NUMBERS } from './triage-json.ts'

/** A JSON Schema or a part of one, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What `AbsentReason` allows. */
const REASON: JsonSchema = {
  description: 'Why the number is null: it could not be read, which is never the same as 0.',
  anyOf: [{ enum: ABSENT_REASONS }, { type: 'string', pattern: '^http_[1-5][0-9]{2}$' }],
}

const TEXT: JsonSchema = { type: 'string' }
const TEXTS = list(TEXT)
const TEXT_OR_NULL: JsonSchema = { type: ['string', 'null'] }
const NUMBER: JsonSchema = { type: ['number', 'null'] }
const FRACTION: JsonSchema = { ...NUMBER, description: 'A fraction, usually 0 to 1; null when not read.' }
const SECONDS: JsonSchema = { ...NUMBER, description: 'Mean seconds; null when not read.' }
const TIME: JsonSchema = { type: 'string', format: 'date-time', description: 'RFC 3339 in UTC.' }
const CERTAINTY: JsonSchema = { enum: ['firm', 'tentative', 'none'] }
const CAUSE: JsonSchema = { enum: CAUSES }

const WINDOW = { start: TIME, end: TIME }
const FINDING = { cause: CAUSE, title: TEXT, because: TEXTS, certainty: CERTAINTY }

const STAGE = object(
  { now: SECONDS, baseline: SECONDS, growth_share: FRACTION },
  { reasons: reasons(['now', 'baseline', 'growth_share']) },
)

const ROW = object({ instance: TEXT }, { engine: TEXT, model_name: TEXT })

const READING = object(
  {
    signal: TEXT,
    row: { anyOf: [{ type: 'null' }, ROW] },
    value: NUMBER,
    baseline: NUMBER,
    unit: TEXT,
    threshold: TEXT,
    query: TEXT,
  },
  { bound: { enum: ['at_most', 'at_least'] }, reason: REASON, baseline_reason: REASON },
)

const CLIENT = object({
  client: TEXT,
  role: { enum: CLIENT_ROLES },
  share: { type: 'number', description: 'Of what `by` says.' },
  baseline_share: FRACTION,
  growth_share: { ...NUMBER, description: 'Of all that the load grew by; more than 1 where others sent less.' },
  request_share: { type: 'number' },
  requests_per_s: { type: 'number' },
  baseline_requests_per_s: NUMBER,
  failed_share: FRACTION,
  grew_at: { ...TIME, type: ['string', 'null'] },
  instances: list(object({ instance: TEXT, share: { type: 'number' } })),
})

const ACTIONS = list(
  object({ text: TEXT, kind: { enum: ['read-only', 'reversible', 'disruptive'] }, command: TEXT_OR_NULL }),
)

/** The contract `whyslow/triage/v1` as JSON Schema; `whyslow triage --schema` prints it. */
export const TRIAGE_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'urn:whyslow:triage:v1',
  title: 'whyslow/triage/v1',
  description: 'One triage of a vLLM fleet: what `whyslow triage --format json` prints.',
  ...object({
    schema: { const: 'whyslow/triage/v1' },
    incident: object({
      id: TEXT,
      status: { enum: ['firing', 'resolved', 'none'] },
      alerts: TEXTS,
      scope: object({ cluster: TEXT, model_name: TEXT_OR_NULL, instance: TEXT_OR_NULL }),
      window: object(WINDOW),
      baselines: list(object({ name: { enum: COMPARED_NAMES }, ...WINDOW })),
    }),
    headline: object({ ...FINDING, instances: TEXTS, clients: TEXTS }, { doubt: TEXT }),
    contributing: list(object(FINDING, { doubt: TEXT })),
    not_ruled_out: list(object({ cause: CAUSE, missing: TEXTS, settle_with: TEXT })),
    path: list(
      object(
        { id: TEXT, ask: TEXT, answer: { enum: ['yes', 'no', 'unknown'] }, readings: list(READING) },
        { certainty: CERTAINTY },
      ),
    ),
    stages: object({ queue: STAGE, prefill: STAGE, decode: STAGE, api_server: STAGE, e2e: STAGE, outside: STAGE }),
    skew: object({ by: { const: 'arrivals' }, max_over_mean: NUMBER, hot: TEXT_OR_NULL }, { reason: REASON }),
    instances: list(
      object(
        {
          instance: TEXT,
          engine: TEXT_OR_NULL,
          up: NUMBER,
          arrivals: { ...NUMBER, description: 'Requests per second.' },
          completions: { ...NUMBER, description: 'Requests per second.' },
          share: { ...FRACTION, description: "Part of the fleet's arrivals." },
          waiting: NUMBER,
          running: NUMBER,
          kv: FRACTION,
        },
        { reasons: reasons(INSTANCE_NUMBERS) },
      ),
    ),
    clients: object({
      source: TEXT_OR_NULL,
      by: { enum: [...CLIENT_MEASURES, null] },
      coverage: FRACTION,
      top: list(CLIENT),
      notes: TEXTS,
    }),
    changes: list(
      object(
        {
          time: TIME,
          kind: { enum: CHANGE_KINDS },
          text: TEXT,
          source: { enum: CHANGE_SOURCES },
          instances: TEXTS,
          url: TEXT_OR_NULL,
        },
        { latency: object({ before: SECONDS, now: SECONDS }) },
      ),
    ),
    actions: object({ now: ACTIONS, today: ACTIONS, this_week: ACTIONS, rollback: ACTIONS }),
    missing: list(object({ signal: TEXT, reason: REASON, enable_with: TEXT }, { detail: TEXT })),
    contradictions: { ...TEXTS, description: 'Readings that cannot all be true, one line each.' },
    took_ms: { type: 'integer', minimum: 0 },
    queries: { type: 'integer', minimum: 0 },
  }),
}

/** An object with exactly these fields: all of `required`, and of `optional` those that are there. */
function object(required: JsonSchema, optional: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  }
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

function reasons(fields: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, REASON])),
    additionalProperties: false,
    minProperties: 1,
  }
}
