import { z } from 'zod'
import { ABSENT_REASONS } from '../domain/reading.ts'
import { unixSeconds } from '../domain/time.ts'

const VALUES = { NaN, '+Inf': Infinity, '-Inf': -Infinity }
const NUMBER = z.union([z.number(), z.enum(['NaN', '+Inf', '-Inf']).transform((word) => VALUES[word])])
/** The year 9999 and as far back: a `Date` holds them, and what is a day or a week away from them. */
const LATEST = 253_402_300_799

export const TIME = z
  .number()
  .min(-LATEST, 'Too small: no calendar has this time')
  .max(LATEST, 'Too big: no calendar has this time')
  .transform(unixSeconds)
export const REASON = z.union([z.enum(ABSENT_REASONS), z.templateLiteral(['http_', z.number()])])

/** A number as saved evidence holds it, or why there is none. */
export const MEASURE = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('present'),
    value: NUMBER,
    bound: z.enum(['at_most', 'at_least']).exactOptional(),
  }),
  z.object({ status: z.literal('absent'), reason: REASON }),
])
