import { boolean, byType, integer, list, matching, number, object, oneOf, string, typed, url } from '../check.ts'
import type { Check } from '../check.ts'
import { blockId } from './block-id.ts'

// Structure: @slack/types 3.2.0, RichTextBlock and RichTextElement.

const style: Check = object({
  optional: { bold: boolean(), italic: boolean(), strike: boolean(), code: boolean(), underline: boolean() },
})
const mentionStyle: Check = object({
  optional: {
    bold: boolean(),
    italic: boolean(),
    strike: boolean(),
    code: boolean(),
    underline: boolean(),
    highlight: boolean(),
    client_highlight: boolean(),
    unlink: boolean(),
  },
})

const text: Check = typed('text', { required: { text: string() }, optional: { style } })
const link: Check = typed('link', {
  required: { url: url(3000) },
  optional: { text: string(), unsafe: boolean(), style },
})

const inline: Check = byType({
  text,
  link,
  emoji: typed('emoji', {
    required: { name: string() },
    optional: { unicode: string(), url: url(3000), skin_tone: integer({ min: 1, max: 6 }), style },
  }),
  user: typed('user', {
    required: { user_id: matching(/^[UW][A-Z0-9]+$/, 'a user id') },
    optional: { style: mentionStyle },
  }),
  usergroup: typed('usergroup', {
    required: { usergroup_id: matching(/^S[A-Z0-9]+$/, 'a user group id') },
    optional: { style: mentionStyle },
  }),
  channel: typed('channel', {
    required: { channel_id: matching(/^[CGD][A-Z0-9]+$/, 'a channel id') },
    optional: { style: mentionStyle },
  }),
  team: typed('team', { required: { team_id: string() }, optional: { style: mentionStyle } }),
  broadcast: typed('broadcast', {
    required: { range: oneOf(['here', 'channel', 'everyone']) },
    optional: { style: mentionStyle },
  }),
  color: typed('color', { required: { value: string() }, optional: { style } }),
  date: typed('date', {
    required: { timestamp: number(), format: string() },
    optional: { url: url(3000), fallback: string(), style },
  }),
})

const border: Check = integer({ min: 0, max: 1 })
const section: Check = typed('rich_text_section', { required: { elements: list(inline, { min: 1 }) } })

const container: Check = byType({
  rich_text_section: section,
  rich_text_list: typed('rich_text_list', {
    required: {
      style: oneOf(['bullet', 'ordered']),
      elements: list(byType({ rich_text_section: section }), { min: 1 }),
    },
    optional: { indent: integer({ min: 0, max: 8 }), offset: integer({ min: 0 }), border },
  }),
  rich_text_quote: typed('rich_text_quote', {
    required: { elements: list(inline, { min: 1 }) },
    optional: { border },
  }),
  rich_text_preformatted: typed('rich_text_preformatted', {
    required: { elements: list(byType({ text, link }), { min: 1 }) },
    optional: { border, language: string() },
  }),
})

export const richText: Check = typed('rich_text', {
  required: { elements: list(container, { min: 1 }) },
  optional: { block_id: blockId },
})
