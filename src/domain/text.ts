/**
 * Something to say, in no language yet: an English sentence with holes, and what stands in them. The sentence is also the
 * key under which a catalogue has it in another language. A plain string is no Text, so the compiler finds what was
 * written past the catalogue.
 */
export interface Text {
  /** The sentence around its holes: one more than there are holes. */
  readonly parts: readonly string[]
  /** Names, numbers and outside words stand as they are; a Text is said in the same language. */
  readonly holes: readonly (string | number | Text)[]
  /** The hole holds an English sentence. */
  readonly isKept?: true
}

/** Says a text in one language. */
export type Speak = (text: Text) => string

/** What may stand in a hole. A word that this code chose itself is to be said, too: a literal is refused. */
type Hole<Filled> = Filled extends '' | '?'
  ? Filled
  : Filled extends string
    ? string extends Filled
      ? Filled
      : never
    : Filled
type Holes<Filled> = { readonly [Index in keyof Filled]: Hole<Filled[Index]> }

/**
 * A sentence of this code's own that was kept, or came, as English: notes stand in saved evidence, errors come from rooms
 * that say nothing. Who speaks another language looks which sentence it is; what is none stays as it is.
 */
export function kept(sentence: string): Text {
  return { parts: ['', ''], holes: [sentence], isKept: true }
}

/** Tags a sentence: say`${name} hangs`. A line break with what it is indented by counts as one blank. */
export function say<Filled extends readonly (string | number | Text)[]>(
  parts: TemplateStringsArray,
  ...holes: Holes<Filled>
): Text {
  return { parts, holes }
}

/** `{0} hangs: {1}`, the key of a text in a catalogue. */
export function templateOf({ parts }: Pick<Text, 'parts'>): string {
  return parts.map((part, index) => (index === 0 ? '' : `{${index - 1}}`) + oneLine(part)).join('')
}

export function inEnglish({ parts, holes }: Text): string {
  return parts.reduce((said, part, index) => {
    const hole = holes[index - 1] ?? ''
    return said + (typeof hole === 'object' ? inEnglish(hole) : hole) + oneLine(part)
  }, '')
}

/** Two pieces of a sentence, one behind the other. */
export type Join = (before: string, piece: string) => string

/**
 * A voice that looks each sentence up, and says in English what it does not find.
 *
 * @param ofKept says a sentence that was kept in English
 */
export function speakWith(
  find: (template: string) => string | undefined,
  join: Join,
  ofKept: (sentence: string) => string = asItIs,
): Speak {
  const speak: Speak = (text) => {
    if (text.isKept === true) return ofKept(inEnglish(text))
    const holes = text.holes.map((hole) => (typeof hole === 'object' ? speak(hole) : String(hole)))
    const found = find(templateOf(text))
    return found === undefined ? inEnglish({ parts: text.parts, holes }) : filled(found, holes, join)
  }
  return speak
}

/** A template with what stands in its holes. */
export function filled(template: string, holes: readonly string[], join: Join): string {
  return template
    .split(HOLE)
    .map((piece, index) => (index % 2 === 0 ? piece : (holes[Number(piece)] ?? '')))
    .reduce(join, '')
}

function asItIs(sentence: string): string {
  return sentence
}

/** What it names stands at every other place of a sentence that is split there. */
const HOLE = /\{(\d+)\}/u

function oneLine(part: string): string {
  return part.includes('\n') ? part.replaceAll(/\s*\n\s*/g, ' ') : part
}

/** What only a terminal or a file shows, in English: its texts are said in English, and no catalogue has it. */
export function english(parts: TemplateStringsArray, ...holes: readonly (string | number | Text)[]): string {
  return inEnglish({ parts, holes })
}

/** `a, b, c`; the first of them, say, where there is but one. */
export function commaed(texts: readonly (string | Text)[]): Text {
  return joined(texts, (before, next) => say`${before}, ${next}`)
}

/** `a; b; c`, of sentences. */
export function listOf(texts: readonly (string | Text)[]): Text {
  return joined(texts, (before, next) => say`${before}; ${next}`)
}

/** The first few of some texts, and how many more there are. */
export function fewOf(texts: readonly (string | Text)[], most: number): Text {
  const shown = commaed(texts.slice(0, most))
  return texts.length <= most ? shown : say`${shown} and ${texts.length - most} more`
}

/** Under a list that is cut: how many there are beside those that are shown. */
export function andMore(count: number): Text {
  return say`… and ${count} more`
}

/** Texts one behind another, as two of them are put together. */
export function joined(texts: readonly (string | Text)[], put: (before: Text, next: string | Text) => Text): Text {
  const [first, ...rest] = texts
  return first === undefined ? say`` : rest.reduce(put, say`${first}`)
}
