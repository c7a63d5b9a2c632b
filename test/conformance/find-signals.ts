import { SIGNALS } from '../../src/signals/catalog.ts'
import { exposedNames } from '../../src/signals/family.ts'
import type { Exposer, Signal } from '../../src/signals/signal.ts'
import { familiesOf } from '../../src/signals/term.ts'
import { plainNames } from '../../src/signals/vllm-names.ts'

export interface FoundSignals {
  readonly found: readonly string[]
  /** By signal: what is missing. */
  readonly absent: Readonly<Record<string, string>>
}

/** Which signals of these exposers can be read by the names of a page. */
export function findSignals(names: ReadonlySet<string>, exposers: readonly Exposer[]): FoundSignals {
  const signals = SIGNALS.filter(({ exposer }) => exposers.includes(exposer))
  const missing = signals.map((signal) => [signal.id, missingOf(signal, names)] as const)
  return {
    found: missing.flatMap(([id, lacks]) => (lacks === '' ? [id] : [])),
    absent: Object.fromEntries(missing.filter(([, lacks]) => lacks !== '')),
  }
}

function missingOf({ term }: Signal, names: ReadonlySet<string>): string {
  return familiesOf(term)
    .filter((family) => exposedNames(family, names).length === 0)
    .map((family) => plainNames(family.names).join(' or '))
    .join(', ')
}
