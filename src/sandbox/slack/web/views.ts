import type { JsonObject } from '../json.ts'
import { isRecord } from '../json.ts'
import { validateView } from '../blocks/validate-view.ts'
import type { StoredView } from '../workspace/views.ts'
import type { World } from '../workspace/world.ts'
import { granted, refused, refusedBecause } from './answer.ts'
import { jsonArg, textArg } from './arguments.ts'
import type { Args } from './arguments.ts'
import type { Method } from './method.ts'
import { found, notFound } from './place.ts'
import type { Found } from './place.ts'

const LARGEST_VIEW_BYTES = 250_000

/** A view that was sent, checked; Slack calls a bad one `invalid_arguments`, not `invalid_blocks`. */
function readView(args: Args): Found<JsonObject> {
  const read = jsonArg(args, 'view')
  if (read.status !== 'read' || !isRecord(read.value)) return notFound('invalid_arguments')
  if (JSON.stringify(read.value).length > LARGEST_VIEW_BYTES) return notFound('view_too_large')
  const errors = validateView(read.value)
  if (errors.length === 0) return found(read.value)
  const reasons = errors.map(({ message, pointer }) => `${message} [json-pointer:${pointer}]`)
  return { status: 'refused', answer: refusedBecause('invalid_arguments', reasons) }
}

export function viewToWire({ identity }: World, stored: StoredView): JsonObject {
  const { id, hash, view } = stored
  return {
    ...view,
    id,
    hash,
    team_id: identity.teamId,
    app_id: identity.appId,
    bot_id: identity.botId,
    root_view_id: id,
    previous_view_id: null,
    private_metadata: view['private_metadata'] ?? '',
    callback_id: view['callback_id'] ?? '',
    external_id: view['external_id'] ?? '',
    state: { values: {} },
  }
}

export const open: Method = {
  token: 'bot',
  scopes: [],
  tier: 'tier4',
  run: (world, args) => {
    const view = readView(args)
    if (view.status === 'refused') return view.answer
    const trigger = world.triggers.use(textArg(args, 'trigger_id') ?? '')
    if (trigger.status === 'refused') return refused(trigger.error)
    return granted({ view: viewToWire(world, world.views.open(trigger.userId, view.value)) })
  },
}

export const update: Method = {
  token: 'bot',
  scopes: [],
  tier: 'tier4',
  run: (world, args) => {
    const view = readView(args)
    if (view.status === 'refused') return view.answer
    const stored = world.views.find(textArg(args, 'view_id') ?? '')
    if (!stored) return refused('not_found')
    const hash = textArg(args, 'hash')
    if (hash !== undefined && hash !== stored.hash) return refused('hash_conflict')
    return granted({ view: viewToWire(world, world.views.update(stored, view.value)) })
  },
}
