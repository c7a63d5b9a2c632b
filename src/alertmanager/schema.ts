import { z } from 'zod'
import type { Matcher } from '../domain/matcher.ts'

/** `GET /api/v2/alerts`: of each its labels are of use. */
export const alerts = z.array(z.looseObject({ labels: z.record(z.string(), z.string()) }))

const matcher = z
  .looseObject({ name: z.string(), value: z.string(), isRegex: z.boolean(), isEqual: z.boolean().default(true) })
  .transform(({ name, value, isRegex, isEqual }): Matcher => ({ name, value, op: opOf(isRegex, isEqual) }))

function opOf(isRegex: boolean, isEqual: boolean): Matcher['op'] {
  if (isRegex) return isEqual ? '=~' : '!~'
  return isEqual ? '=' : '!='
}

const time = z.string().transform((text, context) => {
  const at = Date.parse(text) / 1000
  if (Number.isFinite(at)) return at
  context.addIssue('no time')
  return z.NEVER
})

/** `GET /api/v2/silences` (openapi of API v2, gettableSilence). */
export const silences = z.array(
  z.looseObject({
    id: z.string(),
    status: z.looseObject({ state: z.enum(['active', 'pending', 'expired']) }),
    matchers: z.array(matcher),
    startsAt: time,
    endsAt: time,
    createdBy: z.string(),
    comment: z.string(),
  }),
)

/** `POST /api/v2/silences` */
export const created = z.looseObject({ silenceID: z.string().min(1) })

/** A refusal is a bare text, or a message with a code where the body is against the API's schema. */
export const refusal = z.union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)])
