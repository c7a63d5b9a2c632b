import { shorten } from '../../lib/shorten.ts'
import type { Failure } from '../../evidence/sources/reader/backend.ts'
import { formatQuantity, formatReason } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { fewOf, kept, say } from '../../domain/text.ts'

const MOST_SHOWN = 4

/** The first four, and how many more there are: as many as fit a line of the path. */
export function someOf(texts: readonly (string | Text)[]): Text {
  return fewOf(texts, MOST_SHOWN)
}

/** Why something could not be asked, in a few words. */
export function failureText({ reason, detail }: Failure): Text {
  return detail === undefined ? formatReason(reason) : kept(shorten(detail))
}

/** A text of others without what lets its reader in: users and passwords of URLs, and their queries. */
export function withoutSecrets(text: string): string {
  return shorten(text.replaceAll(/(\w+:\/\/)[^\s/"'@]*@/g, '$1').replaceAll(/(\w+:\/\/[^\s"'?]*)\?[^\s"']*/g, '$1'))
}

export function instancesText(count: number): Text {
  return formatQuantity(count, 'instances')
}

export function enginesText(count: number): Text {
  return count === 1 ? say`${count} engine` : say`${count} engines`
}

export function targetsText(count: number): Text {
  return count === 1 ? say`${count} target` : say`${count} targets`
}
