import type { User } from '../slack/workspace/model.ts'

type Typed =
  | { readonly kind: 'command'; readonly command: string; readonly text: string }
  | { readonly kind: 'message'; readonly text: string }

/** What Slack's message box makes of what a person typed: a command, or text with escaped signs and `@name` as a mention. */
export function typedText(text: string, users: readonly User[]): Typed {
  const command = /^(\/\S+)\s*([^]*)$/u.exec(text.trim())
  if (command !== null) return { kind: 'command', command: command[1] ?? '', text: (command[2] ?? '').trim() }
  const byName = new Map(users.map(({ name, id }) => [name, id]))
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return {
    kind: 'message',
    text: escaped.replaceAll(/(?<!\w)@([a-z0-9._-]+)/giu, (written, name: string) => {
      const id = byName.get(name.toLowerCase())
      return id === undefined ? written : `<@${id}>`
    }),
  }
}
