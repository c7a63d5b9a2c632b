import type { JSX } from 'preact'
import type { Model } from './model.ts'

type SidebarProps = {
  readonly model: Model
  readonly channel: string
  readonly me: string
  readonly setChannel: (id: string) => void
  readonly setMe: (id: string) => void
}

export function Sidebar({ model, channel, me, setChannel, setMe }: SidebarProps): JSX.Element {
  const people = model.users.filter(({ isBot }) => !isBot)
  return (
    <nav class="sidebar" aria-label="Channels">
      <div class="workspace">
        <b>whyslow demo</b>
        <span class={model.isConnected ? 'dot dot-on' : 'dot'}>{model.isConnected ? 'live' : 'not connected'}</span>
      </div>
      <ul>
        {model.channels
          .filter(({ kind, isArchived }) => kind !== 'im' && !isArchived)
          .map(({ id, name, kind }) => (
            <li key={id}>
              <button
                type="button"
                class="channel"
                aria-current={id === channel ? 'page' : undefined}
                onClick={() => setChannel(id)}
              >
                # {name} {kind === 'private' && <span class="small">(private)</span>}
              </button>
            </li>
          ))}
      </ul>
      <label class="me">
        You are
        <select value={me} onChange={(event) => setMe(event.currentTarget.value)}>
          {people.map(({ id, realName }) => (
            <option key={id} value={id}>
              {realName}
            </option>
          ))}
        </select>
      </label>
    </nav>
  )
}
