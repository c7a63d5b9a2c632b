/** A secret that cannot be printed by accident: text, JSON and inspection all show a mark; only `reveal` gives it. */
export interface Secret {
  reveal(): string
  toString(): string
  toJSON(): string
}

const MARK = '[secret]'
/** What Node's `util.inspect`, and so its console, asks an object for. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

export function secret(value: string): Secret {
  const mark = (): string => MARK
  return Object.freeze({ reveal: () => value, toString: mark, toJSON: mark, [INSPECT]: mark })
}
