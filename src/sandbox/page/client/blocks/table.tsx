import type { JSX } from 'preact'
import { isRecord, objectsAt, stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { RichText } from './rich-text.tsx'
import { Plain } from './text.tsx'

/** `table` and `data_table`: the first row is the head. Wide ones scroll by themselves and not with the page. */
export function Table({ block }: { readonly block: JsonObject }): JSX.Element {
  const rows: readonly unknown[] = Array.isArray(block['rows']) ? block['rows'] : []
  const [head = [], ...body] = rows.map((row): readonly JsonObject[] =>
    Array.isArray(row) ? row.filter(isRecord) : [],
  )
  const caption = stringAt(block, 'caption')
  const settings = objectsAt(block, 'column_settings')
  const alignOf = (column: number): string => `align-${stringAt(settings[column], 'align') ?? 'left'}`
  return (
    <div class="table">
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th key={column} class={alignOf(column)}>
                <Cell cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} class={alignOf(column)}>
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ cell }: { readonly cell: JsonObject }): JSX.Element {
  return cell['type'] === 'rich_text' ? <RichText block={cell} /> : <Plain text={stringAt(cell, 'text') ?? ''} />
}
