const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const INFINITE = /^([+-]?)inf(?:inity)?$/i

/**
 * A number as the text formats have it: `NaN`, `+Inf` and three-digit exponents among them, hexadecimal not. One too
 * great for a double is none.
 */
export function parseNumber(text: string): number | undefined {
  if (DECIMAL.test(text)) {
    const value = Number(text)
    return Number.isFinite(value) ? value : undefined
  }
  if (/^[+-]?nan$/i.test(text)) return NaN
  const infinity = INFINITE.exec(text)
  if (infinity === null) return undefined
  return infinity[1] === '-' ? -Infinity : Infinity
}
