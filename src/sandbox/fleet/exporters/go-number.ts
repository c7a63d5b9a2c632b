/** A number as Go's Prometheus client writes it: shortest form, whole numbers without a point. */
export function formatGoNumber(value: number): string {
  if (value === Infinity) return '+Inf'
  if (value >= 1e6 && !Number.isInteger(value)) return value.toExponential().replace(/e\+(\d)$/, 'e+0$1')
  return String(value)
}
