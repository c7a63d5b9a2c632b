import { createIds, secret } from '../ids.ts'
import type { JsonObject } from '../json.ts'
import type { Changes } from './changes.ts'
import { withIds } from './with-ids.ts'

/** A view on somebody's screen. */
export type StoredView = {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly view: JsonObject
}

export type Views = {
  readonly open: (userId: string, view: JsonObject) => StoredView
  readonly update: (stored: StoredView, view: JsonObject) => StoredView
  readonly close: (id: string) => void
  readonly find: (id: string) => StoredView | undefined
  readonly all: () => readonly StoredView[]
}

export function createViews(changes: Changes): Views {
  const open = new Map<string, StoredView>()
  const nextId = createIds('V')

  function keep(stored: StoredView): StoredView {
    open.set(stored.id, stored)
    changes.announce()
    return stored
  }

  function named(view: JsonObject): JsonObject {
    return { ...view, blocks: withIds(Array.isArray(view['blocks']) ? view['blocks'] : []) }
  }

  return {
    open: (userId, view) => keep({ id: nextId(), userId, hash: secret(6), view: named(view) }),
    update: (stored, view) => keep({ ...stored, hash: secret(6), view: named(view) }),
    close: (id) => {
      open.delete(id)
      changes.announce()
    },
    find: (id) => open.get(id),
    all: () => [...open.values()],
  }
}
