import type { AccessLine } from './access-line.ts'

export type Hop = NonNullable<AccessLine['hop']>

/** The side that logged fewer than this part of the other's requests saw only some of them. */
const LEAST_PART = 0.5

/**
 * Which side of a mesh to count where a text holds both, since each request is then there twice: the callers', which is the
 * outermost and has each request once however often it was tried, unless most callers have no proxy. Undefined: there is one side.
 */
export function hopToCount({ outbound, inbound }: Readonly<Record<Hop, number>>): Hop | undefined {
  if (outbound === 0 || inbound === 0) return undefined
  return outbound >= LEAST_PART * inbound ? 'outbound' : 'inbound'
}
