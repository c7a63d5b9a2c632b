import type { JSX } from 'preact'
import { stringAt } from '../../../slack/json.ts'
import type { JsonObject } from '../../../slack/json.ts'
import { TextObject } from './text.tsx'
import { safeUrl } from './safe-url.ts'

/** A picture that the workspace holds. One from elsewhere is only named: this page asks nobody but its own server. */
export function Picture({ of }: { readonly of: JsonObject }): JSX.Element {
  const alt = stringAt(of, 'alt_text') ?? ''
  const id = stringAt(of['slack_file'], 'id')
  const url = stringAt(of, 'image_url') ?? stringAt(of['slack_file'], 'url') ?? ''
  return (
    <figure class="picture">
      {of['title'] !== undefined && (
        <figcaption class="small muted">
          <TextObject of={of['title']} />
        </figcaption>
      )}
      {id === undefined ? <Elsewhere url={url} alt={alt} /> : <Held id={id} alt={alt} />}
    </figure>
  )
}

/** A file of the workspace; a press opens it in its full size. */
export function Held({ id, alt }: { readonly id: string; readonly alt: string }): JSX.Element {
  const url = `/files/${encodeURIComponent(id)}`
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      <img src={url} alt={alt} />
    </a>
  )
}

function Elsewhere({ url, alt }: { readonly url: string; readonly alt: string }): JSX.Element {
  const href = safeUrl(url)
  const host = href === undefined ? 'no web address' : new URL(href).host
  return (
    <span class="elsewhere small muted">
      {alt || 'picture'} ({host}; pictures from elsewhere are not loaded here)
    </span>
  )
}
