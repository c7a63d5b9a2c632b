import type { Parsed } from '../access-line.ts'

/** Traefik's own lines, in its two ways of writing them. */
const OTHER = /^(?:time="[^"]{10,40}" level=|\d{4}-\d\d-\d\dT\S{8,25} (?:TRC|DBG|INF|WRN|ERR|FTL) )/u

export function traefikOther(line: string): Extract<Parsed, 'other'> | undefined {
  return OTHER.test(line) ? 'other' : undefined
}
