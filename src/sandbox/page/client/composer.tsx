import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { tell } from './connection.ts'
import { useSurroundings } from './context.ts'

type ComposerProps = {
  readonly channel: string
  readonly threadTs?: string
  readonly placeholder: string
  /** What may be wanted here; a press puts it into the box. */
  readonly suggestions: readonly string[]
}

/** The box a person types into: Enter sends, Shift and Enter makes a line. */
export function Composer({ channel, threadTs, placeholder, suggestions }: ComposerProps): JSX.Element {
  const { me } = useSurroundings()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)

  async function send(): Promise<void> {
    const sent = text
    setText('')
    setProblem(undefined)
    const answer = await tell({ do: 'say', user: me, channel, text: sent, ...(threadTs !== undefined && { threadTs }) })
    setProblem(answer.problem)
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problem !== undefined && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <div class="suggestions">
        {suggestions.map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            class="suggestion"
            onClick={() => {
              setText(suggestion)
              box.current?.focus()
            }}
          >
            {suggestion}
          </button>
        ))}
      </div>
      <div class="composer-box">
        <textarea
          ref={box}
          rows={1}
          aria-label={placeholder}
          placeholder={placeholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            void send()
          }}
        />
        <button type="submit" class="send" aria-label="Send" disabled={text.trim() === ''}>
          ➤
        </button>
      </div>
    </form>
  )
}
