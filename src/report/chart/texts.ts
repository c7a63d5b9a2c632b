import { type Element, FONT, INK, TEXT, WIDTH } from './look.ts'

export interface TextAt {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly colour?: string
  readonly size?: number
  readonly isBold?: boolean
  readonly align?: 'left' | 'center' | 'right'
}

/** A text in its place, as the drawing library wants it told. */
export function textAt({ text, x, y, colour = INK, size = TEXT, isBold = false, align = 'left' }: TextAt): Element {
  return {
    type: 'text',
    x,
    y,
    silent: true,
    z: 100,
    style: {
      text,
      fill: colour,
      fontSize: size,
      fontFamily: FONT,
      fontWeight: isBold ? 'bold' : 'normal',
      textAlign: align,
      textVerticalAlign: 'top',
    },
  }
}

export interface Sample {
  readonly colour: string
  readonly isDashed: boolean
  readonly width: number
}

/** A line as it looks in the plot, for the key. */
export function sampleAt(x: number, y: number, style: Sample): Element {
  return {
    type: 'line',
    silent: true,
    shape: { x1: x, y1: y, x2: x + 40, y2: y },
    style: { stroke: style.colour, lineWidth: Math.max(4, style.width), ...(style.isDashed && { lineDash: [9, 6] }) },
  }
}

/** Where a text is put that belongs to a place near an edge: it grows away from it. */
export function alignAt(x: number): 'left' | 'center' | 'right' {
  if (x > WIDTH * 0.75) return 'right'
  return x < WIDTH * 0.25 ? 'left' : 'center'
}
