import { isRecord, objectsAt, stringAt } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { SandboxError } from '../sandbox-error.ts'

/** An element a person can act on, and the block it stands in. */
export type Located = { readonly blockId: string; readonly block: JsonObject; readonly element: JsonObject }

/** Every element in the blocks that has an action id. */
export function elementsIn(blocks: readonly unknown[]): readonly Located[] {
  return blocks.filter(isRecord).flatMap((block) => {
    const held = [...objectsAt(block, 'elements'), block['accessory'], block['element']]
    return held
      .filter(isRecord)
      .filter((element) => stringAt(element, 'action_id') !== undefined)
      .map((element) => ({ blockId: stringAt(block, 'block_id') ?? '', block, element }))
  })
}

export function locate(blocks: readonly unknown[], actionId: string, blockId: string | undefined): Located {
  const found = elementsIn(blocks).find(
    (each) => each.element['action_id'] === actionId && (blockId === undefined || each.blockId === blockId),
  )
  if (found) return found
  const there = elementsIn(blocks).map(({ element }) => String(element['action_id']))
  throw new SandboxError(
    'no_such_element',
    `nothing to press with action_id ${actionId}; there is: ${there.join(', ') || 'nothing'}`,
  )
}

/** What a person chose or typed; several values for menus that take several. */
export type Choice = string | readonly string[] | undefined

/** The element's own part of an action or of a view's state. */
export function chosen(element: JsonObject, choice: Choice): JsonObject {
  const type = String(element['type'])
  const one = typeof choice === 'string' ? choice : choice?.[0]
  const many = typeof choice === 'string' ? [choice] : (choice ?? [])
  switch (type) {
    case 'button':
    case 'workflow_button':
      return { text: element['text'], value: element['value'] }
    case 'static_select':
    case 'overflow':
    case 'radio_buttons':
      return { selected_option: one === undefined ? (element['initial_option'] ?? null) : optionOf(element, one) }
    case 'multi_static_select':
    case 'checkboxes':
      return {
        selected_options:
          choice === undefined ? (element['initial_options'] ?? []) : many.map((each) => optionOf(element, each)),
      }
    case 'users_select':
      return { selected_user: one ?? element['initial_user'] ?? null }
    case 'conversations_select':
      return { selected_conversation: one ?? element['initial_conversation'] ?? null }
    case 'channels_select':
      return { selected_channel: one ?? element['initial_channel'] ?? null }
    case 'datepicker':
      return { selected_date: one ?? element['initial_date'] ?? null }
    case 'timepicker':
      return { selected_time: one ?? element['initial_time'] ?? null }
    case 'datetimepicker':
      return { selected_date_time: one === undefined ? (element['initial_date_time'] ?? null) : Number(one) }
    default:
      return { value: one ?? element['initial_value'] ?? null }
  }
}

function optionOf(element: JsonObject, value: string): JsonObject {
  const options = [
    ...objectsAt(element, 'options'),
    ...objectsAt(element, 'option_groups').flatMap((group) => objectsAt(group, 'options')),
  ]
  const option = options.find((each) => each['value'] === value)
  if (option) return option
  const there = options.map((each) => String(each['value'])).join(', ')
  throw new SandboxError('no_such_option', `no option with value ${value}; there is: ${there}`)
}

/** True when the person has left the element empty. */
export function isEmpty(state: JsonObject): boolean {
  return Object.values(state).every(
    (value) => value === null || value === '' || (Array.isArray(value) && value.length === 0),
  )
}
