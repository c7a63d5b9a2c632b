import type { Labels } from '../../../domain/series.ts'
import type { Family, Row } from './family.ts'

export const CLASSIC_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** How an exporter writes numbers: Python's floats or Go's. */
export type NumberFormat = (value: number) => string

/** A page in Prometheus' text format 0.0.4, as prometheus_client and the Go library write it. */
export function classicText(families: readonly Family[], format: NumberFormat): string {
  let page = ''
  for (const family of families) page += classicFamily(family, format)
  return page
}

/** `_created` rows stand under a heading of their own, as a gauge. */
function classicFamily(family: Family, format: NumberFormat): string {
  const createdName = `${family.name}_created`
  const own = family.rows.filter(({ name }) => name !== createdName)
  const created = family.rows.filter(({ name }) => name === createdName)
  const name = family.type === 'counter' ? `${family.name}_total` : family.name
  const type = family.type === 'bare_counter' ? 'counter' : family.type
  const createdPart = created.length === 0 ? '' : heading(createdName, family.help, 'gauge') + lines(created, format)
  return heading(name, family.help, type) + lines(own, format) + createdPart
}

function heading(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
}

function lines(rows: readonly Row[], format: NumberFormat): string {
  let text = ''
  for (const row of rows) text += `${row.name}${labelText(row.labels)} ${format(row.read())}\n`
  return text
}

/** `{a="1",b="2"}` with names in order and values escaped; nothing for no labels. */
export function labelText(labels: Labels): string {
  const names = Object.keys(labels).toSorted()
  if (names.length === 0) return ''
  return `{${names.map((name) => `${name}="${escapeValue(labels[name] ?? '')}"`).join(',')}}`
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
