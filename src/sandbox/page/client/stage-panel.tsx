import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { PageInstance, PageStage } from '../wire.ts'
import { tell } from './connection.ts'
import { dateText } from './blocks/date-text.ts'

type StagePanelProps = { readonly stage: PageStage; readonly now: number }

/** The simulated fleet: how it does, what happens, and what a person may do to it. */
export function StagePanel({ stage, now }: StagePanelProps): JSX.Element {
  const [problem, setProblem] = useState<string>()
  const act = async (action: Readonly<Record<string, unknown>>): Promise<void> => {
    setProblem((await tell({ do: 'stage', action })).problem)
  }
  const { clock, speeds, scenario, scenarios, fixes, alerts, instances, events } = stage
  const canBeMended = fixes.length > 0 && instances.length > 0
  return (
    <section class="stage" aria-label="Simulated fleet">
      <h2>Simulated fleet</h2>
      <p class="small stage-clock">
        <time>{dateText('{time_secs}', now, now)}</time>
        <label>
          {' at '}
          <select
            aria-label="Speed"
            value={String(clock.speed)}
            onChange={(event) => void act({ kind: 'speed', speed: Number(event.currentTarget.value) })}
          >
            {speeds.map((speed) => (
              <option key={speed} value={String(speed)}>
                {speed === 1 ? 'real speed' : `${speed}×`}
              </option>
            ))}
          </select>
        </label>
      </p>
      {instances.length > 0 && <Instances instances={instances} />}
      {alerts.map(({ name, state }) => (
        <p key={name} class="small">
          <span class={`alert-state alert-state-${state}`}>{state}</span> {name}
        </p>
      ))}
      <label class="small">
        Incident
        <select
          aria-label="Incident"
          value={scenario}
          onChange={(event) => void act({ kind: 'start', scenario: event.currentTarget.value })}
        >
          {scenarios.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {canBeMended && <h3>Mend it</h3>}
      {fixes.map(({ index, text, isDone }) => (
        <button
          key={index}
          type="button"
          class="fix"
          disabled={isDone || !canBeMended}
          onClick={() => void act({ kind: 'fix', index })}
        >
          {isDone && '✓ '}
          {text}
        </button>
      ))}
      {problem !== undefined && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <ol class="events small" aria-label="What happens">
        {events.toReversed().map(({ at, text }, index) => (
          <li key={events.length - index}>
            <time>{dateText('{time}', at, now)}</time> {text}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Instances({ instances }: { readonly instances: readonly PageInstance[] }): JSX.Element {
  return (
    <table class="instances small">
      <thead>
        <tr>
          <th>instance</th>
          <th title="requests that run">run</th>
          <th title="requests that wait">wait</th>
          <th title="KV cache in use">KV</th>
        </tr>
      </thead>
      <tbody>
        {instances.map(({ instance, isUp, running, waiting, kvCache }) => (
          <tr key={instance}>
            <td>{instance}</td>
            {isUp ? (
              <>
                <td>{running}</td>
                <td class={waiting > 0 ? 'hot' : ''}>{waiting}</td>
                <td>
                  <meter min={0} max={1} high={0.9} value={kvCache} title={`${Math.round(kvCache * 100)} %`} />
                </td>
              </>
            ) : (
              <td colSpan={3} class="hot">
                down
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
