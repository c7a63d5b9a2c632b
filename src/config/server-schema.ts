import { z } from 'zod'
import { isClientHeader, isHeaderName, isHeaderValue, isSecretHeader } from '../lib/http-header.ts'
import { parseDuration } from './parse-duration.ts'
import { url } from './url.ts'

export const text = z.string().min(1, 'write something, or leave the key out')
export const duration = z.string('write a duration such as 10s, 5m or 1h30m').transform((written, context) => {
  const parsed = parseDuration(written)
  if (parsed !== undefined && parsed > 0) return parsed
  context.addIssue(`"${shorten(written)}" is no duration; write it like 10s, 5m or 1h30m`)
  return z.NEVER
})

const headers = z
  .record(z.string(), z.string('write a text; put numbers in quotes'))
  .superRefine((written, context) => {
    for (const [name, value] of Object.entries(written)) {
      const mistake = headerMistake(name, value)
      if (mistake !== undefined) context.addIssue(mistake)
    }
  })

function headerMistake(name: string, value: string): string | undefined {
  const shown = JSON.stringify(shorten(name))
  if (isSecretHeader(name)) {
    return `a secret such as ${shorten(name)} does not belong in this file; write bearer_token_file or basic_auth`
  }
  if (!isHeaderName(name)) return `${shown} is no header name; write letters, digits and - only`
  if (isClientHeader(name)) return `${shown} is for whyslow to set; take it out`
  return isHeaderValue(value) ? undefined : `the value of ${shown} cannot be sent; write one line of ASCII`
}

export const basicAuth = z.strictObject({
  username: text,
  password_file: text.optional(),
  password_env: text.optional(),
})

/** An HTTP server and how to be let in. */
export const server = z.strictObject({
  url,
  bearer_token_file: text.optional(),
  bearer_token_env: text.optional(),
  basic_auth: basicAuth.optional(),
  headers: headers.optional(),
  tls: z
    .strictObject({
      ca_file: text.optional(),
      cert_file: text.optional(),
      key_file: text.optional(),
      insecure_skip_verify: z.boolean().optional(),
    })
    .superRefine(({ cert_file: cert, key_file: key }, context) => {
      if ((cert === undefined) === (key === undefined)) return
      context.addIssue('cert_file and key_file belong together; write both or neither')
    })
    .optional(),
  timeout: duration.optional(),
})

export type ServerFile = z.infer<typeof server>

/** What was written, where an error quotes it. */
export function shorten(written: string): string {
  return written.length > 60 ? `${written.slice(0, 59)}…` : written
}
