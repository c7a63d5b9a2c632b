import { KEPT_CLIENTS } from './clients.ts'
import { KEPT_ENGINES } from './engines.ts'
import { KEPT_FAILURES } from './failures.ts'
import { KEPT_LOGS } from './logs.ts'
import { KEPT_MENDS } from './mends.ts'

/** What English sentences that come as such, with what they name in them, are in Simplified Chinese. */
export const KEPT: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...KEPT_CLIENTS, ...KEPT_ENGINES, ...KEPT_FAILURES, ...KEPT_LOGS, ...KEPT_MENDS }),
)
