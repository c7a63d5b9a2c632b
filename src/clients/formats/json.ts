import { jsonFormat } from './json-format.ts'
import { knownKeys } from './known-keys.ts'

/** A JSON log of unknown make, read by its well-known keys. */
export const json = {
  ...jsonFormat({
    id: 'json',
    title: 'JSON with well-known keys',
    time: 'end',
    marks: ['"status', '"http', '"response_', '"code"'],
    read: knownKeys,
  }),
  isFallback: true,
} as const
