import type { ComponentChildren, JSX } from 'preact'
import { isRecord, stringAt } from '../../slack/json.ts'
import type { PageFile, PageMessage, PageShortcut } from '../wire.ts'
import { Blocks } from './blocks/blocks.tsx'
import { Held } from './blocks/picture.tsx'
import { Mrkdwn } from './blocks/text.tsx'
import { emojiOf } from './blocks/emoji.ts'
import { dateText } from './blocks/date-text.ts'
import { SurroundingsContext, useSurroundings } from './context.ts'
import { tell } from './connection.ts'

type MessageProps = {
  readonly message: PageMessage
  readonly shortcuts: readonly PageShortcut[]
  /** What stands below it, such as the way into its thread. */
  readonly children?: ComponentChildren
}

/** One message. Its buttons act on it, as the person at the page. */
export function Message({ message, shortcuts, children }: MessageProps): JSX.Element {
  const surroundings = useSurroundings()
  const { users, me, now } = surroundings
  const { channel, ts, user: author, onlyFor, isDeleted } = message
  const user = users.find(({ id }) => id === author)
  const act: typeof surroundings.act = async (pressed) =>
    (await tell({ do: 'press', user: me, on: { channel, ts }, ...pressed })).problem
  return (
    <SurroundingsContext.Provider value={{ ...surroundings, act }}>
      <article class={onlyFor === undefined ? 'message' : 'message message-ephemeral'} data-ts={ts}>
        <Avatar name={user?.name ?? '?'} isBot={user?.isBot === true} />
        <div class="message-body">
          {onlyFor !== undefined && <div class="small muted">Only visible to you</div>}
          <div class="message-head">
            <b>{user?.realName ?? author}</b>
            {user?.isBot === true && <span class="badge">APP</span>}
            <time class="small muted" title={dateText('{date} {time_secs}', Number(ts), now)}>
              {dateText('{time}', Number(ts), now)}
            </time>
          </div>
          {isDeleted ? <div class="muted">This message was deleted.</div> : <Content message={message} />}
          {children}
        </div>
        {!isDeleted && onlyFor === undefined && shortcuts.length > 0 && (
          <Shortcuts message={message} shortcuts={shortcuts} />
        )}
      </article>
    </SurroundingsContext.Provider>
  )
}

function Avatar({ name, isBot }: { readonly name: string; readonly isBot: boolean }): JSX.Element {
  return (
    <div class={isBot ? 'avatar avatar-bot' : 'avatar'} aria-hidden="true">
      {name.slice(0, 1).toUpperCase()}
    </div>
  )
}

function Content({ message }: { readonly message: PageMessage }): JSX.Element {
  const { text, blocks, attachments, files, reactions, isEdited } = message
  return (
    <>
      {blocks.length > 0 ? (
        <Blocks blocks={blocks} />
      ) : (
        text !== '' && (
          <div class="paragraph">
            <Mrkdwn text={text} />
          </div>
        )
      )}
      {isEdited && <span class="small muted edited">(edited)</span>}
      {attachments.filter(isRecord).map((attachment, index) => (
        <div key={index} class="attachment">
          {Array.isArray(attachment['blocks']) ? (
            <Blocks blocks={attachment['blocks']} />
          ) : (
            <Mrkdwn text={stringAt(attachment, 'text') ?? stringAt(attachment, 'fallback') ?? ''} />
          )}
        </div>
      ))}
      {files.map((file) => (
        <FileOf key={file.id} file={file} />
      ))}
      {reactions.length > 0 && (
        <div class="reactions">
          {reactions.map(({ name, users }) => (
            <span key={name} class="reaction">
              {emojiOf(name, undefined)} {users.length}
            </span>
          ))}
        </div>
      )}
    </>
  )
}

function FileOf({ file }: { readonly file: PageFile }): JSX.Element {
  const { id, name, title, altText, mimetype, bytes } = file
  if (/^image\/(?:png|jpeg|gif)$/u.test(mimetype)) {
    return (
      <figure class="picture">
        <figcaption class="small muted">{title || name}</figcaption>
        <Held id={id} alt={altText ?? (title || name)} />
      </figure>
    )
  }
  return (
    <a class="file" href={`/files/${encodeURIComponent(id)}`} download={name}>
      {title || name} <span class="small muted">{Math.max(1, Math.round(bytes / 1024))} KB</span>
    </a>
  )
}

type ShortcutsProps = { readonly message: PageMessage; readonly shortcuts: readonly PageShortcut[] }

function Shortcuts({ message: { channel, ts }, shortcuts }: ShortcutsProps): JSX.Element {
  const { me } = useSurroundings()
  return (
    <details class="overflow message-menu">
      <summary aria-label="Message shortcuts">⋮</summary>
      <div class="overflow-menu">
        {shortcuts.map(({ callbackId, name }) => (
          <button
            key={callbackId}
            type="button"
            onClick={(event) => {
              event.currentTarget.closest('details')?.removeAttribute('open')
              void tell({ do: 'shortcut', user: me, callbackId, channel, ts })
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </details>
  )
}
