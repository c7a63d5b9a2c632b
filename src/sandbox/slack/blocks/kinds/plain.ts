import { byType, list, oneOf, string, typed, url } from '../check.ts'
import type { Check } from '../check.ts'
import { anyText, mrkdwn, plainText } from '../text-object.ts'
import { blockId } from './block-id.ts'
import { imageElement } from './image.ts'

// Blocks that only show something.

export const divider: Check = typed('divider', { optional: { block_id: blockId } })

export const header: Check = typed('header', { required: { text: plainText(150) }, optional: { block_id: blockId } })

export const context: Check = typed('context', {
  required: {
    elements: list(byType({ image: imageElement, mrkdwn: mrkdwn(), plain_text: plainText() }), { min: 1, max: 10 }),
  },
  optional: { block_id: blockId },
})

/** 12,000 characters is the limit for all markdown blocks of a message together; alone it cannot hold more either. */
export const MOST_MARKDOWN = 12_000

export const markdown: Check = typed('markdown', {
  required: { text: string({ max: MOST_MARKDOWN }) },
  optional: { block_id: blockId },
})

export const alert: Check = typed('alert', {
  required: { text: anyText(200) },
  optional: { block_id: blockId, level: oneOf(['default', 'info', 'warning', 'error', 'success']) },
})

export const video: Check = typed('video', {
  required: {
    video_url: url(3000),
    thumbnail_url: url(3000),
    alt_text: string({ max: 2000 }),
    title: plainText(199),
  },
  optional: {
    block_id: blockId,
    title_url: url(2000),
    author_name: string({ max: 49 }),
    provider_name: string({ max: 50 }),
    provider_icon_url: url(2000),
    description: plainText(200),
  },
})
