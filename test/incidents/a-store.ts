import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { correlate } from '../../src/alerts/correlate.ts'
import { scopeOf } from '../../src/alerts/scope-of.ts'
import { minutes } from '../../src/domain/time.ts'
import { createStore, type Store } from '../../src/incidents/store.ts'

/** A store in a file of its own that the test's end removes. */
export function aStoreFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whyslow-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'deep', 'whyslow.db')
}

let ids = 0

export function aStore(file = aStoreFile()): Store {
  const store = createStore(file, {
    window: minutes(10),
    correlate: (arrival) =>
      correlate(arrival, {
        scopeOf: (alert) => scopeOf(alert, [{ name: 'prod', match: { cluster: 'prod' } }]),
        window: minutes(10),
        newId: () => `i${(ids += 1)}`,
      }),
  })
  onTestFinished(() => store.close())
  return store
}
