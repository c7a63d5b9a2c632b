import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { useSurroundings } from '../context.ts'
import { initialValue } from '../form.ts'
import type { Choice } from '../form.ts'
import { Chooser } from './chooser.tsx'
import { optionsOf } from './options.ts'

type FieldProps = {
  readonly element: JsonObject
  readonly choose: (choice: Choice) => void
  readonly label?: string | undefined
}

/** A menu, a picker or a text to fill in, with the browser's own controls. */
export function Field({ element, choose, label }: FieldProps): JSX.Element {
  const { form, users, channels } = useSurroundings()
  const [own, setOwn] = useState<Choice | undefined>(initialValue(element))
  const actionId = stringAt(element, 'action_id') ?? ''
  const value = form === undefined ? own : form.values[actionId]
  const set = (choice: Choice): void => {
    setOwn(choice)
    choose(choice)
  }
  const name = label ?? stringAt(element['placeholder'], 'text') ?? 'choose'
  const type = String(element['type'])
  const common = { name, value, set, placeholder: stringAt(element['placeholder'], 'text') ?? '' }
  const options = optionsOf(element, { users, channels })
  if (options !== undefined) return <Chooser {...common} type={type} groups={options} />
  if (type === 'datetimepicker') return <Moment {...common} />
  const input = INPUTS.get(type)
  if (input === undefined) return <span class="unknown">[{type} is not shown here]</span>
  return <TextInput {...common} isMultiline={element['multiline'] === true} input={input} />
}

type InputProps = {
  readonly value: string
  readonly placeholder: string
  readonly 'aria-label': string
  readonly onInput?: (event: Written) => void
  readonly onChange?: (event: Written) => void
}
type Written = { readonly currentTarget: { readonly value: string } }

const INPUTS = new Map<string, (props: InputProps) => JSX.Element>([
  ['plain_text_input', (props) => <input type="text" {...props} />],
  ['number_input', (props) => <input type="number" step="any" {...props} />],
  ['email_text_input', (props) => <input type="email" {...props} />],
  ['url_text_input', (props) => <input type="url" {...props} />],
  ['datepicker', (props) => <input type="date" {...props} />],
  ['timepicker', (props) => <input type="time" {...props} />],
])

type ValueProps = {
  readonly name: string
  readonly value: Choice | undefined
  readonly set: (choice: Choice) => void
  readonly placeholder: string
}

type TextInputProps = ValueProps & {
  readonly isMultiline: boolean
  readonly input: (props: InputProps) => JSX.Element
}

function TextInput({ isMultiline, input, name, value, set, placeholder }: TextInputProps): JSX.Element {
  const { form } = useSurroundings()
  const onWritten = ({ currentTarget }: Written): void => set(currentTarget.value)
  // Outside a form nothing is told before it is written to its end.
  const told = form === undefined ? { onChange: onWritten } : { onInput: onWritten }
  const props = { value: typeof value === 'string' ? value : '', placeholder, 'aria-label': name, ...told }
  return isMultiline ? <textarea rows={4} {...props} /> : input(props)
}

/** Seconds since the epoch, picked in the reader's own zone. */
function Moment({ name, value, set }: ValueProps): JSX.Element {
  const at = Number(value)
  const shown = value === undefined || value === '' || Number.isNaN(at) ? '' : localText(at)
  return (
    <input
      type="datetime-local"
      aria-label={name}
      value={shown}
      onChange={({ currentTarget }) => set(String(Math.floor(new Date(currentTarget.value).getTime() / 1000)))}
    />
  )
}

function localText(at: number): string {
  const date = new Date(at * 1000)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
