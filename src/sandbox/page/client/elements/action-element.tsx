import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { isRecord, objectsAt, stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { safeUrl } from '../blocks/safe-url.ts'
import { TextObject } from '../blocks/text.tsx'
import { useSurroundings } from '../context.ts'
import type { Choice } from '../form.ts'
import { Confirm } from './confirm.tsx'
import { Field } from './field.tsx'

type ElementProps = {
  readonly element: JsonObject
  readonly blockId: string
  /** Inside an input block: its value is sent with the form. */
  readonly isInput?: boolean
  /** Also told to the bot as soon as it changes. */
  readonly isTold?: boolean
  readonly label?: string
}

/** Something a person presses, picks or types into. What asks "are you sure?" asks first. */
export function ActionElement({ element, blockId, isInput = false, isTold = true, label }: ElementProps): JSX.Element {
  const { act, form } = useSurroundings()
  const [asking, setAsking] = useState<{ readonly choose?: Choice }>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const actionId = stringAt(element, 'action_id') ?? ''
  const { confirm } = element

  async function go(pressed: { readonly choose?: Choice }): Promise<void> {
    setAsking(undefined)
    setIsBusy(true)
    setProblem(await act({ actionId, blockId, ...pressed }))
    setIsBusy(false)
  }
  const press = (pressed: { readonly choose?: Choice }): void => {
    if (isRecord(confirm)) setAsking(pressed)
    else void go(pressed)
  }
  const choose = (choice: Choice): void => {
    form?.set(actionId, choice)
    if (!isInput || isTold) press({ choose: choice })
  }
  return (
    <span class={isInput ? 'element element-input' : 'element'}>
      <Pressable element={element} isBusy={isBusy} press={press} />
      {!PRESSED.has(String(element['type'])) && <Field element={element} choose={choose} label={label} />}
      {problem !== undefined && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
      {asking !== undefined && isRecord(confirm) && (
        <Confirm of={confirm} onYes={() => void go(asking)} onNo={() => setAsking(undefined)} />
      )}
    </span>
  )
}

const PRESSED = new Set(['button', 'workflow_button', 'feedback_buttons', 'icon_button', 'overflow'])

type PressableProps = {
  readonly element: JsonObject
  readonly isBusy: boolean
  readonly press: (pressed: { readonly choose?: Choice }) => void
}

function Pressable({ element, isBusy, press }: PressableProps): JSX.Element | null {
  const accessible = stringAt(element, 'accessibility_label')
  switch (element['type']) {
    case 'button':
    case 'workflow_button': {
      const look = `button button-${stringAt(element, 'style') ?? 'default'}`
      const href = safeUrl(stringAt(element, 'url') ?? '')
      const text = <TextObject of={element['text']} />
      // Slack tells the bot of a press on a link too.
      if (href !== undefined) {
        return (
          <a class={look} href={href} target="_blank" rel="noreferrer noopener" onClick={() => press({})}>
            {text} ↗
          </a>
        )
      }
      return (
        <button type="button" class={look} disabled={isBusy} aria-label={accessible} onClick={() => press({})}>
          {text}
        </button>
      )
    }
    case 'icon_button':
      return (
        <button type="button" class="button button-icon" disabled={isBusy} onClick={() => press({})}>
          <TextObject of={element['text']} />
        </button>
      )
    case 'feedback_buttons':
      return (
        <>
          {(['positive_button', 'negative_button'] as const).map((key) => (
            <button
              key={key}
              type="button"
              class="button button-icon"
              disabled={isBusy}
              onClick={() => press({ choose: stringAt(element[key], 'value') ?? '' })}
            >
              {key === 'positive_button' ? '👍 ' : '👎 '}
              <TextObject of={isRecord(element[key]) ? element[key]['text'] : undefined} />
            </button>
          ))}
        </>
      )
    case 'overflow':
      return <Overflow element={element} press={press} />
    default:
      return null
  }
}

function Overflow({ element, press }: Pick<PressableProps, 'element' | 'press'>): JSX.Element {
  return (
    <details class="overflow">
      <summary class="button button-default" aria-label="More actions">
        ⋯
      </summary>
      <div class="overflow-menu">
        {objectsAt(element, 'options').map((option) => (
          <button
            key={stringAt(option, 'value')}
            type="button"
            onClick={(event) => {
              event.currentTarget.closest('details')?.removeAttribute('open')
              press({ choose: stringAt(option, 'value') ?? '' })
            }}
          >
            <TextObject of={option['text']} />
          </button>
        ))}
      </div>
    </details>
  )
}
