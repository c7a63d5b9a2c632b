import { isRecord } from '../json.ts'

/** One fault found in a payload; `pointer` is a JSON pointer from the payload's root, as Slack prints it. */
export type BlockError = { readonly pointer: string; readonly message: string }

/** Looks at one value; no faults, no errors. */
export type Check = (value: unknown, pointer: string) => readonly BlockError[]

type Bounds = { readonly min?: number; readonly max?: number }

/** Slack counts characters, not UTF-16 units: one emoji outside the basic plane is one. */
export function charactersIn(text: string): number {
  return Array.from(text).length
}

export function fault(pointer: string, message: string): readonly BlockError[] {
  return [{ pointer, message }]
}

/** A string of `min` (default 1) to `max` characters. The wording is Slack's own. */
export function string({ min = 1, max = Number.POSITIVE_INFINITY }: Bounds = {}): Check {
  return (value, pointer) => {
    if (typeof value !== 'string') return fault(pointer, 'must be a string')
    const length = charactersIn(value)
    if (length < min) return fault(pointer, `must be more than ${min - 1} characters`)
    if (length > max) return fault(pointer, `must be less than ${max + 1} characters`)
    return []
  }
}

export function boolean(): Check {
  return (value, pointer) => (typeof value === 'boolean' ? [] : fault(pointer, 'must be a boolean'))
}

export function number(): Check {
  return (value, pointer) =>
    typeof value === 'number' && Number.isFinite(value) ? [] : fault(pointer, 'must be a number')
}

export function integer({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Bounds = {}): Check {
  return (value, pointer) => {
    if (!Number.isInteger(value)) return fault(pointer, 'must be an integer')
    if (Number(value) < min) return fault(pointer, `must be greater than ${min - 1}`)
    if (Number(value) > max) return fault(pointer, `must be less than ${max + 1}`)
    return []
  }
}

export function oneOf(allowed: readonly (string | number)[]): Check {
  return (value, pointer) =>
    allowed.some((each) => each === value) ? [] : fault(pointer, `must be one of: ${allowed.join(', ')}`)
}

/** A string of a shape, such as a date; `what` completes "must be". */
export function matching(shape: RegExp, what: string): Check {
  return (value, pointer) => (typeof value === 'string' && shape.test(value) ? [] : fault(pointer, `must be ${what}`))
}

const LINK_PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'slack:'])

/** An absolute link of at most `max` characters. */
export function url(max: number): Check {
  const bounded = string({ max })
  return (value, pointer) => {
    const errors = bounded(value, pointer)
    if (errors.length > 0) return errors
    return isLink(String(value)) ? [] : fault(pointer, 'invalid url')
  }
}

function isLink(text: string): boolean {
  if (/\s/.test(text) || !URL.canParse(text)) return false
  return LINK_PROTOCOLS.has(new URL(text).protocol)
}

export function list(item: Check, { min = 0, max = Number.POSITIVE_INFINITY }: Bounds = {}): Check {
  return (value, pointer) => {
    if (!Array.isArray(value)) return fault(pointer, 'must be an array')
    const items: readonly unknown[] = value
    if (items.length < min) return fault(pointer, `no fewer than ${min} items allowed`)
    if (items.length > max) return fault(pointer, `no more than ${max} items allowed`)
    return items.flatMap((each, index) => item(each, `${pointer}/${index}`))
  }
}

type Fields = Readonly<Record<string, Check>>

/** What an object must and may hold; a key that is in neither list is a fault. `rules` look at the object as a whole. */
export type Shape = {
  readonly required?: Fields
  readonly optional?: Fields
  readonly rules?: readonly Rule[]
}

export type Rule = (value: Readonly<Record<string, unknown>>, pointer: string) => readonly BlockError[]

export function object({ required = {}, optional = {}, rules = [] }: Shape): Check {
  const known = new Map([...Object.entries(optional), ...Object.entries(required)])
  return (value, pointer) => {
    if (!isRecord(value)) return fault(pointer, 'must be an object')
    const missing = Object.keys(required)
      .filter((key) => value[key] === undefined)
      .map((key) => ({ pointer, message: `missing required field: ${key}` }))
    const held = Object.entries(value).flatMap(([key, held]) => {
      if (held === undefined) return []
      const check = known.get(key)
      return check ? check(held, `${pointer}/${key}`) : fault(pointer, `invalid additional property: ${key}`)
    })
    return [...missing, ...held, ...rules.flatMap((rule) => rule(value, pointer))]
  }
}

/** Chooses the check by the object's `type`. */
export function byType(kinds: Readonly<Record<string, Check>>): Check {
  const known = new Map(Object.entries(kinds))
  return (value, pointer) => {
    if (!isRecord(value)) return fault(pointer, 'must be an object')
    if (value['type'] === undefined) return fault(pointer, 'missing required field: type')
    if (typeof value['type'] !== 'string') return fault(`${pointer}/type`, 'must be a string')
    const check = known.get(value['type'])
    return check ? check(value, pointer) : fault(`${pointer}/type`, `unsupported type: ${value['type']}`)
  }
}

/** The `type` field of a kind that `byType` has already chosen. */
export function typed(type: string, shape: Shape): Check {
  return object({ ...shape, required: { type: oneOf([type]), ...shape.required } })
}

/** Exactly one of the named fields must be there. */
export function exactlyOneOf(fields: readonly string[]): Rule {
  return (value, pointer) => {
    const held = fields.filter((field) => value[field] !== undefined)
    if (held.length === 1) return []
    const names = fields.map((field) => `\`${field}\``).join(' or ')
    return fault(pointer, held.length === 0 ? `must define either ${names}` : `must define only one of ${names}`)
  }
}
