import type { JsonObject } from '../json.ts'

/** What a Web API method answers: Slack says yes and no alike with HTTP 200. */
export type Answer = JsonObject & { readonly ok: boolean }

export function granted(fields: JsonObject = {}): Answer {
  return { ok: true, ...fields }
}

export function refused(error: string, fields: JsonObject = {}): Answer {
  return { ok: false, error, ...fields }
}

/** A refusal with reasons, each in both of the places where clients look for them. */
export function refusedBecause(error: string, reasons: readonly string[]): Answer {
  return refused(error, {
    errors: reasons,
    response_metadata: { messages: reasons.map((reason) => `[ERROR] ${reason}`) },
  })
}
