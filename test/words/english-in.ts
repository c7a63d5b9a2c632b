/** Terms of more than one word that Chinese has from the English. */
const TERMS = [
  'out of memory',
  'fallen off the bus',
  'abort timeout',
  'counters csv',
  'dcgmi diag',
  'guided decoding',
  'last state',
  'no upstream',
  'by tokens',
  'power brake',
  'remote write',
  'response flags',
  'round robin',
  'sync boost',
  'user agent',
]

/** Where a command or a query begins; it goes on to what is no part of one. */
const COMMAND =
  /(?<![\w-])(?:kubectl|curl|grep|py-spy|nvidia-smi|dmesg|amd-smi|mpstat|whyslow|ps -|ss -|top -|cat \/|df -|sum by|sum\(|rate\(|increase\(|resets\(|absent\(|count\(|up\{)[^\p{Script=Han}，。：；？！、（）]*/gu

/** Metrics, flags, paths, variables: words that hold more than letters. */
const CODE = /[\w.<>-]*[_:/<>=\d-][\w.:/<>=-]*/gu

/** Two words on end: the shortest of a sentence. Abbreviations are none. */
const SENTENCE = /(?<![\w-])[a-z]?[a-z']{2,} [a-z']{2,}(?![\w-])|(?<![\w-])(?:[A-Z][a-z']+|I) [a-z']{2,}/u

/** Whether there is English in a Chinese sentence, beside code, terms and names that others gave. */
export function hasEnglish(sentence: string, names: readonly string[] = []): boolean {
  const own = [...names.toSorted((one, other) => other.length - one.length), ...TERMS]
    .filter((name) => name.includes(' '))
    .reduce((left, name) => left.replaceAll(name, '·'), sentence)
  const bare = [/`[^`]*`/gu, COMMAND, CODE].reduce((left, code) => left.replaceAll(code, '·'), own)
  return SENTENCE.test(bare)
}
