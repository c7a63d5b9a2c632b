/** Freezes a value and all it holds. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFreeze<unknown>(part)
  return Object.freeze(value)
}
