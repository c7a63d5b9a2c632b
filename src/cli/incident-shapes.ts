import type { z } from 'zod'
import { nearestKey } from '../config/nearest-key.ts'
import { ABSENT_REASONS } from '../domain/reading.ts'
import { CLIENT_KEYS } from './incident-clients.ts'
import { shorten } from '../lib/shorten.ts'

const REASONS = ABSENT_REASONS.join(', ')
const BESIDE_WHO = CLIENT_KEYS.whole.filter((key) => key !== 'who')

/** What may be written where a schema's own words say too little; undefined where they say enough. */
export function shapeOf(issue: z.core.$ZodIssue): string | undefined {
  const [first, , third] = issue.path
  if (issue.code === 'unrecognized_keys') return misplaced(issue)
  if (first === 'clients') return ofClients(issue)
  if (issue.code !== 'invalid_union') return undefined
  if (first === 'readings') {
    const keys = third === 'instances' ? '{ now, before }' : '{ now, before, instances }'
    return `write a number, ${keys}, or why there is none: ${REASONS}`
  }
  return first === 'alert' ? 'write { alertname: … } or none' : undefined
}

/** The place of a key that is known elsewhere, with the mend; undefined where it is not. */
function misplaced({ path, keys }: z.core.$ZodIssueUnrecognizedKeys): string | undefined {
  const [first] = path
  const [key = ''] = keys
  if (key === 'all_others' && first !== undefined) {
    const own = first === 'clients' ? '; why clients were not read is written as clients: timeout' : ''
    return `stands at the top of the file, beside story and readings${own}`
  }
  if (first !== 'clients' || path.length > 1 || nearestKey(key, CLIENT_KEYS.whole) !== undefined) return undefined
  return `a client stands under who, as in clients: { who: { ${shorten(key)}: { requests: 5 } } }; beside who may stand ${BESIDE_WHO.join(', ')}`
}

function ofClients({ code, path, input }: z.core.$ZodIssue): string | undefined {
  if (code !== 'invalid_union' && code !== 'invalid_type') return undefined
  if (path.length === 1) return `write { who: { bot: { requests: 5 } } }, or why they were not read: ${REASONS}`
  if (path[1] === 'who' && path.length === 2) return 'write each client by its name: { bot: { requests: 5 } }'
  const isOfOne = path[1] === 'who' && path.length === 3
  if (isOfOne) return `write { requests: 5 }; known here are ${CLIENT_KEYS.each.join(', ')}`
  if (code !== 'invalid_union') return undefined
  return `${input === undefined ? 'is missing; ' : ''}write a number per second, or { now, before }`
}
