import type { Block } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import type { TriageResult } from '../report/triage-result.ts'
import { grafanaLink, prometheusLink } from './render-links.ts'
import { EN } from './strings/en.ts'

/** What pressing a button of a card does; its value names the incident. */
export const CARD_DEEDS = ['run_again', 'acknowledge', 'evidence', 'useful', 'wrong'] as const
export type CardDeed = (typeof CARD_DEEDS)[number]

/** Opens a dialog; its value names the incident. */
export const SILENCE = 'silence'
/** Its value names the silence. */
export const UNDO_SILENCE = 'undo_silence'

/** By these names the blocks of a card are known when it is dressed anew. */
export const CARD_BUTTONS = 'card_buttons'

/** What the card of a cluster can offer beside what whyslow does by itself. */
export interface Controls {
  /** Whether there is an Alertmanager to make silences in. */
  readonly canSilence: boolean
  readonly links: { readonly prometheus?: string; readonly grafana?: string }
}

type Button = Readonly<Record<string, unknown>>

/** The buttons of a card that says a conclusion. */
export function concludedButtons(
  incidentId: string,
  result: TriageResult,
  { canSilence, links, speak }: Controls & { readonly speak: Speak },
): readonly Block[] {
  const prometheus = links.prometheus === undefined ? undefined : prometheusLink(links.prometheus, result)
  const grafana = links.grafana === undefined ? undefined : grafanaLink(links.grafana, result)
  return [
    buttons(CARD_BUTTONS, [
      press('run_again', incidentId, speak),
      press('acknowledge', incidentId, speak),
      ...(canSilence ? [button(SILENCE, speak(EN.buttons.silence), { value: incidentId })] : []),
      press('evidence', incidentId, speak),
      ...(prometheus === undefined
        ? []
        : [button('open_prometheus', speak(EN.buttons.prometheus), { url: prometheus })]),
      ...(grafana === undefined ? [] : [button('open_grafana', speak(EN.buttons.grafana), { url: grafana })]),
      press('useful', incidentId, speak),
      press('wrong', incidentId, speak),
    ]),
  ]
}

/** When it is over nobody has to take it on, and nothing has to be silenced. */
export function resolvedButtons(incidentId: string, speak: Speak): readonly Block[] {
  const deeds = ['run_again', 'evidence', 'useful', 'wrong'] as const
  return [
    buttons(
      CARD_BUTTONS,
      deeds.map((deed) => press(deed, incidentId, speak)),
    ),
  ]
}

export function undoButton(silenceId: string, speak: Speak): Block {
  return buttons('silence_buttons', [button(UNDO_SILENCE, speak(EN.buttons.undo), { value: silenceId })])
}

function press(deed: CardDeed, incidentId: string, speak: Speak): Button {
  return button(deed, speak(EN.buttons[deed]), { value: incidentId })
}

function button(actionId: string, title: string, more: Readonly<Record<string, string>>): Button {
  return { type: 'button', action_id: actionId, text: { type: 'plain_text', text: title }, ...more }
}

function buttons(blockId: string, elements: readonly Button[]): Block {
  return { type: 'actions', block_id: blockId, elements }
}
