import { createIds, secret } from '../ids.ts'
import type { JsonObject } from '../json.ts'
import type { Changes } from './changes.ts'
import { withIds } from './with-ids.ts'

/** A view on somebody's screen. `previousId` is the one below it in the stack. */
export type StoredView = {
  readonly id: string
  readonly userId: string
  readonly hash: string
  readonly rootId: string
  readonly previousId?: string
  readonly view: JsonObject
}

export type Views = {
  readonly open: (userId: string, view: JsonObject, below?: StoredView) => StoredView
  readonly update: (stored: StoredView, view: JsonObject) => StoredView
  readonly close: (id: string) => void
  readonly find: (id: string) => StoredView | undefined
  readonly findExternal: (externalId: string) => StoredView | undefined
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
    open: (userId, view, below) => {
      const id = nextId()
      const rootId = below?.rootId ?? id
      return keep({ id, userId, rootId, hash: secret(6), view: named(view), ...(below && { previousId: below.id }) })
    },
    update: (stored, view) => keep({ ...stored, hash: secret(6), view: named(view) }),
    close: (id) => {
      open.delete(id)
      changes.announce()
    },
    find: (id) => open.get(id),
    findExternal: (externalId) => [...open.values()].find(({ view }) => view['external_id'] === externalId),
    all: () => [...open.values()],
  }
}
