import { parseDocument } from 'yaml'
import { z } from 'zod'
import { CAUSES } from '../../src/domain/cause.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import { ABSENT_REASONS, type AbsentReason } from '../../src/domain/reading.ts'
import type { Scope } from '../../src/domain/scope.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { AT_WORK, anEvidence, onEach } from './evidence.ts'
import type { ToldOrAbsent } from './evidence.ts'

const reason = z.enum(ABSENT_REASONS)

/** What an instance reads now, with what it read in the hour before where that differs, or why it reads nothing. */
const ofInstance = z.union([z.number(), z.strictObject({ now: z.number(), before: z.number() }), reason])

/** What the fleet reads now and read in the hour before, and by instance; or why there is no reading. */
const reading = z.union([
  z.strictObject({
    now: z.number().optional(),
    before: z.number().optional(),
    /** `each` is all four of the common fleet, `a` one of them, `a/1` its engine 1. */
    instances: z.record(z.string().regex(/^(?:each|[a-z](?:\/\d+)?)$/u), ofInstance).optional(),
  }),
  reason,
])

const schema = z.strictObject({
  /** One line: what happened. */
  story: z.string().min(1),
  /** The labels of the alert that fires, or `none` when a person asks without one. */
  alert: z
    .union([
      z.strictObject({ alertname: z.string(), model_name: z.string().optional(), instance: z.string().optional() }),
      z.literal('none'),
    ])
    .default({ alertname: 'VLLMSlow' }),
  /** What the configuration says of the fleet. */
  expectations: z.strictObject({ instances: z.number().optional(), max_num_seqs: z.number().optional() }).default({}),
  /** Readings that differ from those of the common fleet: four instances at work, everything as an hour ago. */
  readings: z.strictObject(Object.fromEntries(SIGNALS.map(({ id }) => [id, reading.optional()]))).default({}),
  /** Why everything that `readings` leaves out is absent; without it that reads as in the common fleet. */
  all_others: reason.optional(),
  expect: z.strictObject({
    cause: z.enum(CAUSES),
    certainty: z.enum(['firm', 'tentative', 'none']),
    /** Every other cause that is found, in order. */
    contributing: z.array(z.enum(CAUSES)).default([]),
    /** Words that the headline and its reasons hold. */
    says: z.array(z.string().min(1)).default([]),
    /** Words that they don't. */
    never_says: z.array(z.string().min(1)).default([]),
  }),
})

/** An incident as an SRE writes it down: what was read, and what whyslow has to conclude from it. */
export type IncidentStory = z.infer<typeof schema>

/**
 * Reads a story, strictly: a key or signal that does not exist is an error that names it.
 *
 * @throws Error that names the file and what is wrong in it
 */
export function parseIncidentStory(text: string, file: string): IncidentStory {
  const document = parseDocument(text)
  const parsed = schema.safeParse(document.toJS())
  const slips = [...document.errors.map(({ message }) => message), ...(parsed.error?.issues ?? []).flatMap(linesOf)]
  if (!parsed.success || slips.length > 0) throw new Error(`${file}: ${slips.join('; ')}`)
  return parsed.data
}

/** Each slip with its place. Of what may be written in two ways, the slip lies deepest in the one that was meant. */
function linesOf(issue: z.core.$ZodIssue): readonly string[] {
  const inner = issue.code === 'invalid_union' ? issue.errors.flat() : []
  const meant = inner.filter(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
  const here = issue.path.join('.')
  return meant.length === 0
    ? [`${here}: ${issue.message}`]
    : meant.flatMap((each) => linesOf({ ...each, path: [...issue.path, ...each.path] }))
}

/** What whyslow would have read in the story. */
export function evidenceOf({ alert, expectations, readings, all_others: absent }: IncidentStory): Evidence {
  const told: Record<string, ToldOrAbsent> = absent === undefined ? { ...AT_WORK } : allAbsent(absent)
  for (const [id, given] of Object.entries(readings)) if (given !== undefined) told[id] = toldBy(given)
  const { instances, max_num_seqs: maxNumSeqs } = expectations
  return anEvidence(told, {
    alerts: alert === 'none' ? [] : [alert.alertname],
    scope: scopeOf(alert),
    expectations: { ...(instances !== undefined && { instances }), ...(maxNumSeqs !== undefined && { maxNumSeqs }) },
  })
}

function allAbsent(why: AbsentReason): Record<string, AbsentReason> {
  return Object.fromEntries(SIGNALS.map(({ id }) => [id, why]))
}

function scopeOf(alert: IncidentStory['alert']): Scope {
  if (alert === 'none') return { cluster: 'prod' }
  const { model_name: modelName, instance } = alert
  return { cluster: 'prod', ...(modelName && { modelName }), ...(instance && { instance }) }
}

function toldBy(given: z.infer<typeof reading>): ToldOrAbsent {
  if (typeof given === 'string') return given
  const { now, before, instances = {} } = given
  const { each, ...named } = instances
  const rows = Object.entries({ ...(each !== undefined && onEach(each)), ...named })
  return {
    ...(now !== undefined && { now }),
    ...(before !== undefined && { before }),
    rows: Object.fromEntries(rows.map(([name, row]) => [name, rowBy(row)])),
  }
}

function rowBy(given: z.infer<typeof ofInstance>): number | readonly [now: number, before: number] | AbsentReason {
  return typeof given === 'object' ? [given.now, given.before] : given
}
