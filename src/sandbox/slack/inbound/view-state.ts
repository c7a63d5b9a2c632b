import { isRecord } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { StoredView } from '../workspace/views.ts'
import type { World } from '../workspace/world.ts'
import { chosen, elementsIn, isEmpty } from './element.ts'
import type { Choice } from './element.ts'

/** What a person filled in, by action id. Inputs not named keep what they were opened with. */
export type FilledIn = Readonly<Record<string, Choice>>

export function openView({ views }: World, viewId: string): StoredView {
  const stored = views.find(viewId)
  if (!stored) throw new SandboxError('no_such_view', `no open view ${viewId}`)
  return stored
}

export function blocksOf({ view }: StoredView): readonly unknown[] {
  return Array.isArray(view['blocks']) ? view['blocks'] : []
}

/** The values of a view's inputs by block and action, as they stand. */
export function stateOf(stored: StoredView, values: FilledIn): JsonObject {
  const inputs = elementsIn(blocksOf(stored)).filter(({ element }) => element['type'] !== 'button')
  const unknown = Object.keys(values).filter((id) => !inputs.some(({ element }) => element['action_id'] === id))
  if (unknown.length > 0) throw new SandboxError('no_such_element', `the view has no input ${unknown.join(', ')}`)
  const filled = inputs.map(({ blockId, element }) => {
    const actionId = String(element['action_id'])
    return { blockId, actionId, value: { type: element['type'], ...chosen(element, values[actionId]) } }
  })
  const blockIds = new Set(filled.map(({ blockId }) => blockId))
  return Object.fromEntries(
    [...blockIds].map((blockId) => [
      blockId,
      Object.fromEntries(filled.filter((each) => each.blockId === blockId).map((each) => [each.actionId, each.value])),
    ]),
  )
}

/** Slack does not let a person submit while a required input is empty, so neither does this. */
export function demandFilled(stored: StoredView, values: FilledIn): void {
  for (const { block, element } of elementsIn(blocksOf(stored))) {
    const actionId = String(element['action_id'])
    const isDemanded = isRecord(block) && block['type'] === 'input' && block['optional'] !== true
    if (isDemanded && isEmpty(chosen(element, values[actionId]))) {
      throw new SandboxError('required', `input ${actionId} has to be filled in`)
    }
  }
}
