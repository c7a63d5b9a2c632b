import type { ComponentChildren, JSX } from 'preact'
import { isRecord, objectsAt, stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { emojiOf } from './emoji.ts'
import { Broadcast, ChannelMention, DateText, Link, Plain, UserMention } from './text.tsx'

/** `rich_text`: its text is never parsed, so what stands there is what is shown. */
export function RichText({ block }: { readonly block: JsonObject }): JSX.Element {
  return (
    <div class="rich-text">
      {objectsAt(block, 'elements').map((element, index) => (
        <Part key={index} element={element} />
      ))}
    </div>
  )
}

function Part({ element }: { readonly element: JsonObject }): JSX.Element {
  const inside = <Inlines elements={objectsAt(element, 'elements')} />
  switch (element['type']) {
    case 'rich_text_section':
      return <div class="paragraph">{inside}</div>
    case 'rich_text_preformatted':
      return <pre>{inside}</pre>
    case 'rich_text_quote':
      return <blockquote>{inside}</blockquote>
    case 'rich_text_list':
      return <List element={element} />
    default:
      return <span class="unknown">[{String(element['type'])} is not shown here]</span>
  }
}

function List({ element }: { readonly element: JsonObject }): JSX.Element {
  const items = objectsAt(element, 'elements').map((item, index) => (
    <li key={index}>
      <Inlines elements={objectsAt(item, 'elements')} />
    </li>
  ))
  const indent = `indent-${Number(element['indent'] ?? 0)}`
  return element['style'] === 'ordered' ? (
    <ol class={indent} start={1 + Number(element['offset'] ?? 0)}>
      {items}
    </ol>
  ) : (
    <ul class={indent}>{items}</ul>
  )
}

function Inlines({ elements }: { readonly elements: readonly JsonObject[] }): JSX.Element {
  return (
    <>
      {elements.map((element, index) => (
        <Styled key={index} style={element['style']}>
          <Inline element={element} />
        </Styled>
      ))}
    </>
  )
}

const TAGS = { bold: 'b', italic: 'i', strike: 's', underline: 'u', code: 'code' } as const

function Styled({ style, children }: { readonly style: unknown; readonly children: ComponentChildren }): JSX.Element {
  const set = isRecord(style) ? style : {}
  return Object.entries(TAGS)
    .filter(([name]) => set[name] === true)
    .reduce((inside, [, Tag]) => <Tag>{inside}</Tag>, <>{children}</>)
}

function Inline({ element }: { readonly element: JsonObject }): JSX.Element {
  const text = stringAt(element, 'text')
  switch (element['type']) {
    case 'text':
      return <Plain text={text ?? ''} />
    case 'link': {
      const url = stringAt(element, 'url') ?? ''
      return <Link url={url} label={text || url} />
    }
    case 'emoji':
      return <Plain text={emojiOf(stringAt(element, 'name') ?? '', stringAt(element, 'unicode'))} />
    case 'user':
      return <UserMention id={stringAt(element, 'user_id') ?? ''} />
    case 'usergroup':
      return <span class="mention">@{stringAt(element, 'usergroup_id')}</span>
    case 'channel':
      return <ChannelMention id={stringAt(element, 'channel_id') ?? ''} />
    case 'broadcast':
      return <Broadcast range={stringAt(element, 'range') ?? ''} />
    case 'date': {
      const format = stringAt(element, 'format') ?? ''
      return <DateText at={Number(element['timestamp'])} format={format} url={stringAt(element, 'url')} />
    }
    case 'color':
      return <code>{stringAt(element, 'value')}</code>
    default:
      return <span class="unknown">[{String(element['type'])} is not shown here]</span>
  }
}
