import type { WebClient } from '@slack/web-api'
import type { SlackMessage } from '../domain/post.ts'
import type { Logger } from '../lib/logger.ts'
import type { Command } from './command.ts'
import type { SeenEvents } from './seen-events.ts'

/** What the bot does when it is spoken to. */
export interface SlackHandlers {
  onCommand(asked: {
    readonly command: Command
    readonly channel: string
    readonly user: string
  }): Promise<SlackMessage>
  /** In a thread: by name, or by the shortcut of one of its messages. */
  onThread(asked: {
    readonly command: Command
    readonly channel: string
    readonly user: string
    readonly threadTs: string
  }): Promise<SlackMessage>
  onRunAgain(asked: { readonly incidentId: string; readonly user: string }): Promise<void>
}

export interface Ends {
  readonly client: WebClient
  readonly log: Logger
  readonly handlers: SlackHandlers
  /** What Slack sends a second time has the same name, and is not worked off again. */
  readonly seen: SeenEvents
}
