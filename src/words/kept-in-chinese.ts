import { filled } from '../domain/text.ts'
import { joinedInChinese } from './joined-in-chinese.ts'
import { KEPT } from './zh/kept/catalogue.ts'
import { UNITS } from './zh/units.ts'

/**
 * Says an English sentence that was kept in Simplified Chinese: looks which template it is of, and what stands in its
 * holes. Words of others, such as a server's, are of none and stay as they are.
 */
export function keptInChinese(sentence: string): string {
  return sentence.length > LONGEST ? sentence : (createFinder()(sentence)?.said ?? sentence)
}

/** Of what is longer nobody reads the end. */
const LONGEST = 2000
/** Sentences stand in sentences; what was made to hold very many is not looked through. */
const MOST_LOOKS = 1000
/** So many places are tried at which a sentence may fall into two. */
const MOST_PLACES = 6
/** A template with fewer letters of its own would be found in anything. */
const FEWEST_LETTERS = 5

interface Pattern {
  /** What stands around the holes. */
  readonly pieces: readonly string[]
  readonly letters: number
  readonly chinese: string
}

const PATTERNS = [...KEPT, ...Object.entries(UNITS).filter(([template]) => /[a-z]/iu.test(template))].map(
  ([template, chinese]): Pattern => {
    const pieces = template.split(/\{\d+\}/u)
    return { pieces, letters: pieces.join('').replaceAll(/[^a-z]/giu, '').length, chinese }
  },
)

interface Found {
  readonly said: string
  /** How much of the sentence was known. */
  readonly letters: number
}

type Find = (sentence: string) => Found | undefined

/** Finds what of a sentence is known; of several ways to read it that which knows the most. */
function createFinder(): Find {
  const looked = new Map<string, Found | undefined>([['', undefined]])
  const find: Find = (sentence) => {
    if (looked.has(sentence) || looked.size > MOST_LOOKS) return looked.get(sentence)
    looked.set(sentence, undefined)
    const ways = [...PATTERNS.flatMap((pattern) => asWhole(sentence, pattern, find) ?? []), ...inTwo(sentence, find)]
    const best = ways.reduce<Found | undefined>(
      (one, other) => (one === undefined || other.letters > one.letters ? other : one),
      undefined,
    )
    looked.set(sentence, best)
    return best
  }
  return find
}

function asWhole(sentence: string, { pieces, letters, chinese }: Pattern, find: Find): Found | undefined {
  const holes = holesOf(sentence, pieces)
  if (holes === undefined) return undefined
  const found = holes.map((hole) => find(hole))
  if (letters < FEWEST_LETTERS && holes.length > 0 && found.every((one) => one === undefined)) return undefined
  return together(chinese, { letters, found, holes })
}

/** A name and what is said of it, or one sentence behind another: one of the two is known. */
function inTwo(sentence: string, find: Find): readonly Found[] {
  return MARKS.flatMap(([mark, chinese, most]) =>
    placesOf(mark, sentence, most).flatMap((place) => {
      const holes = [sentence.slice(0, place), sentence.slice(place + mark.length)]
      const found = holes.map((part) => find(part))
      return found.every((one) => one === undefined) ? [] : [together(chinese, { letters: 0, found, holes })]
    }),
  )
}

/** A name has no blank. */
const MARKS = [
  ['; ', '{0}；{1}', MOST_PLACES],
  [': ', '{0}：{1}', MOST_PLACES],
  [', ', '{0}，{1}', MOST_PLACES],
  [' ', '{0} {1}', 1],
] as const

interface Parts {
  readonly letters: number
  readonly found: readonly (Found | undefined)[]
  readonly holes: readonly string[]
}

function together(chinese: string, { letters, found, holes }: Parts): Found {
  const said = filled(
    chinese,
    holes.map((hole, index) => found[index]?.said ?? hole),
    joinedInChinese,
  )
  return { said, letters: found.reduce((sum, one) => sum + (one?.letters ?? 0), letters) }
}

/** What stands between the pieces, in their order; undefined where they do not stand so. */
function holesOf(sentence: string, [first = '', ...rest]: readonly string[]): readonly string[] | undefined {
  if (rest.length === 0) return sentence === first ? [] : undefined
  if (!sentence.startsWith(first)) return undefined
  const holes: string[] = []
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const place = isLast ? sentence.length - piece.length : sentence.indexOf(piece, at)
    if (place < at || (isLast && !sentence.endsWith(piece))) return undefined
    holes.push(sentence.slice(at, place))
    at = place + piece.length
  }
  return holes
}

function placesOf(mark: string, sentence: string, most: number): readonly number[] {
  const places: number[] = []
  let place = sentence.indexOf(mark)
  while (place > 0 && places.length < most) {
    places.push(place)
    place = sentence.indexOf(mark, place + mark.length)
  }
  return places
}
