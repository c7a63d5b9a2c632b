import type { ClientLine, ClientMeasure } from './client-attribution.ts'
import { formatPercent } from './quantity.ts'
import type { Text } from './text.ts'
import { say } from './text.ts'

/** What a part is of, for people. */
export const MEASURE_WORDS = {
  tokens: say`tokens`,
  request_bytes: say`request bytes`,
  requests: say`requests`,
} as const satisfies Record<ClientMeasure, Text>

const PARTS: Readonly<Record<ClientMeasure, (share: string) => Text>> = {
  tokens: (share) => say`${share} of tokens`,
  request_bytes: (share) => say`${share} of request bytes`,
  requests: (share) => say`${share} of requests`,
}

/** `61 % of tokens (was 5 %)` */
export function partText({ share, shareBefore }: ClientLine, by: ClientMeasure): Text {
  const was = shareBefore === undefined ? '' : say` (was ${formatPercent(shareBefore)})`
  return say`${PARTS[by](formatPercent(share))}${was}`
}

/** `, 92 % of the growth`; nothing where nobody knows. */
export function growthText({ growthShare }: ClientLine): Text {
  return growthShare === undefined ? say`` : say`, ${formatPercent(Math.min(1, growthShare))} of the growth`
}
