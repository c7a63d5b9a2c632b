import { boolean, byType, fault, string, typed } from './check.ts'
import type { BlockError, Check, Rule } from './check.ts'
import { objectsAt } from '../json.ts'
import { plainText } from './text-object.ts'
import { validateBlocks } from './validate-blocks.ts'
import type { Surface } from './validate-blocks.ts'

const common = {
  private_metadata: string({ min: 0, max: 3000 }),
  callback_id: string({ min: 0, max: 255 }),
  external_id: string({ min: 0, max: 255 }),
} as const

function blocksOn(surface: Surface): Check {
  return (value, pointer) => validateBlocks(value, surface, pointer)
}

const asksOnlyWithSubmit: Rule = (view, pointer) =>
  view['submit'] === undefined && objectsAt(view, 'blocks').some((block) => block['type'] === 'input')
    ? fault(pointer, 'missing required field: submit')
    : []

const view: Check = byType({
  modal: typed('modal', {
    required: { title: plainText(24), blocks: blocksOn('modal') },
    optional: {
      ...common,
      close: plainText(24),
      submit: plainText(24),
      clear_on_close: boolean(),
      notify_on_close: boolean(),
      submit_disabled: boolean(),
    },
    rules: [asksOnlyWithSubmit],
  }),
  home: typed('home', { required: { blocks: blocksOn('home') }, optional: common }),
})

/** Every reason why Slack would refuse this view. */
export function validateView(value: unknown): readonly BlockError[] {
  return view(value, '/view')
}
