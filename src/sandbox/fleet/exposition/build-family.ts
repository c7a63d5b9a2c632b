import type { Labels } from '../../../domain/series.ts'
import { countOf } from '../engine/histogram.ts'
import type { Histogram } from '../engine/histogram.ts'
import type { Family, Row } from './family.ts'
import { formatPythonFloat } from './python-float.ts'

/** A family's name and help text as the exporter declares them. */
export interface Declaration {
  readonly name: string
  readonly help: string
}

/** Children of one family: label sets with what they read. */
export interface Child {
  readonly labels: Labels
  readonly read: () => number
}

/** Unix seconds for `_created` rows; undefined where the exporter has none. */
export type CreatedAt = number | undefined

export function gaugeFamily({ name, help }: Declaration, children: readonly Child[]): Family {
  return { name, help, type: 'gauge', rows: children.map(({ labels, read }) => ({ name, labels, read })) }
}

/** The wire name gets `_total`, as every Prometheus client library writes it. */
export function counterFamily({ name, help }: Declaration, children: readonly Child[], createdAt: CreatedAt): Family {
  const total = children.map(({ labels, read }): Row => ({ name: `${name}_total`, labels, read }))
  const created = children.flatMap(({ labels }) => createdRow(name, labels, createdAt))
  return { name, help, type: 'counter', rows: [...total, ...created] }
}

export interface HistogramChild {
  readonly labels: Labels
  readonly histogram: Histogram
}

export function histogramFamily(
  { name, help }: Declaration,
  children: readonly HistogramChild[],
  createdAt: CreatedAt,
): Family {
  const rows = children.flatMap(({ labels, histogram }) => histogramRows(name, labels, histogram))
  const created = children.flatMap(({ labels }) => createdRow(name, labels, createdAt))
  return { name, help, type: 'histogram', rows: [...rows, ...created] }
}

export interface SummaryChild {
  readonly labels: Labels
  readonly count: () => number
  readonly sum: () => number
}

export function summaryFamily(
  { name, help }: Declaration,
  children: readonly SummaryChild[],
  createdAt: CreatedAt,
): Family {
  const rows = children.flatMap(({ labels, count, sum }): readonly Row[] => [
    { name: `${name}_count`, labels, read: count },
    { name: `${name}_sum`, labels, read: sum },
  ])
  const created = children.flatMap(({ labels }) => createdRow(name, labels, createdAt))
  return { name, help, type: 'summary', rows: [...rows, ...created] }
}

function histogramRows(name: string, labels: Labels, histogram: Histogram): readonly Row[] {
  const bucket = (index: number, le: string): Row => ({
    name: `${name}_bucket`,
    labels: { ...labels, le },
    read: () => histogram.cumulative[index] ?? 0,
  })
  return [
    ...histogram.edges.map((edge, index) => bucket(index, formatPythonFloat(edge))),
    bucket(histogram.edges.length, '+Inf'),
    { name: `${name}_count`, labels, read: () => countOf(histogram) },
    { name: `${name}_sum`, labels, read: () => histogram.sum },
  ]
}

function createdRow(name: string, labels: Labels, createdAt: CreatedAt): readonly Row[] {
  return createdAt === undefined ? [] : [{ name: `${name}_created`, labels, read: () => createdAt }]
}
