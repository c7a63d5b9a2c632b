import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PageChannel, PageUser } from '../wire.ts'
import type { Choice } from './form.ts'

/** What a press in a message or a modal comes to. */
export type Act = (pressed: {
  readonly actionId: string
  readonly blockId: string
  readonly choose?: Choice
}) => Promise<string | undefined>

/** What every part of a message may need to know. */
export type Surroundings = {
  readonly me: string
  readonly bot: string
  readonly users: readonly PageUser[]
  readonly channels: readonly PageChannel[]
  /** Unix seconds, for "today". */
  readonly now: number
  readonly act: Act
  /** Inside a modal: what stands in an input, and how to change it. */
  readonly form?: {
    readonly values: Readonly<Record<string, Choice>>
    readonly set: (actionId: string, choice: Choice) => void
    readonly errors: Readonly<Record<string, string>>
  }
}

export const SurroundingsContext = createContext<Surroundings>({
  me: '',
  bot: '',
  users: [],
  channels: [],
  now: 0,
  act: () => Promise.resolve(undefined),
})

export function useSurroundings(): Surroundings {
  return useContext(SurroundingsContext)
}
