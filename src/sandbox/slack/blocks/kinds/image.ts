import { string, typed } from '../check.ts'
import type { Check } from '../check.ts'
import { imageSource } from '../composition.ts'
import { plainText } from '../text-object.ts'
import { blockId } from './block-id.ts'

const altText: Check = string({ max: 2000 })

/** A picture inside another block. */
export const imageElement: Check = typed('image', {
  required: { alt_text: altText },
  optional: imageSource.optional,
  rules: [imageSource.rule],
})

/** A picture that is a block of its own. */
export const image: Check = typed('image', {
  required: { alt_text: altText },
  optional: { ...imageSource.optional, title: plainText(2000), block_id: blockId },
  rules: [imageSource.rule],
})
