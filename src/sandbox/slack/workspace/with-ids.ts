import { isRecord } from '../json.ts'
import { secret } from '../ids.ts'

const ACTED_ON = new Set(['actions', 'context_actions', 'input', 'section'])

/** Slack names every block, and every element a person can act on, that came without a name. */
export function withIds(blocks: readonly unknown[]): readonly unknown[] {
  return blocks.map((block) => {
    if (!isRecord(block)) return block
    const named = { ...block, block_id: block['block_id'] ?? secret(3) }
    return ACTED_ON.has(String(block['type'])) ? withActionIds(named) : named
  })
}

function withActionIds(block: Readonly<Record<string, unknown>>): unknown {
  const elements: readonly unknown[] | undefined = Array.isArray(block['elements']) ? block['elements'] : undefined
  return {
    ...block,
    ...(elements && { elements: elements.map(withActionId) }),
    ...(block['accessory'] !== undefined && { accessory: withActionId(block['accessory']) }),
    ...(block['element'] !== undefined && { element: withActionId(block['element']) }),
  }
}

function withActionId(element: unknown): unknown {
  if (!isRecord(element) || element['type'] === 'image') return element
  return { ...element, action_id: element['action_id'] ?? secret(3) }
}
