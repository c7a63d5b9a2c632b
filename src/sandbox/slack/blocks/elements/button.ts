import { list, object, string, typed, url } from '../check.ts'
import type { Check } from '../check.ts'
import { actionId, confirm, overflowOption, style } from '../composition.ts'
import { plainText } from '../text-object.ts'

const label: Check = string({ max: 75 })
const value: Check = string({ max: 2000 })

export const button: Check = typed('button', {
  required: { text: plainText(75) },
  optional: { action_id: actionId, url: url(3000), value, style, confirm, accessibility_label: label },
})

export const overflow: Check = typed('overflow', {
  required: { options: list(overflowOption, { min: 1, max: 5 }) },
  optional: { action_id: actionId, confirm },
})

const inputParameter: Check = object({ required: { name: string(), value: string({ min: 0 }) } })
const trigger: Check = object({
  required: { url: url(3000) },
  optional: { customizable_input_parameters: list(inputParameter) },
})

export const workflowButton: Check = typed('workflow_button', {
  required: { text: plainText(75), workflow: object({ required: { trigger } }) },
  optional: { action_id: actionId, style, accessibility_label: label },
})

const feedbackButton: Check = object({
  required: { text: plainText(75), value },
  optional: { accessibility_label: label },
})

export const feedbackButtons: Check = typed('feedback_buttons', {
  required: { positive_button: feedbackButton, negative_button: feedbackButton },
  optional: { action_id: actionId },
})

export const iconButton: Check = typed('icon_button', {
  required: { icon: string(), text: plainText() },
  optional: {
    action_id: actionId,
    value,
    confirm,
    accessibility_label: label,
    visible_to_user_ids: list(string(), { max: 10 }),
  },
})
