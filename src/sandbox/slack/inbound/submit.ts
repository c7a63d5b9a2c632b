import { validateView } from '../blocks/validate-view.ts'
import { isRecord, stringAt } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { StoredView } from '../workspace/views.ts'
import type { World } from '../workspace/world.ts'
import { viewToWire } from '../web/views.ts'
import { interactionBase, personOf } from './payload.ts'
import type { Receipt, Send, SendOptions } from './receipt.ts'
import { blocksOf, demandFilled, openView, stateOf } from './view-state.ts'
import type { FilledIn } from './view-state.ts'

export type Submission = SendOptions & { readonly viewId: string; readonly values?: FilledIn }

/** What happened to the view after the bot answered. */
type ViewOutcome =
  | { readonly kind: 'closed' | 'unanswered' }
  | { readonly kind: 'errors'; readonly errors: JsonObject }
  | { readonly kind: 'updated'; readonly view: StoredView }
  /** Slack showed "We had some trouble connecting": the answer was not one it understands. */
  | { readonly kind: 'invalid'; readonly reasons: readonly string[] }

export type SubmitResult = { readonly receipt: Receipt; readonly outcome: ViewOutcome }

type Ends = { readonly world: World; readonly send: Send }

export async function submitView(
  { world, send }: Ends,
  { viewId, values = {}, ...options }: Submission,
): Promise<SubmitResult> {
  const stored = openView(world, viewId)
  demandFilled(stored, values)
  const view = { ...viewToWire(world, stored), state: { values: stateOf(stored, values) } }
  const payload = {
    ...interactionBase(world, personOf(world, stored.userId)),
    type: 'view_submission',
    trigger_id: world.triggers.issue(stored.userId),
    view,
    response_urls: [],
  }
  const receipt = await send({ kind: 'interactive', payload }, options)
  return { receipt, outcome: receipt.status === 'acked' ? take(world, stored, receipt.body) : { kind: 'unanswered' } }
}

/** Closes a view by its cross; the bot hears of it only if the view asked for that. */
export async function closeView({ world, send }: Ends, viewId: string): Promise<Receipt | undefined> {
  const stored = openView(world, viewId)
  world.views.close(viewId)
  if (stored.view['notify_on_close'] !== true) return undefined
  const base = interactionBase(world, personOf(world, stored.userId))
  const payload = { ...base, type: 'view_closed', view: viewToWire(world, stored), is_cleared: false }
  return send({ kind: 'interactive', payload })
}

function take(world: World, stored: StoredView, body: unknown): ViewOutcome {
  switch (stringAt(body, 'response_action')) {
    case undefined:
    // Nothing is pushed here, so all views of the stack are this one.
    case 'clear':
      world.views.close(stored.id)
      return { kind: 'closed' }
    case 'errors':
      return errorsIn(stored, isRecord(body) ? body['errors'] : undefined)
    case 'update':
      return withView(body, (view) => ({ kind: 'updated', view: world.views.update(stored, view) }))
    default:
      return { kind: 'invalid', reasons: ['unknown response_action'] }
  }
}

/** Errors are keyed by the block ids of inputs; any other key is a mistake. */
function errorsIn(stored: StoredView, errors: unknown): ViewOutcome {
  const inputs = blocksOf(stored)
    .filter(isRecord)
    .filter((block) => block['type'] === 'input')
    .map((block) => block['block_id'])
  if (!isRecord(errors)) return { kind: 'invalid', reasons: ['errors must be an object'] }
  const stray = Object.keys(errors).filter((key) => !inputs.includes(key))
  if (stray.length > 0) return { kind: 'invalid', reasons: stray.map((key) => `${key} is no input's block_id`) }
  return { kind: 'errors', errors }
}

function withView(body: unknown, show: (view: JsonObject) => ViewOutcome): ViewOutcome {
  const view = isRecord(body) ? body['view'] : undefined
  const errors = validateView(view)
  if (errors.length === 0 && isRecord(view)) return show(view)
  return { kind: 'invalid', reasons: errors.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`) }
}
