import type { WebClient } from '@slack/web-api'
import type { SlackMessage } from '../domain/post.ts'
import type { SilenceDraft } from '../domain/silence.ts'
import type { Speak } from '../domain/text.ts'
import type { Logger } from '../lib/logger.ts'
import type { Command } from './command.ts'
import type { CardDeed, UNDO_SILENCE } from './render-buttons.ts'
import type { Preview, SILENCE_FIELDS } from './render-silence-dialog.ts'
import type { SeenEvents } from './seen-events.ts'

/** A person as what they did tells of them. */
export interface Person {
  readonly id: string
  /** As they are called in Slack; their id where Slack does not say. */
  readonly name: string
}

/** A button that was pressed. */
export interface Press {
  readonly deed: CardDeed | typeof UNDO_SILENCE
  /** What the button's value names: an incident, or a silence. */
  readonly subject: string
  readonly person: Person
  readonly channel: string
  readonly threadTs: string
}

/** What becomes of a dialog that was sent: `line` is said at its field. */
export type Made =
  | { readonly kind: 'made' }
  | { readonly kind: 'refused'; readonly field: keyof typeof SILENCE_FIELDS; readonly line: string }

export interface SilenceHandlers {
  /** What is offered to be silenced, or in one line why not. */
  draft(asked: {
    readonly incidentId: string
    readonly person: Person
  }): Promise<
    { readonly kind: 'draft'; readonly draft: SilenceDraft } | { readonly kind: 'refused'; readonly line: string }
  >
  /** Never rejects. */
  preview(draft: SilenceDraft): Promise<Preview>
  /** Never rejects. */
  make(asked: { readonly draft: SilenceDraft; readonly person: Person }): Promise<Made>
}

/** What the bot does when it is spoken to. */
export interface SlackHandlers {
  onCommand(asked: {
    readonly command: Command
    readonly channel: string
    readonly person: Person
  }): Promise<SlackMessage>
  /** In a thread: by name, or by the shortcut of one of its messages. */
  onThread(asked: {
    readonly command: Command
    readonly channel: string
    readonly person: Person
    readonly threadTs: string
  }): Promise<SlackMessage>
  /** Resolves to what the person is told, where the card does not tell it. */
  onPress(press: Press): Promise<string | undefined>
  readonly silences: SilenceHandlers
}

export interface Ends {
  readonly client: WebClient
  readonly log: Logger
  readonly handlers: SlackHandlers
  /** The voice of a channel, by its id. */
  readonly voiceOf: (channel: string) => Speak
  /** What Slack sends a second time has the same name, and is not worked off again. */
  readonly seen: SeenEvents
}
