import { instantOf } from '../formats/instant.ts'
import { parseRecord, textAt } from '../formats/record.ts'
import type { Wrapper } from './wrapper.ts'

/** Docker's json-file: a line of more than 16 KiB is cut into records, of which the last alone ends it. */
export const dockerJson: Wrapper = {
  id: 'docker-json-file',
  peel: (text, clock) => {
    if (!text.startsWith('{"log":')) return undefined
    const record = parseRecord(text)
    const log = record?.['log']
    if (record === undefined || typeof log !== 'string' || typeof record['time'] !== 'string') return undefined
    // Collectors add their own fields, and put the pieces together themselves.
    const isDockers = !('kubernetes' in record)
    const stream = textAt(record, 'stream')
    return [
      {
        ...instantOf(record['time'], clock),
        text: log.replace(/\r?\n$/u, ''),
        ...(stream !== undefined && { stream }),
        ...(isDockers && { isPartial: !log.endsWith('\n') }),
      },
    ]
  },
}
