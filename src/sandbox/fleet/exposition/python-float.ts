/**
 * A number as prometheus_client writes it: always a float ("3.0"), with an exponent from seven digits before
 * the point on, as Go would ("1.795956262e+09").
 */
export function formatPythonFloat(value: number): string {
  if (value === Infinity) return '+Inf'
  if (value === -Infinity) return '-Inf'
  if (Number.isNaN(value)) return 'NaN'
  const text = Number.isInteger(value) && Math.abs(value) < 1e16 ? `${value}.0` : pythonRepr(value)
  const point = text.indexOf('.')
  if (value <= 0 || point <= 6 || text.includes('e')) return text
  const mantissa = `${text[0] ?? ''}.${text.slice(1, point)}${text.slice(point + 1)}`.replace(/\.?0+$/, '')
  return `${mantissa}e+${String(point - 1).padStart(2, '0')}`
}

/** JavaScript writes 1e-7 where Python writes 1e-07, and switches to exponents later for small numbers. */
function pythonRepr(value: number): string {
  const text = Math.abs(value) < 1e-4 && value !== 0 ? value.toExponential() : String(value)
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}
