import { isRecord, objectsAt, stringAt } from '../../slack/json.ts'

/** What a person chose or typed; several for menus that take several. */
export type Choice = string | readonly string[]

/** What stands in a view's inputs when it opens, by action id. */
export function initialValues(blocks: readonly unknown[]): Readonly<Record<string, Choice>> {
  const entries = elementsOf(blocks).flatMap((element) => {
    const id = stringAt(element, 'action_id')
    const value = initialValue(element)
    return id === undefined || value === undefined ? [] : [[id, value] as const]
  })
  return Object.fromEntries(entries)
}

const PLAIN_INITIALS = [
  'initial_value',
  'initial_user',
  'initial_conversation',
  'initial_channel',
  'initial_date',
  'initial_time',
] as const

/** What an element shows before anybody has touched it. */
export function initialValue(element: Readonly<Record<string, unknown>>): Choice | undefined {
  const option = stringAt(element['initial_option'], 'value')
  if (option !== undefined) return option
  if (Array.isArray(element['initial_options'])) {
    return objectsAt(element, 'initial_options').flatMap((each) => stringAt(each, 'value') ?? [])
  }
  const at = element['initial_date_time']
  if (typeof at === 'number') return String(at)
  return PLAIN_INITIALS.map((key) => stringAt(element, key)).find((value) => value !== undefined)
}

/** The elements of blocks that have an action id, in order. */
function elementsOf(blocks: readonly unknown[]): readonly Readonly<Record<string, unknown>>[] {
  return blocks.filter(isRecord).flatMap((block) => {
    const held = [...objectsAt(block, 'elements'), block['accessory'], block['element']]
    return held.filter(isRecord)
  })
}

export function actionIdsOf(blocks: readonly unknown[]): ReadonlySet<string> {
  return new Set(elementsOf(blocks).flatMap((element) => stringAt(element, 'action_id') ?? []))
}
