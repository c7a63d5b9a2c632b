import { isRecord } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { refused } from './answer.ts'
import type { Answer } from './answer.ts'
import { jsonArg } from './arguments.ts'
import type { Args } from './arguments.ts'

type ReadMetadata =
  | { readonly status: 'read'; readonly metadata: JsonObject | undefined }
  | { readonly status: 'refused'; readonly answer: Answer }

/**
 * Message metadata: `event_type` and a flat `event_payload` (docs.slack.dev, message metadata). An empty object is read
 * as such: in an edit it takes the metadata away.
 */
export function readMetadata(args: Args): ReadMetadata {
  const read = jsonArg(args, 'metadata')
  if (read.status === 'absent') return { status: 'read', metadata: undefined }
  if (read.status === 'broken' || !isRecord(read.value)) return refuse('invalid_metadata_format')
  if (Object.keys(read.value).length === 0) return { status: 'read', metadata: {} }
  const { event_type: type, event_payload: payload } = read.value
  if (typeof type !== 'string' || type === '' || !isRecord(payload)) return refuse('invalid_metadata_schema')
  const isFlat = Object.values(payload).every((value) => isScalar(value) || isRow(value) || isListOfRows(value))
  return isFlat ? { status: 'read', metadata: read.value } : refuse('invalid_metadata_schema')
}

function refuse(error: string): ReadMetadata {
  return { status: 'refused', answer: refused(error) }
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isRow(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isScalar)
}

function isListOfRows(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => isScalar(each) || isRow(each))
}
