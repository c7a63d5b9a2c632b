import { boolean, byType, fault, list, typed } from '../check.ts'
import type { Check, Rule } from '../check.ts'
import { button, overflow, workflowButton } from '../elements/button.ts'
import { pickers } from '../elements/input.ts'
import { checkboxes, menus, radioButtons } from '../elements/select.ts'
import { anyText } from '../text-object.ts'
import { blockId } from './block-id.ts'
import { imageElement } from './image.ts'

const saysSomething: Rule = (value, pointer) =>
  value['text'] === undefined && value['fields'] === undefined
    ? fault(pointer, 'must define either `text` or `fields`')
    : []

const accessory: Check = byType({
  ...menus,
  ...pickers,
  button,
  checkboxes,
  image: imageElement,
  overflow,
  radio_buttons: radioButtons,
  workflow_button: workflowButton,
})

export const section: Check = typed('section', {
  optional: {
    block_id: blockId,
    text: anyText(3000),
    fields: list(anyText(2000), { min: 1, max: 10 }),
    accessory,
    expand: boolean(),
  },
  rules: [saysSomething],
})
