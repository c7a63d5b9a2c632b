/** Below this likeness two words have little more than a letter pair in common. */
const LIKE_ENOUGH = 0.4

/** The known word that a mistyped one most likely means, undefined when it is like none. */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((word) => ({ word, likeness: likenessOf(typed, word) }))
    .toSorted((left, right) => right.likeness - left.likeness)
  return best !== undefined && best.likeness >= LIKE_ENOUGH ? best.word : undefined
}

/** From 0 to 1: how many of the pairs of neighbouring letters two words share (Dice's coefficient). */
function likenessOf(left: string, right: string): number {
  const pairs = pairsOf(left)
  const others = pairsOf(right)
  const shared = pairs.filter((pair) => others.includes(pair)).length
  return (2 * shared) / Math.max(1, pairs.length + others.length)
}

/** The first and the last letter count as pairs with the edge, so that a word of two letters has three. */
function pairsOf(word: string): readonly string[] {
  const letters = Array.from(`^${word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}$`)
  return [...new Set(letters.slice(1).map((letter, index) => `${letters[index]}${letter}`))]
}
