import type { JSX } from 'preact'
import { stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { TextObject } from '../blocks/text.tsx'
import { Dialog } from '../dialog.tsx'

type ConfirmProps = { readonly of: JsonObject; readonly onYes: () => void; readonly onNo: () => void }

/** "Are you sure?" */
export function Confirm({ of, onYes, onNo }: ConfirmProps): JSX.Element {
  const look = stringAt(of, 'style') === 'danger' ? 'danger' : 'primary'
  return (
    <Dialog title={stringAt(of['title'], 'text') ?? ''} onClose={onNo}>
      <div class="paragraph">
        <TextObject of={of['text']} />
      </div>
      <div class="dialog-foot">
        <button type="button" class="button button-default" onClick={onNo}>
          <TextObject of={of['deny']} />
        </button>
        <button type="button" class={`button button-${look}`} onClick={onYes}>
          <TextObject of={of['confirm']} />
        </button>
      </div>
    </Dialog>
  )
}
