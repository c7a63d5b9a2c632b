import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Near enough to the end that a new message should be seen. */
const NEAR_END_PX = 160

type MessageListProps = {
  readonly label: string
  /** A thread is read from its start, a channel from its end. */
  readonly startsAtEnd: boolean
  /** The reader's own last message, which is to be seen when it comes. */
  readonly ownLast: string | undefined
  readonly children: ComponentChildren
}

/** Messages, the newest at the end, which stays in sight unless the reader has scrolled away. */
export function MessageList({ label, startsAtEnd, ownLast, children }: MessageListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(startsAtEnd)
  const seen = useRef(ownLast)
  useLayoutEffect(() => {
    const { current } = list
    if (seen.current !== ownLast) isAtEnd.current = true
    seen.current = ownLast
    if (current !== null && isAtEnd.current) current.scrollTop = current.scrollHeight
  })
  return (
    <div
      ref={list}
      class="message-list"
      role="log"
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
      }}
    >
      {children}
    </div>
  )
}
