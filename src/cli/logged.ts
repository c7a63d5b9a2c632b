import { SIGNALS } from '../signals/catalog.ts'

const PREFIX = 'log_'

/** Kinds of lines of vLLM's log that are counted, by their signals' ids without the prefix. */
export const LOGGED = SIGNALS.filter(({ exposer, unit }) => exposer === 'log' && unit === 'events').map(({ id }) =>
  id.slice(PREFIX.length),
)

export function signalOfLogged(kind: string): string {
  return `${PREFIX}${kind}`
}
