import { boolean, exactlyOneOf, list, object, oneOf, string, url } from './check.ts'
import type { Check } from './check.ts'
import { anyText, plainText } from './text-object.ts'

// Limits of this file: @slack/types 3.2.0, block-kit/composition-objects and block-elements.

export const actionId: Check = string({ max: 255 })
export const placeholder: Check = plainText(150)
export const style: Check = oneOf(['primary', 'danger'])

/** The dialog that asks "are you sure?". */
export const confirm: Check = object({
  required: { title: plainText(100), text: anyText(300), confirm: plainText(30), deny: plainText(30) },
  optional: { style },
})

function optionWith(text: Check, extra: Readonly<Record<string, Check>> = {}): Check {
  return object({ required: { text, value: string({ max: 150 }) }, optional: { description: plainText(75), ...extra } })
}

export const selectOption: Check = optionWith(plainText(75))
export const choiceOption: Check = object({
  required: { text: anyText(75), value: string({ max: 150 }) },
  optional: { description: anyText(75) },
})
export const overflowOption: Check = optionWith(plainText(75), { url: url(3000) })

export const optionGroup: Check = object({
  required: { label: plainText(75), options: list(selectOption, { min: 1, max: 100 }) },
})

export const conversationFilter: Check = object({
  optional: {
    include: list(oneOf(['im', 'mpim', 'private', 'public']), { min: 1 }),
    exclude_external_shared_channels: boolean(),
    exclude_bot_users: boolean(),
  },
})

export const dispatchActionConfig: Check = object({
  optional: { trigger_actions_on: list(oneOf(['on_enter_pressed', 'on_character_entered']), { min: 1, max: 2 }) },
})

/** A file that lives in the workspace: by id or by link, never both. */
const slackFile: Check = object({
  optional: { id: string({ max: 255 }), url: url(3000) },
  rules: [exactlyOneOf(['id', 'url'])],
})

/** Where a picture comes from: a public link or a file of the workspace. */
export const imageSource = {
  optional: { image_url: url(3000), slack_file: slackFile },
  rule: exactlyOneOf(['image_url', 'slack_file']),
} as const
