import type { BlockError } from './check.ts'
import { isRecord, objectsAt, stringAt } from '../json.ts'

type Named = { readonly id: string; readonly pointer: string }

/** A `block_id` may stand once in a payload, an `action_id` once in its block. */
export function repeatedIds(blocks: readonly unknown[], pointer: string): readonly BlockError[] {
  const blockIds = blocks.flatMap((block, index) => named(block, 'block_id', `${pointer}/${index}`))
  const actionIds = blocks.flatMap((block, index) => repeats('action_id', actionsOf(block, `${pointer}/${index}`)))
  return [...repeats('block_id', blockIds), ...actionIds]
}

function actionsOf(block: unknown, pointer: string): readonly Named[] {
  const elements = objectsAt(block, 'elements').flatMap((element, index) =>
    named(element, 'action_id', `${pointer}/elements/${index}`),
  )
  const single = ['accessory', 'element'].flatMap((key) =>
    isRecord(block) ? named(block[key], 'action_id', `${pointer}/${key}`) : [],
  )
  return [...elements, ...single]
}

function named(value: unknown, key: string, pointer: string): readonly Named[] {
  const id = stringAt(value, key)
  return id === undefined ? [] : [{ id, pointer: `${pointer}/${key}` }]
}

function repeats(field: string, all: readonly Named[]): readonly BlockError[] {
  return all
    .filter(({ id }, index) => all.findIndex((each) => each.id === id) !== index)
    .map(({ id, pointer }) => ({ pointer, message: `\`${field}\` "${id}" already exists` }))
}
