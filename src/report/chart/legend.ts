import { type Element, LINE } from './look.ts'
import { sampleAt, textAt } from './texts.ts'
import type { Drawn } from './panels.ts'

export interface LegendPlace {
  readonly left: number
  readonly top: number
  readonly columns: number
  readonly width: number
}

/** The colours' names in columns. */
export function legendAt(drawn: readonly Drawn[], { left, top, columns, width }: LegendPlace): readonly Element[] {
  return drawn.flatMap((one, index) => {
    const x = left + (index % columns) * (width / columns)
    const y = top + Math.floor(index / columns) * LINE
    return [sampleAt(x, y + 15, one.isStacked ? { ...one, width: 16 } : one), textAt({ text: one.label, x: x + 50, y })]
  })
}

export function legendHeight(drawn: readonly Drawn[], columns: number): number {
  return Math.ceil(drawn.length / columns) * LINE
}
