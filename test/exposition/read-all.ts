import type { ExpositionSample } from '../../src/exposition/parse-sample.ts'
import { type ExpositionSummary, type MalformedLine, createExpositionReader } from '../../src/exposition/reader.ts'

export interface Everything {
  readonly samples: readonly ExpositionSample[]
  readonly malformed: readonly MalformedLine[]
  readonly summary: ExpositionSummary
}

/** All that a reader says of a body that comes in these pieces. */
export function readAll(...chunks: readonly string[]): Everything {
  const samples: ExpositionSample[] = []
  const malformed: MalformedLine[] = []
  const reader = createExpositionReader(
    (sample) => samples.push(sample),
    (line) => malformed.push(line),
  )
  for (const chunk of chunks) reader.write(chunk)
  return { samples, malformed, summary: reader.end() }
}
