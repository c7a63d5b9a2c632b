import { viewToWire } from '../web/views.ts'
import type { World } from '../workspace/world.ts'
import { chosen, locate } from './element.ts'
import type { Choice } from './element.ts'
import { interactionBase, personOf } from './payload.ts'
import type { Receipt, Send, SendOptions } from './receipt.ts'
import { blocksOf, openView, stateOf } from './view-state.ts'
import type { FilledIn } from './view-state.ts'

/** A press of a button, or a pick that is told at once, in an open view; `values` is what stands in its inputs. */
export type PressInView = SendOptions & {
  readonly viewId: string
  readonly actionId: string
  readonly blockId?: string
  readonly choose?: Choice
  readonly values?: FilledIn
}

export async function pressInView(
  { world, send }: { readonly world: World; readonly send: Send },
  { viewId, actionId, blockId, choose, values = {}, ...options }: PressInView,
): Promise<Receipt> {
  const stored = openView(world, viewId)
  const { blockId: where, element } = locate(blocksOf(stored), actionId, blockId)
  const payload = {
    ...interactionBase(world, personOf(world, stored.userId)),
    type: 'block_actions',
    trigger_id: world.triggers.issue(stored.userId),
    container: { type: 'view', view_id: viewId },
    view: { ...viewToWire(world, stored), state: { values: stateOf(stored, values) } },
    actions: [
      {
        type: element['type'],
        action_id: actionId,
        block_id: where,
        action_ts: (world.now() / 1000).toFixed(6),
        ...chosen(element, choose),
      },
    ],
  }
  return send({ kind: 'interactive', payload }, options)
}
