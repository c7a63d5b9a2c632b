import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { Choice } from '../form.ts'
import type { OptionGroup } from './options.ts'

type ChooserProps = {
  readonly type: string
  readonly name: string
  readonly placeholder: string
  readonly groups: readonly OptionGroup[]
  readonly value: Choice | undefined
  readonly set: (choice: Choice) => void
}

/** One or several of a list: a menu, or boxes that all are seen. */
export function Chooser(props: ChooserProps): JSX.Element {
  const { type, name, groups, value, set, placeholder } = props
  if (type === 'checkboxes' || type === 'radio_buttons' || type.startsWith('multi_')) return <Boxes {...props} />
  return (
    <select
      aria-label={name}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
    >
      <option value="" disabled>
        {placeholder || 'Choose…'}
      </option>
      {groups.map(({ label, options }) => {
        const items = options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))
        return label === undefined ? (
          items
        ) : (
          <optgroup key={label} label={label}>
            {items}
          </optgroup>
        )
      })}
    </select>
  )
}

function Boxes({ type, name, groups, value, set }: ChooserProps): JSX.Element {
  const group = useId()
  const isOne = type === 'radio_buttons'
  const chosen = typeof value === 'string' ? [value] : (value ?? [])
  const toggle = (option: string, isOn: boolean): void => {
    if (isOne) set(option)
    else set(isOn ? [...chosen, option] : chosen.filter((each) => each !== option))
  }
  return (
    <fieldset class="boxes" aria-label={name}>
      {groups
        .flatMap(({ options }) => options)
        .map(({ value: option, text, description }) => (
          <label key={option}>
            <input
              type={isOne ? 'radio' : 'checkbox'}
              name={group}
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.currentTarget.checked)}
            />
            <span>
              {text}
              {description !== undefined && <span class="muted small"> {description}</span>}
            </span>
          </label>
        ))}
    </fieldset>
  )
}
