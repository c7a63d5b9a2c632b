import type { Labels } from '../../../domain/series.ts'
import { counterFamily, gaugeFamily, histogramFamily } from '../exposition/build-family.ts'
import type { Declaration } from '../exposition/build-family.ts'
import type { Family } from '../exposition/family.ts'
import type { DialectSubject } from './dialect.ts'
import type { HistogramDeclaration } from './engine-histograms.ts'

/** Makes the families of one V1 engine: every child carries the engine's rank, `model_name` and a creation time. */
export interface V1Families {
  readonly gauge: (declaration: Declaration, read: () => number) => Family
  readonly gaugeBy: GroupMaker
  readonly counter: (declaration: Declaration, read: () => number) => Family
  readonly counterBy: GroupMaker
  readonly histogram: (declaration: HistogramDeclaration) => Family
  readonly info: (declaration: Declaration, labels: Labels) => Family
}

type GroupMaker = (
  declaration: Declaration,
  label: string,
  values: readonly (readonly [string, () => number])[],
) => Family

/** @param rank the label that tells the engines of a server apart; vLLM has it since 0.8.3 */
export function v1Families({ process, modelName, start }: DialectSubject, rank: Labels = { engine: '0' }): V1Families {
  const labels = { ...rank, model_name: modelName }
  const createdAt = start + process.createdAt
  return {
    gauge: (declaration, read) => gaugeFamily(declaration, [{ labels, read }]),
    gaugeBy: (declaration, label, values) =>
      gaugeFamily(
        declaration,
        values.map(([value, read]) => ({ labels: { ...labels, [label]: value }, read })),
      ),
    counter: (declaration, read) => counterFamily(declaration, [{ labels, read }], createdAt),
    counterBy: (declaration, label, values) =>
      counterFamily(
        declaration,
        values.map(([value, read]) => ({ labels: { ...labels, [label]: value }, read })),
        createdAt,
      ),
    histogram: (declaration) =>
      histogramFamily(declaration, [{ labels, histogram: declaration.of(process.engine.stats) }], createdAt),
    info: (declaration, extra) => gaugeFamily(declaration, [{ labels: { ...extra, ...rank }, read: () => 1 }]),
  }
}
