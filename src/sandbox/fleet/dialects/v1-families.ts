import type { Labels } from '../../../domain/series.ts'
import { counterFamily, gaugeFamily, histogramFamily } from '../exposition/build-family.ts'
import type { Declaration } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { DialectSubject } from './dialect.ts'
import type { HistogramDeclaration } from './engine-histograms.ts'

/** Makes the families of one V1 engine: every child carries `engine` and `model_name` and a creation time. */
export interface V1Families {
  readonly gauge: (declaration: Declaration, read: () => number) => Family
  readonly counter: (declaration: Declaration, read: () => number) => Family
  readonly counterBy: (
    declaration: Declaration,
    label: string,
    values: readonly (readonly [string, () => number])[],
  ) => Family
  readonly histogram: (declaration: HistogramDeclaration) => Family
  readonly info: (declaration: Declaration, labels: Labels) => Family
}

export function v1Families({ process, modelName, start }: DialectSubject): V1Families {
  const labels = { engine: '0', model_name: modelName }
  const createdAt = start + process.createdAt
  return {
    gauge: (declaration, read) => gaugeFamily(declaration, [{ labels, read }]),
    counter: (declaration, read) => counterFamily(declaration, [{ labels, read }], createdAt),
    counterBy: (declaration, label, values) =>
      counterFamily(
        declaration,
        values.map(([value, read]) => ({ labels: { ...labels, [label]: value }, read })),
        createdAt,
      ),
    histogram: (declaration) =>
      histogramFamily(declaration, [{ labels, histogram: declaration.of(process.engine.stats) }], createdAt),
    info: (declaration, extra) => gaugeFamily(declaration, [{ labels: { ...extra, engine: '0' }, read: () => 1 }]),
  }
}
