import { boolean, byType, list, typed } from '../check.ts'
import type { Check } from '../check.ts'
import { button, feedbackButtons, iconButton, overflow, workflowButton } from '../elements/button.ts'
import { pickers, textInputs } from '../elements/input.ts'
import { checkboxes, menus, radioButtons } from '../elements/select.ts'
import { plainText } from '../text-object.ts'
import { blockId } from './block-id.ts'

// Blocks that hold what a person presses, picks or types into.

const { rich_text_input: richTextInput } = textInputs

const pressed = { button, overflow, workflow_button: workflowButton } as const
const picked = { ...menus, ...pickers, checkboxes, radio_buttons: radioButtons } as const

export const actions: Check = typed('actions', {
  required: {
    elements: list(byType({ ...picked, ...pressed, ...(richTextInput && { rich_text_input: richTextInput }) }), {
      min: 1,
      max: 25,
    }),
  },
  optional: { block_id: blockId },
})

export const contextActions: Check = typed('context_actions', {
  required: {
    elements: list(byType({ feedback_buttons: feedbackButtons, icon_button: iconButton }), { min: 1, max: 5 }),
  },
  optional: { block_id: blockId },
})

export const input: Check = typed('input', {
  required: { label: plainText(2000), element: byType({ ...picked, ...textInputs }) },
  optional: { block_id: blockId, hint: plainText(2000), optional: boolean(), dispatch_action: boolean() },
})
