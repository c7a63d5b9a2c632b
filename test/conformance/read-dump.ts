import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type SeriesName, parseSeries } from '../../src/exposition/parse-series.ts'
import type { ExpositionSummary } from '../../src/exposition/reader.ts'
import { readAll } from '../exposition/read-all.ts'
import { explainLine } from './explain-line.ts'

export interface DumpSample extends SeriesName {
  readonly value: number
}

/** What the exposition reader made of a recorded page. */
export interface Dump {
  readonly name: string
  readonly summary: ExpositionSummary
  readonly samples: readonly DumpSample[]
  readonly names: ReadonlySet<string>
  /** Why lines were left out, each with how many. */
  readonly explained: Readonly<Record<string, number>>
  readonly unexplained: readonly string[]
}

export function readDump(path: string): Dump {
  const text = readFileSync(path, 'utf8')
  const { samples, malformed, summary } = readAll(text)
  const lines = text.split('\n')
  const explained: Record<string, number> = {}
  const unexplained: string[] = []
  for (const { line, reason } of malformed) {
    const why = explainLine({ text: lines[line - 1] ?? '', reason, isServed: path.endsWith('.prom') })
    if (why === undefined) unexplained.push(`${basename(path)}:${line}: ${reason}`)
    else explained[why] = (explained[why] ?? 0) + 1
  }
  if (summary.isTruncated) explained['the last line has no end'] = 1
  const read = samples.flatMap(({ series, value }) => {
    const parsed = parseSeries(series)
    return parsed === undefined ? [] : [{ ...parsed, value }]
  })
  return {
    name: basename(path),
    summary,
    samples: read,
    names: new Set(read.map(({ name }) => name)),
    explained,
    unexplained,
  }
}

/** Lines that were understood: samples, remarks and blank ones. */
export function understoodLines({ summary: { lines, malformed, isTruncated } }: Dump): number {
  return lines - malformed - (isTruncated ? 1 : 0)
}
