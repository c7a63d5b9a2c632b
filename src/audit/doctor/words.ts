import { shorten } from '../../lib/shorten.ts'
import type { Failure } from '../../evidence/sources/reader/backend.ts'
import { formatReason } from '../../domain/quantity.ts'

const MOST_SHOWN = 4

/** The first few, and how many more there are. */
export function listed(texts: readonly string[], most = MOST_SHOWN): string {
  const shown = texts.slice(0, most).join(', ')
  return texts.length <= most ? shown : `${shown} and ${texts.length - most} more`
}

/** `1 engine`, `3 engines`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Why something could not be asked, in a few words. */
export function failureText({ reason, detail }: Failure): string {
  return detail === undefined ? formatReason(reason) : shorten(detail)
}

/** A text of others without what lets its reader in: users and passwords of URLs, and their queries. */
export function withoutSecrets(text: string): string {
  return shorten(text.replaceAll(/(\w+:\/\/)[^\s/"'@]*@/g, '$1').replaceAll(/(\w+:\/\/[^\s"'?]*)\?[^\s"']*/g, '$1'))
}
