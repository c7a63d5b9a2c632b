import { z } from 'zod'
import { CHANGE_KINDS, type ReportedChange } from '../domain/fleet-change.ts'
import { type UnixSeconds, earlier, hours, later, unixSeconds } from '../domain/time.ts'
import { boundText } from './bounds.ts'
import { parseTime } from './parse-time.ts'

export type ParsedEvent =
  | { readonly kind: 'change'; readonly change: ReportedChange }
  | { readonly kind: 'refused'; readonly reason: string }

const LONGEST_TEXT = 300
const MOST_INSTANCES = 200
const LONGEST_NAME = 253
/** Clocks differ a little; what lies further ahead is a mistake of the unit. */
const AHEAD = hours(1)
/** Unix milliseconds of the year 1973 and seconds of the year 5138: nobody means either. */
const MILLISECONDS_FROM = 100_000_000_000

/** As long as a change is remembered. */
const OLDEST = hours(24 * 90)

const name = z.string('must be a text').refine(isVisible, 'is empty')

const wireEvent = z.strictObject({
  text: z.string('must be a text that says what was done').trim().refine(isVisible, 'is empty; say what was done'),
  kind: z.enum(CHANGE_KINDS, `must be one of ${CHANGE_KINDS.join(', ')}`).default('deploy'),
  time: z.union([z.string(), z.number()], 'must be RFC 3339 or Unix seconds').optional(),
  cluster: name.optional(),
  model_name: name.optional(),
  instances: z
    .array(name, 'must be a list of names')
    .max(MOST_INSTANCES, `holds at most ${MOST_INSTANCES}`)
    .default([]),
  url: z
    .string('must be a text')
    .max(2000, 'is too long')
    .refine((written) => /^https?:\/\//u.test(written) && URL.canParse(written), {
      error: 'must begin with http:// or https://',
      abort: true,
    })
    .refine(hasNoSecret, 'holds a user or a password, which everybody in the channel would see; take it out')
    .optional(),
})

/**
 * An event as a deploy pipeline posts it: only `text` is needed. What is not known is refused by name: a mistyped `time` would mean now.
 *
 * @param now when it was received, which is meant where it has no time
 * @param clusters those that are configured
 */
export function parseEvent(content: unknown, now: UnixSeconds, clusters: readonly string[]): ParsedEvent {
  const parsed = wireEvent.safeParse(content)
  if (!parsed.success) return refused(problemOf(parsed.error, content))
  const { text, kind, time, cluster, model_name: modelName, instances, url } = parsed.data
  const at = time === undefined ? now : timeOf(time)
  if (at === undefined) return refused('time: must be RFC 3339, such as 2026-11-29T14:01:00Z, or Unix seconds')
  if (at < earlier(now, OLDEST)) return refused('time: lies more than 90 days back; is it in another unit?')
  if (at > later(now, AHEAD)) return refused('time: lies in the future; is it in another unit, or another zone?')
  if (cluster !== undefined && !clusters.includes(cluster)) {
    return refused(`cluster: there is none of that name; there are ${clusters.join(', ')}`)
  }
  const change: ReportedChange = {
    at,
    kind,
    text: boundText(oneLine(text), LONGEST_TEXT),
    source: 'event',
    instances: instances.map((instance) => boundText(instance, LONGEST_NAME)),
    ...(url !== undefined && { url }),
    ...(cluster !== undefined && { cluster }),
    ...(modelName !== undefined && { modelName: boundText(modelName, LONGEST_NAME) }),
  }
  return { kind: 'change', change }
}

function refused(reason: string): ParsedEvent {
  return { kind: 'refused', reason }
}

function problemOf(error: z.ZodError, content: unknown): string {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return 'an event is an object such as {"text": "vllm 0.10.2 → 0.11.0"}'
  }
  const unknown = error.issues.find(({ code }) => code === 'unrecognized_keys')
  if (unknown?.code === 'unrecognized_keys') {
    const [key = ''] = unknown.keys
    return `${boundText(plain(key), LONGEST_KEY)}: unknown key; known are ${Object.keys(wireEvent.shape).join(', ')}`
  }
  const [issue] = error.issues
  const place = issue?.path.join('.') ?? ''
  return issue?.code === 'invalid_type' && place === 'text' && !(place in content)
    ? `${place}: is missing; say what was done`
    : `${place}: ${issue?.message ?? 'is wrong'}`
}

const LONGEST_KEY = 60

/** The answer is shown in a terminal, which obeys some of what has no letters. */
function plain(key: string): string {
  return oneLine(key.replaceAll(/\p{C}/gu, ' ')).trim() || '(a key of blanks)'
}

/** Letters that are blank, as fillers of Korean and Braille are. */
const BLANK_LETTERS = /[\u115F\u1160\u2800\u3164\uFFA0]/gu

function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll(BLANK_LETTERS, ''))
}

function hasNoSecret(url: string): boolean {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

function timeOf(written: string | number): UnixSeconds | undefined {
  if (typeof written === 'string') {
    return /^\d+(?:\.\d+)?$/u.test(written) ? timeOf(Number(written)) : parseTime(written)
  }
  if (!Number.isFinite(written) || written <= 0) return undefined
  return unixSeconds(written >= MILLISECONDS_FROM ? written / 1000 : written)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ')
}
