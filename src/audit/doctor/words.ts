import { listed } from '../../domain/listed.ts'
import { shorten } from '../../lib/shorten.ts'
import type { Failure } from '../../evidence/sources/reader/backend.ts'
import { formatReason } from '../../domain/quantity.ts'
import { inEnglish } from '../../domain/text.ts'

const MOST_SHOWN = 4

/** The first four, and how many more there are: as many as fit a line of the path. */
export function someOf(texts: readonly string[]): string {
  return listed(texts, MOST_SHOWN)
}

/** Why something could not be asked, in a few words. */
export function failureText({ reason, detail }: Failure): string {
  return detail === undefined ? inEnglish(formatReason(reason)) : shorten(detail)
}

/** A text of others without what lets its reader in: users and passwords of URLs, and their queries. */
export function withoutSecrets(text: string): string {
  return shorten(text.replaceAll(/(\w+:\/\/)[^\s/"'@]*@/g, '$1').replaceAll(/(\w+:\/\/[^\s"'?]*)\?[^\s"']*/g, '$1'))
}
