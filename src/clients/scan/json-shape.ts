import { FIELD_OF, type Field } from '../formats/key-names.ts'
import type { Chunk } from './chunk.ts'
import { type KnownText, knownText } from './known-text.ts'

/** What a value is read for. `skip` is of no interest; `empty` and `unnamed`, which may be `-`, would tell something else. */
export type Role = (typeof READ)[number] | 'skip' | 'empty' | 'unnamed'

const READ = [
  'peer',
  'method',
  'path',
  'request',
  'status',
  'time',
  'seconds',
  'milliseconds',
  'requestBytes',
  'promptTokens',
  'outputTokens',
  'upstreams',
] as const satisfies readonly Field[]

/** One key of a line with what stands around it, such as `,"status":`. */
export interface JsonField {
  readonly before: KnownText
  readonly role: Role
}

/** Where a key and its value stand in a line. */
interface Place {
  readonly key: string
  readonly value: string
  readonly start: number
  readonly end: number
}

/**
 * The keys of a flat object on a line, in their order, which other lines of the program share. Undefined where it is
 * nested or no JSON.
 */
export function shapeOf(chunk: Chunk, start: number, hasTrust: boolean): readonly JsonField[] | undefined {
  const lineEnd = chunk.bytes.indexOf(0x0a, start)
  const places = placesOf(new TextDecoder('latin1').decode(chunk.bytes.subarray(start, lineEnd)))
  if (places === undefined) return undefined
  const roles = rolesOf(places, hasTrust)
  let from = start
  return places.map(({ key, ...place }) => {
    const before = knownText(chunk.view, from, start + place.start)
    from = start + place.end
    return { before, role: roles.get(key) ?? 'skip' }
  })
}

const FIELD = /(?:^\{|,) ?"([^"\\]{1,64})" ?: ?("(?:[^"\\]|\\[^])*"|-?\d[\d.eE+-]*|true|false|null)/uy
const MOST_FIELDS = 64

function placesOf(line: string): readonly Place[] | undefined {
  const places: Place[] = []
  FIELD.lastIndex = 0
  for (let found = FIELD.exec(line); found !== null; found = FIELD.exec(line)) {
    const [, key = '', value = ''] = found
    const end = found.index + found[0].length
    places.push({ key, value, start: end - value.length, end })
    FIELD.lastIndex = end
    if (line.slice(end) === '}') break
  }
  const isWhole = places.length > 0 && line.slice(places.at(-1)?.end ?? 0) === '}'
  const isPlain = places.length <= MOST_FIELDS && new Set(places.map(({ key }) => key)).size === places.length
  return isWhole && isPlain ? places : undefined
}

/** Of keys that say the same, the first one with a value is read, as in the slow way. */
function rolesOf(places: readonly Place[], hasTrust: boolean): ReadonlyMap<string, Role> {
  const roles = new Map<string, Role>()
  const keysOf = (field: Field): readonly Place[] =>
    places
      .filter(({ key }) => FIELD_OF.get(key)?.field === field)
      .toSorted((one, other) => (FIELD_OF.get(one.key)?.place ?? 0) - (FIELD_OF.get(other.key)?.place ?? 0))
  // Each of these would tell another client, or a duration in a unit of its own.
  for (const { key } of [...keysOf('consumer'), ...(hasTrust ? keysOf('forwardedFor') : [])]) roles.set(key, 'unnamed')
  for (const { key } of [...keysOf('withUnit'), ...keysOf('nanoseconds')]) roles.set(key, 'empty')
  const hasRequest = keysOf('request').some(({ value }) => value.includes(' '))
  for (const field of READ) {
    if (hasRequest && (field === 'method' || field === 'path')) continue
    for (const { key, value } of keysOf(field)) {
      const isEmpty = value === 'null' || value === '""'
      roles.set(key, isEmpty ? 'empty' : field)
      if (!isEmpty) break
    }
  }
  return roles
}
