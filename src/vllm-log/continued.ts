import { isError } from './is-error.ts'
import type { LogLine } from './line.ts'
import { isOfClients } from './of-clients.ts'
import { isOfEngine } from './origin.ts'
import { MOST_OF_MESSAGE } from './parse-head.ts'
import { withoutControls } from './without-controls.ts'

/**
 * A further line of one record. It has no head, whatever it looks like: only the first line's is surely the program's,
 * and below an error of anything but the engine itself stands what clients sent.
 *
 * @param first the record's first line, with its head
 */
export function continued(first: LogLine, text: string): LogLine {
  const { collectedAt, writtenAt, process } = first
  const isTraceback = isError(first) && isOfEngine(first) && !isOfClients(first.text)
  return {
    text: withoutControls(text).slice(0, MOST_OF_MESSAGE).trimEnd(),
    continues: isTraceback ? 'engine_error' : 'other',
    ...(collectedAt !== undefined && { collectedAt }),
    ...(writtenAt !== undefined && { writtenAt }),
    ...(process !== undefined && { process }),
  }
}
