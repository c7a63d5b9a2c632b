/** A sample to be written down. */
export interface PrintedSample {
  readonly name: string
  readonly labels: readonly (readonly [string, string])[]
  readonly value: number
  readonly time?: number
}

/** The line of a sample as a server of either format may write it. */
export function printSample({ name, labels, value, time }: PrintedSample, format: 'classic' | 'openmetrics'): string {
  const printed = labels.map(([key, text]) => `${isBare(key) ? key : quote(key)}=${quote(text)}`)
  const series = isBare(name) ? `${name}{${printed.join(',')}}` : `{${[quote(name), ...printed].join(',')}}`
  if (time === undefined) return `${series} ${printNumber(value)}`
  return `${series} ${printNumber(value)} ${format === 'classic' ? time : time / 1000}`
}

function isBare(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/i.test(name)
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  return Object.is(value, -0) ? '-0' : String(value)
}
