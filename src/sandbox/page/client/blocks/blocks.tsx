import type { JSX } from 'preact'
import { isRecord, objectsAt, stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { useSurroundings } from '../context.ts'
import { ActionElement } from '../elements/action-element.tsx'
import { Picture } from './picture.tsx'
import { RichText } from './rich-text.tsx'
import { Table } from './table.tsx'
import { Plain, TextObject } from './text.tsx'

/** Blocks as Slack shows them; a kind that is not known here says so and never vanishes. */
export function Blocks({ blocks }: { readonly blocks: readonly unknown[] }): JSX.Element {
  return (
    <div class="blocks">
      {blocks.filter(isRecord).map((block, index) => (
        <Block key={stringAt(block, 'block_id') ?? index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { readonly block: JsonObject }): JSX.Element {
  const blockId = stringAt(block, 'block_id') ?? ''
  switch (block['type']) {
    case 'section':
      return <Section block={block} blockId={blockId} />
    case 'header':
      return (
        <h3 class="header-block">
          <TextObject of={block['text']} />
        </h3>
      )
    case 'divider':
      return <hr />
    case 'context':
      return <Context block={block} />
    case 'actions':
    case 'context_actions':
      return (
        <div class="actions">
          {objectsAt(block, 'elements').map((element, index) => (
            <ActionElement key={stringAt(element, 'action_id') ?? index} element={element} blockId={blockId} />
          ))}
        </div>
      )
    case 'image':
      return <Picture of={block} />
    case 'rich_text':
      return <RichText block={block} />
    case 'table':
    case 'data_table':
      return <Table block={block} />
    case 'input':
      return <Input block={block} blockId={blockId} />
    case 'alert':
      return (
        <div class={`alert alert-${stringAt(block, 'level') ?? 'default'}`}>
          <TextObject of={block['text']} />
        </div>
      )
    case 'markdown':
      return (
        <div class="paragraph" title="Markdown, shown as it was written">
          <Plain text={stringAt(block, 'text') ?? ''} />
        </div>
      )
    default:
      return <div class="unknown">[a block of kind {String(block['type'])} is not shown here]</div>
  }
}

type InBlock = { readonly block: JsonObject; readonly blockId: string }

function Section({ block, blockId }: InBlock): JSX.Element {
  const { text, accessory } = block
  const fields = objectsAt(block, 'fields')
  return (
    <div class="section">
      <div class="section-text">
        {text !== undefined && (
          <div class="paragraph">
            <TextObject of={text} />
          </div>
        )}
        {fields.length > 0 && (
          <div class="fields">
            {fields.map((field, index) => (
              <div key={index} class="paragraph">
                <TextObject of={field} />
              </div>
            ))}
          </div>
        )}
      </div>
      {isRecord(accessory) && (
        <div class="accessory">
          {accessory['type'] === 'image' ? (
            <Picture of={accessory} />
          ) : (
            <ActionElement element={accessory} blockId={blockId} />
          )}
        </div>
      )}
    </div>
  )
}

function Context({ block }: { readonly block: JsonObject }): JSX.Element {
  return (
    <div class="context">
      {objectsAt(block, 'elements').map((element, index) =>
        element['type'] === 'image' ? (
          <Picture key={index} of={element} />
        ) : (
          <span key={index}>
            <TextObject of={element} />
          </span>
        ),
      )}
    </div>
  )
}

function Input({ block, blockId }: InBlock): JSX.Element {
  const { form } = useSurroundings()
  const { element, label, hint } = block
  const error = form?.errors[blockId]
  const isTold = block['dispatch_action'] === true
  return (
    <div class="input">
      <div class="label">
        <TextObject of={label} />
        {block['optional'] === true && <span class="muted"> (optional)</span>}
      </div>
      {isRecord(element) && (
        <ActionElement
          element={element}
          blockId={blockId}
          isInput
          isTold={isTold}
          label={stringAt(label, 'text') ?? ''}
        />
      )}
      {error !== undefined && (
        <div class="problem" role="alert">
          {error}
        </div>
      )}
      {hint !== undefined && (
        <div class="muted small">
          <TextObject of={hint} />
        </div>
      )}
    </div>
  )
}
