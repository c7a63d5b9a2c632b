/** How a reference came to life: written as markup, or made by Slack out of plain words (`@here`, a bare address). */
type Origin = 'markup' | 'automatic'

/** Something in a message that reaches beyond its text: it notifies people or leads to a conversation. */
export type Mention = { readonly at: string; readonly by: Origin } & (
  | { readonly kind: 'broadcast'; readonly range: 'channel' | 'here' | 'everyone' }
  | { readonly kind: 'user' | 'usergroup' | 'conversation'; readonly id: string }
)

/** A link a reader can follow. `label` is what the reader sees in place of the address, where it differs. */
export type MessageLink = {
  readonly at: string
  readonly by: Origin | 'button'
  readonly url: string
  readonly label?: string
}

/** What is alive in a text or a message; `at` is a JSON pointer to the place it was found. */
export type Active = { readonly mentions: readonly Mention[]; readonly links: readonly MessageLink[] }

export const NOTHING: Active = { mentions: [], links: [] }

export function together(parts: readonly Active[]): Active {
  return { mentions: parts.flatMap((part) => part.mentions), links: parts.flatMap((part) => part.links) }
}
