// Slack's own markup: docs.slack.dev, formatting message text. Parsed into plain values; no HTML is ever made of it.

export type Style = 'bold' | 'italic' | 'strike'

export type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'pre'; readonly text: string }
  | { readonly kind: 'link'; readonly url: string; readonly label: string }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'channel'; readonly id: string; readonly label: string }
  | { readonly kind: 'broadcast'; readonly range: string }
  | {
      readonly kind: 'date'
      readonly at: number
      readonly format: string
      readonly url?: string
      readonly fallback: string
    }
  | { readonly kind: 'emoji'; readonly name: string }
  | { readonly kind: 'styled'; readonly style: Style; readonly children: readonly Node[] }
  | { readonly kind: 'quote'; readonly children: readonly Node[] }

export function parseMrkdwn(text: string): readonly Node[] {
  return text.split('```').flatMap((part, index, parts): readonly Node[] => {
    const isCode = index % 2 === 1 && index < parts.length - 1
    if (isCode) return [{ kind: 'pre', text: unescape(part.replace(/^\n/u, '')) }]
    // A fence that nobody closes is text.
    return lines(index % 2 === 1 ? `\`\`\`${part}` : part)
  })
}

function lines(text: string): readonly Node[] {
  const nodes: Node[] = []
  let quoted: string[] = []
  const endQuote = (): void => {
    if (quoted.length > 0) nodes.push({ kind: 'quote', children: inline(quoted.join('\n')) })
    quoted = []
  }
  const all = text.split('\n')
  for (const [index, line] of all.entries()) {
    const quote = /^&gt; ?(.*)$/u.exec(line)
    if (quote !== null) {
      quoted.push(quote[1] ?? '')
      continue
    }
    endQuote()
    nodes.push(...inline(index < all.length - 1 ? `${line}\n` : line))
  }
  endQuote()
  return nodes
}

/** Code, `<…>`, an emoji's name, or a word in a style's signs, whichever comes first. */
const INLINE =
  /`([^`\n]+)`|<([^<>\n]+)>|:([a-z0-9_+-]{1,100}):|(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\4(?![\p{L}\p{N}])/iu

const STYLES: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' }

function inline(text: string): readonly Node[] {
  const nodes: Node[] = []
  let rest = text
  for (;;) {
    const match = INLINE.exec(rest)
    if (match === null) break
    const [whole, code, angle, emoji, sign, styled] = match
    if (match.index > 0) nodes.push({ kind: 'text', text: unescape(rest.slice(0, match.index)) })
    if (code !== undefined) nodes.push({ kind: 'code', text: unescape(code) })
    else if (angle !== undefined) nodes.push(angled(angle))
    else if (emoji !== undefined) nodes.push({ kind: 'emoji', name: emoji })
    else nodes.push({ kind: 'styled', style: STYLES[sign ?? ''] ?? 'bold', children: inline(styled ?? '') })
    rest = rest.slice(match.index + whole.length)
  }
  if (rest !== '') nodes.push({ kind: 'text', text: unescape(rest) })
  return nodes
}

function angled(inside: string): Node {
  const [target = '', ...labels] = inside.split('|')
  const label = unescape(labels.join('|'))
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1) }
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1), label }
  if (target.startsWith('!date^')) return dated(target, label)
  if (target.startsWith('!')) return { kind: 'broadcast', range: (label || target.slice(1)).replace(/^@/u, '') }
  const url = unescape(target)
  return { kind: 'link', url, label: label || url }
}

function dated(target: string, fallback: string): Node {
  const [, stamp = '', format = '', url] = target.split('^')
  const at = Number(stamp)
  if (stamp === '' || !Number.isFinite(at)) return { kind: 'text', text: fallback }
  return { kind: 'date', at, format: unescape(format), fallback, ...(url !== undefined && { url: unescape(url) }) }
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
