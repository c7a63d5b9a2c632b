import { plain } from '../plain-text.ts'

/** As much of a name as fits beside two others. */
const LONGEST = 18
/** Of what may be a book. */
const LOOKED_AT = 500

/** A name from outside as short text that an XML document can hold. */
export function label(text: string, longest = LONGEST): string {
  const letters = lettersOf(text)
  if (letters.length === 0) return '(no name)'
  return letters.length <= longest ? letters.join('') : `${letters.slice(0, longest - 1).join('')}…`
}

/**
 * Names that stand side by side. Where they are too long, what ends them all alike (`.serving.svc:8000`) is left out and
 * then their beginnings, for their ends tell them apart.
 */
export function labelsOf(names: readonly string[]): readonly string[] {
  const shown = names.map((name) => lettersOf(name).join(''))
  const isLong = shown.some((name) => name.length > LONGEST)
  const end = isLong && shown.length > 1 ? commonEnd(shown) : ''
  return shown.map((name) => {
    const letters = lettersOf(name.slice(0, name.length - end.length))
    if (letters.length <= LONGEST || names.length === 1) return label(letters.join(''))
    return `…${letters.slice(letters.length - LONGEST + 1).join('')}`
  })
}

function lettersOf(text: string): readonly string[] {
  const short = clean(text.slice(0, LOOKED_AT)).trim()
  return Array.from(new Intl.Segmenter().segment(short), ({ segment }) => segment)
}

/** From a dot or a colon on, which is where a host's name ends or a port begins. */
function commonEnd([first = '', ...names]: readonly string[]): string {
  const places = [...first.matchAll(/[.:]/g)].map(({ index }) => first.slice(index))
  return places.find((end) => end.length < first.length && names.every((name) => name.endsWith(end))) ?? ''
}

/** Without what XML 1.0 cannot hold: controls, halves of pairs and the two characters that are none. */
export function clean(text: string): string {
  return plain(text).replaceAll(/[\p{Cs}\uFFFE\uFFFF]/gu, '')
}
