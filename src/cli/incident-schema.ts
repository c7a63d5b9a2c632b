import { z } from 'zod'
import { CAUSES } from '../domain/cause.ts'
import { CHANGE_KINDS } from '../domain/fleet-change.ts'
import { ABSENT_REASONS } from '../domain/reading.ts'
import { inEnglish } from '../domain/text.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { INCIDENT_CLIENTS } from './incident-clients.ts'
import { LOGGED } from './logged.ts'

const TEXT = z.string().min(1).max(2000)
const LABEL = z.string().max(500)
const REASON = z.enum(ABSENT_REASONS).describe('Why there is no number. What is left out altogether is not_configured.')
const NUMBER = z.number()

/** More instances than any fleet has, and more slots than any engine. */
const MOST_EXPECTED = 100_000
const EXPECTED = NUMBER.min(1, 'write a number from 1 on').max(MOST_EXPECTED, `write at most ${MOST_EXPECTED}`)

/** A Prometheus instance, and of several data-parallel ranks the one after the slash: `10.0.0.1:8000/1`. */
const INSTANCE = z.string().min(1).max(200)

const OF_INSTANCE = z.union([
  NUMBER,
  z.strictObject({
    now: NUMBER.optional(),
    before: NUMBER.optional().describe('In the hour before.'),
    shared: z.literal(true).optional().describe('The value is of something that serves several instances.'),
  }),
  REASON,
])

const READING = z.union([
  NUMBER.describe("The fleet's value now; nothing is known of before or of the instances."),
  z.strictObject({
    now: NUMBER.optional().describe("The fleet's value in the window."),
    before: NUMBER.optional().describe('In the hour before.'),
    yesterday: NUMBER.optional().describe('In the same window a day before.'),
    before_change: NUMBER.optional().describe('In the moments before the last of `changes`.'),
    week_ago: NUMBER.optional().describe('In the same window a week before.'),
    instances: z
      .record(INSTANCE, OF_INSTANCE)
      .optional()
      .describe('By instance, or instance/engine; `each` stands for all that the file names under `instances`.'),
  }),
  REASON,
])

const ALERT = z
  .looseObject({
    alertname: LABEL,
    cluster: LABEL.optional(),
    model_name: LABEL.optional(),
    instance: LABEL.optional(),
  })
  .catchall(LABEL)

/** What was done longer ago is no cause of today's trouble. */
const WEEK_IN_MINUTES = 7 * 24 * 60

const CHANGE = z.strictObject({
  text: TEXT.describe('What was done, in one line.'),
  minutes_ago: NUMBER.nonnegative('write a number of minutes from 0 on')
    .max(WEEK_IN_MINUTES, `write at most ${WEEK_IN_MINUTES}, a week`)
    .describe('Before the end of the window.'),
  kind: z.enum(CHANGE_KINDS).default('deploy'),
  instances: z.array(INSTANCE).default([]).describe('To which instances; to all, or nobody knows, unless stated.'),
})

const CAUSE = z.enum(CAUSES)

const EXPECT = z.strictObject({
  cause: CAUSE,
  certainty: z.enum(['firm', 'tentative', 'none']),
  contributing: z.array(CAUSE).default([]).describe('Every other cause that is found, in order.'),
  says: z.array(TEXT).default([]).describe('Words that the headline and its reasons hold.'),
  never_says: z.array(TEXT).default([]).describe("Words that they don't."),
})

/** How far the cause is proven by those who were there. */
const CONFIDENCES = [
  'fix_merged',
  'maintainer_confirmed',
  'reporter_confirmed',
  'well_argued',
  'inferred',
  'open',
] as const

const TELLABLE = z
  .strictObject({
    up_to: z.enum(['cause', 'parent', 'nothing']),
    because: TEXT.describe('By which test, or for want of which number.'),
  })
  .describe('How much of true_cause the readings of this file prove, and nothing else, to somebody who knows vLLM.')

export const INCIDENT = z.strictObject({
  story: TEXT.describe('One line: what happened.'),
  source: TEXT.optional().describe('Where it is told.'),
  case: TEXT.optional().describe('Its id there.'),
  alert: z
    .union([ALERT, z.literal('none')])
    .default({ alertname: 'VLLMSlow' })
    .describe('Labels of the alert that fires, or none when a person asks without one.'),
  at: TEXT.optional().describe('End of the window: RFC 3339 or Unix seconds.'),
  window: TEXT.optional().describe('Time that the readings speak of; 5m unless stated.'),
  expectations: z
    .strictObject({ instances: EXPECTED.optional(), max_num_seqs: EXPECTED.optional() })
    .default({})
    .describe('What a person knows of the fleet and its metrics do not show.'),
  instances: z
    .array(INSTANCE)
    .default([])
    .describe("The fleet's instances. Of one alone its reading is the fleet's, and the other way round."),
  readings: z
    .strictObject(Object.fromEntries(SIGNALS.map(({ id, title, unit }) => [id, about(inEnglish(title), unit)])))
    .default({})
    .describe('What was read, by signal. What is left out was not read.'),
  changes: z.array(CHANGE).default([]).describe('What somebody did to the fleet.'),
  clients: INCIDENT_CLIENTS.optional().describe(
    'Who sent the load, or why that was not read; left out, nobody was asked.',
  ),
  logs: z
    .record(INSTANCE, z.array(z.enum(LOGGED)))
    .default({})
    .describe("Kinds of lines seen in an instance's log. What is left out may have been there."),
  all_others: REASON.optional().describe('Why all that readings and logs leave out is absent.'),
  implied: z
    .array(z.enum(SIGNALS.map(({ id }) => id)))
    .default([])
    .describe('Readings that the source only implies.'),
  true_cause: z
    .string()
    .max(100)
    .regex(/^[a-z]\w*(?:\.[a-z]\w*)*$/u, 'write it like queue.skew.lb')
    .optional()
    .describe('What it was, also where whyslow knows only a part of it or nothing; expect.cause unless stated.'),
  cause_confidence: z.enum(CONFIDENCES).optional(),
  tellable: TELLABLE.optional(),
  scored: z.boolean().optional().describe('Whether it counts; not unless stated where the cause is inferred or open.'),
  expect: EXPECT.optional().describe('What whyslow has to conclude.'),
})

/** An incident as a person writes it down: what was read, and what it was. */
export type IncidentFile = z.output<typeof INCIDENT>

export type IncidentReading = z.output<typeof READING>
export type IncidentRow = z.output<typeof OF_INSTANCE>

/** The format as JSON Schema, for editors; `whyslow triage --schema incident` prints it. */
export function incidentSchema(): Readonly<Record<string, unknown>> {
  return { $id: 'urn:whyslow:incident:v1', title: 'whyslow incident', ...z.toJSONSchema(INCIDENT, { io: 'input' }) }
}

function about(title: string, unit: string) {
  return READING.optional().describe(`${title}, in ${unit}`)
}
