import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { stringAt } from '../../slack/json.ts'
import type { PageView } from '../wire.ts'
import { Blocks } from './blocks/blocks.tsx'
import { tell } from './connection.ts'
import { SurroundingsContext, useSurroundings } from './context.ts'
import { Dialog } from './dialog.tsx'
import { actionIdsOf, initialValues } from './form.ts'
import type { Choice } from './form.ts'

/** A modal. What a person has filled in stays when the bot shows another version of it, as in Slack. */
export function ViewDialog({ view: { id, view } }: { readonly view: PageView }): JSX.Element {
  const surroundings = useSurroundings()
  const [typed, setTyped] = useState<Readonly<Record<string, Choice>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const blocks: readonly unknown[] = Array.isArray(view['blocks']) ? view['blocks'] : []
  const first = initialValues(blocks)
  const values = { ...first, ...typed }
  const form = {
    values,
    errors,
    set: (actionId: string, choice: Choice) => setTyped((all) => ({ ...all, [actionId]: choice })),
  }
  const act: typeof surroundings.act = async (pressed) =>
    (
      await tell({
        do: 'press',
        user: surroundings.me,
        on: { viewId: id },
        values: typedHere(typed, blocks),
        ...pressed,
      })
    ).problem

  async function submit(): Promise<void> {
    setIsBusy(true)
    const answer = await tell({ do: 'submit', viewId: id, values: typedHere(typed, blocks) })
    setErrors(answer.errors ?? {})
    setProblem(answer.problem)
    setIsBusy(false)
  }
  const submitText = stringAt(view['submit'], 'text')
  return (
    <Dialog title={stringAt(view['title'], 'text') ?? ''} onClose={() => void tell({ do: 'close', viewId: id })}>
      <SurroundingsContext.Provider value={{ ...surroundings, act, form }}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <div class="dialog-body">
            <Blocks blocks={blocks} />
          </div>
          {problem !== undefined && (
            <div class="problem" role="alert">
              {problem}
            </div>
          )}
          <div class="dialog-foot">
            <button type="button" class="button button-default" onClick={() => void tell({ do: 'close', viewId: id })}>
              {stringAt(view['close'], 'text') ?? 'Cancel'}
            </button>
            {submitText !== undefined && (
              <button type="submit" class="button button-primary" disabled={isBusy}>
                {submitText}
              </button>
            )}
          </div>
        </form>
      </SurroundingsContext.Provider>
    </Dialog>
  )
}

/** An updated view may have lost an input that was filled in; Slack forgets what stood there. */
function typedHere(
  typed: Readonly<Record<string, Choice>>,
  blocks: readonly unknown[],
): Readonly<Record<string, Choice>> {
  const here = actionIdsOf(blocks)
  return Object.fromEntries(Object.entries(typed).filter(([actionId]) => here.has(actionId)))
}
