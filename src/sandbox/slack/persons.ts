import { createEvents } from './inbound/event.ts'
import type { Events } from './inbound/event.ts'
import { interactionBase, personOf } from './inbound/payload.ts'
import { press } from './inbound/press.ts'
import type { Press, PressResult } from './inbound/press.ts'
import { pressInView } from './inbound/press-in-view.ts'
import type { PressInView } from './inbound/press-in-view.ts'
import type { Receipt, Send, SendOptions } from './inbound/receipt.ts'
import { say } from './inbound/say.ts'
import type { SayResult, Saying } from './inbound/say.ts'
import { runShortcut } from './inbound/shortcut.ts'
import type { Shortcut } from './inbound/shortcut.ts'
import { sendSlashCommand } from './inbound/slash-command.ts'
import type { CommandResult, SlashCommand } from './inbound/slash-command.ts'
import { closeView, submitView } from './inbound/submit.ts'
import type { Submission, SubmitResult } from './inbound/submit.ts'
import type { JsonObject } from './json.ts'
import { secret } from './ids.ts'
import { SEED } from './workspace/seed.ts'
import type { World } from './workspace/world.ts'

/** What people in the workspace do; each tells the bot as Slack would and resolves when it has acknowledged or not. */
export type Persons = Events & {
  readonly sendSlashCommand: (command: SlashCommand) => Promise<CommandResult>
  readonly say: (saying: Saying) => Promise<SayResult>
  /** Presses a button, or picks from a menu, that really is in the message. */
  readonly press: (press: Press) => Promise<PressResult>
  readonly pressInView: (press: PressInView) => Promise<Receipt>
  readonly runShortcut: (shortcut: Shortcut) => Promise<PressResult>
  readonly submitView: (submission: Submission) => Promise<SubmitResult>
  readonly closeView: (viewId: string) => Promise<Receipt | undefined>
  /** Any interaction, also one that Slack itself would never send. */
  readonly sendInteraction: (payload: JsonObject, options?: SendOptions) => Promise<Receipt>
  /** Slack's question when a request URL is entered: true when the bot gave the challenge back. */
  readonly verifyUrl: () => Promise<boolean>
}

type Ends = {
  readonly world: World
  readonly send: Send
  readonly origin: string
  readonly retryDelaysMs: readonly number[]
}

export function persons(ends: Ends): Persons {
  const { world, send } = ends
  const events = createEvents(ends)
  return {
    ...events,
    sendSlashCommand: (command) => sendSlashCommand(ends, command),
    say: (saying) => say({ world, events }, saying),
    press: (asked) => press(ends, asked),
    pressInView: (asked) => pressInView(ends, asked),
    runShortcut: (shortcut) => runShortcut(ends, shortcut),
    submitView: (submission) => submitView(ends, submission),
    closeView: (viewId) => closeView(ends, viewId),
    sendInteraction: async (payload, options) => {
      const base = interactionBase(world, personOf(world, SEED.alice))
      return send({ kind: 'interactive', payload: { ...base, ...payload } }, options)
    },
    verifyUrl: async () => {
      const challenge = secret(16)
      const token = world.identity.verificationToken
      const payload = { type: 'url_verification', token, challenge }
      const receipt = await send({ kind: 'events_api', payload })
      return receipt.status === 'acked' && isAnswer(receipt.body, challenge)
    },
  }
}

/** The challenge comes back bare or as a field. */
function isAnswer(body: unknown, challenge: string): boolean {
  return body === challenge || JSON.stringify(body)?.includes(`"challenge":"${challenge}"`)
}
