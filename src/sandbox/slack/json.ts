/** An object read from JSON: its fields are unknown until looked at. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at `key` if it is a string; absent otherwise. */
export function stringAt(value: unknown, key: string): string | undefined {
  const held = isRecord(value) ? value[key] : undefined
  return typeof held === 'string' ? held : undefined
}

/** The objects in the list at `key`; whatever is not an object is left out. */
export function objectsAt(value: unknown, key: string): readonly JsonObject[] {
  const held = isRecord(value) ? value[key] : undefined
  return Array.isArray(held) ? held.filter(isRecord) : []
}

/** A parsed text, or nothing when it is not JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}
