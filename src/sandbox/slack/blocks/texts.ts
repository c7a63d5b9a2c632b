import { isRecord } from '../json.ts'

/** Every string held under a key `text`, at any depth. */
export function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, held]) =>
    key === 'text' && typeof held === 'string' ? [held] : textsIn(held),
  )
}
