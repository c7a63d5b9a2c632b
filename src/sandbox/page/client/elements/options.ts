import { objectsAt, stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import type { PageChannel, PageUser } from '../../wire.ts'

export type Option = { readonly value: string; readonly text: string; readonly description?: string }
export type OptionGroup = { readonly label?: string; readonly options: readonly Option[] }

type People = { readonly users: readonly PageUser[]; readonly channels: readonly PageChannel[] }

/** What there is to choose from; undefined for what is not chosen from a list. */
export function optionsOf(element: JsonObject, { users, channels }: People): readonly OptionGroup[] | undefined {
  switch (String(element['type']).replace(/^multi_/u, '')) {
    case 'static_select':
    case 'checkboxes':
    case 'radio_buttons': {
      const groups = objectsAt(element, 'option_groups')
      if (groups.length === 0) return [{ options: objectsAt(element, 'options').map(toOption) }]
      return groups.map((group) => ({
        label: stringAt(group['label'], 'text') ?? '',
        options: objectsAt(group, 'options').map(toOption),
      }))
    }
    case 'users_select':
      return [{ options: users.map(({ id, realName }) => ({ value: id, text: realName })) }]
    case 'channels_select':
    case 'conversations_select':
      return [{ options: channels.map(({ id, name }) => ({ value: id, text: `#${name}` })) }]
    default:
      return undefined
  }
}

function toOption(option: JsonObject): Option {
  const description = stringAt(option['description'], 'text')
  return {
    value: stringAt(option, 'value') ?? '',
    text: stringAt(option['text'], 'text') ?? '',
    ...(description !== undefined && { description }),
  }
}
