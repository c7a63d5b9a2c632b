import { plain } from '../report/plain-text.ts'

/** A message as one line that a terminal only shows. */
export function oneLine(message: string): string {
  return plain(message).replaceAll(/ {2,}/g, ' ').trim()
}
