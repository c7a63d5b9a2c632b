import type { JSX } from 'preact'
import { isRecord, stringAt } from '../../../slack/json.ts'
import { useSurroundings } from '../context.ts'
import { dateText } from './date-text.ts'
import { CIRCLES, emojiOf } from './emoji.ts'
import { parseMrkdwn } from './mrkdwn.ts'
import type { Node } from './mrkdwn.ts'
import { safeUrl } from './safe-url.ts'

/** Text as it is, with the coloured circles drawn: not every machine has a font for them. */
export function Plain({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split(/([🔴🟠🟡🟢🔵⚪⚫])\uFE0F?/u)
  return (
    <>
      {parts.map((part, index) => {
        const colour = CIRCLES.get(part)
        return colour === undefined ? (
          part
        ) : (
          <span key={index} class={`circle circle-${colour}`} role="img" aria-label={`${colour} circle`}>
            {part}
          </span>
        )
      })}
    </>
  )
}

export function Link({ url, label }: { readonly url: string; readonly label: string }): JSX.Element {
  const href = safeUrl(url)
  if (href === undefined) return <span title="not a web address">{label}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" title={href}>
      {label}
    </a>
  )
}

export function UserMention({ id }: { readonly id: string }): JSX.Element {
  const { users, me } = useSurroundings()
  const user = users.find((each) => each.id === id)
  return <span class={id === me ? 'mention mention-me' : 'mention'}>@{user?.name ?? id}</span>
}

export function ChannelMention({ id, label = '' }: { readonly id: string; readonly label?: string }): JSX.Element {
  const { channels } = useSurroundings()
  const channel = channels.find((each) => each.id === id)
  return <span class="mention">#{channel?.name ?? (label || id)}</span>
}

export function Broadcast({ range }: { readonly range: string }): JSX.Element {
  return <span class="mention mention-me">@{range}</span>
}

type Dated = { readonly at: number; readonly format: string; readonly url?: string | undefined }

export function DateText({ at, format, url }: Dated): JSX.Element {
  const { now } = useSurroundings()
  const text = dateText(format, at, now)
  const whole = new Date(at * 1000)
  if (Number.isNaN(whole.getTime())) return <span>{text}</span>
  const shown = (
    <time dateTime={whole.toISOString()} title={whole.toString()}>
      {text}
    </time>
  )
  return url === undefined ? shown : <Link url={url} label={text} />
}

export function Mrkdwn({ text }: { readonly text: string }): JSX.Element {
  return <Nodes nodes={parseMrkdwn(text)} />
}

function Nodes({ nodes }: { readonly nodes: readonly Node[] }): JSX.Element {
  return (
    <>
      {nodes.map((node, index) => (
        <One key={index} node={node} />
      ))}
    </>
  )
}

function One({ node }: { readonly node: Node }): JSX.Element {
  switch (node.kind) {
    case 'text':
      return <Plain text={node.text} />
    case 'code':
      return <code>{node.text}</code>
    case 'pre':
      return <pre>{node.text}</pre>
    case 'link':
      return <Link url={node.url} label={node.label} />
    case 'user':
      return <UserMention id={node.id} />
    case 'channel':
      return <ChannelMention id={node.id} label={node.label} />
    case 'broadcast':
      return <Broadcast range={node.range} />
    case 'date':
      return <DateText at={node.at} format={node.format} url={node.url} />
    case 'emoji':
      return <Plain text={emojiOf(node.name, undefined)} />
    case 'styled': {
      const Tag = ({ bold: 'b', italic: 'i', strike: 's' } as const)[node.style]
      return (
        <Tag>
          <Nodes nodes={node.children} />
        </Tag>
      )
    }
    case 'quote':
      return (
        <blockquote>
          <Nodes nodes={node.children} />
        </blockquote>
      )
    default:
      return node satisfies never
  }
}

/** A text object: plain, or with Slack's markup. */
export function TextObject({ of }: { readonly of: unknown }): JSX.Element {
  const text = stringAt(of, 'text') ?? ''
  if (isRecord(of) && of['type'] === 'mrkdwn') return <Mrkdwn text={text} />
  return <Plain text={text.replaceAll(/:([a-z0-9_+-]{1,100}):/giu, (_, name: string) => emojiOf(name, undefined))} />
}
