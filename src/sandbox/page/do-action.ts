import { z } from 'zod'
import type { Choice } from '../slack/inbound/element.ts'
import type { Receipt } from '../slack/inbound/receipt.ts'
import { SandboxError } from '../slack/sandbox-error.ts'
import type { LocalSlack } from '../slack/start-local-slack.ts'
import { stageAction } from './stage.ts'
import type { Stage } from './stage.ts'
import { typedText } from './typed-text.ts'
import type { PageAnswer, PageCommand } from './wire.ts'

const choice = z.union([z.string(), z.array(z.string())])
const place = { channel: z.string(), ts: z.string() }

const action = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('say'),
    user: z.string(),
    channel: z.string(),
    threadTs: z.string().optional(),
    text: z.string(),
  }),
  z.object({
    do: z.literal('press'),
    user: z.string(),
    on: z.union([z.object(place), z.object({ viewId: z.string() })]),
    actionId: z.string(),
    blockId: z.string(),
    choose: choice.optional(),
    values: z.record(z.string(), choice).optional(),
  }),
  z.object({ do: z.literal('shortcut'), user: z.string(), callbackId: z.string(), ...place }),
  z.object({ do: z.literal('submit'), viewId: z.string(), values: z.record(z.string(), choice) }),
  z.object({ do: z.literal('close'), viewId: z.string() }),
  z.object({ do: z.literal('stage'), action: stageAction }),
])
type Action = z.infer<typeof action>

type Ends = { readonly slack: LocalSlack; readonly stage?: Stage; readonly commands: readonly PageCommand[] }

/** Longest message a person may send (docs.slack.dev, chat.postMessage, truncating content). */
const LONGEST_TEXT = 12_000

/** Does what a person did on the page. A mistake of theirs is a line to show, never a failure. */
export async function doAction(ends: Ends, body: unknown): Promise<PageAnswer> {
  const parsed = action.safeParse(body)
  if (!parsed.success) return refused('this page sent something that its server does not know; load it again')
  try {
    return await perform(ends, parsed.data)
  } catch (error) {
    if (error instanceof SandboxError) return refused(error.message)
    throw error
  }
}

async function perform(ends: Ends, asked: Action): Promise<PageAnswer> {
  const { slack, stage } = ends
  switch (asked.do) {
    case 'say':
      return say(ends, asked)
    case 'press': {
      const { on, values, choose, ...rest } = asked
      const press = { ...rest, ...(choose !== undefined && { choose }) }
      if (!('viewId' in on)) return afterReceipt((await slack.press({ ...press, ...on })).receipt)
      return afterReceipt(await slack.pressInView({ ...press, viewId: on.viewId, values: values ?? {} }))
    }
    case 'shortcut': {
      const { user, callbackId, channel, ts } = asked
      return afterReceipt((await slack.runShortcut({ user, callbackId, on: { channel, ts } })).receipt)
    }
    case 'submit':
      return submit(slack, asked)
    case 'close':
      await slack.closeView(asked.viewId)
      return DONE
    case 'stage': {
      const problem = stage?.act(asked.action)
      return problem === undefined ? DONE : refused(problem)
    }
    default:
      return asked satisfies never
  }
}

const DONE: PageAnswer = { ok: true }

function refused(problem: string): PageAnswer {
  return { ok: false, problem }
}

async function say({ slack, commands }: Ends, asked: Action & { readonly do: 'say' }): Promise<PageAnswer> {
  const { user, channel, threadTs, text } = asked
  if (text.trim() === '') return DONE
  if (text.length > LONGEST_TEXT) return refused(`a message has at most ${LONGEST_TEXT} characters`)
  const typed = typedText(text, slack.users())
  if (typed.kind === 'command') {
    const { command } = typed
    if (!commands.some((known) => known.command === command)) return refused(`${command} is not a command here`)
    if (threadTs !== undefined) return refused(`${command} does not work in threads, in Slack neither: mention the bot`)
    return afterReceipt((await slack.sendSlashCommand({ command, text: typed.text, channel, user })).receipt)
  }
  // The message is there at once; that the bot heard of it may take retries, which nobody waits for.
  const saying = { text: typed.text, channel, user, ...(threadTs !== undefined && { threadTs }) }
  slack.say(saying).catch(() => undefined)
  return DONE
}

function afterReceipt(receipt: Receipt): PageAnswer {
  switch (receipt.status) {
    case 'acked':
      return DONE
    case 'operation_timeout':
      return refused('the bot did not answer within three seconds (operation_timeout)')
    case 'refused':
      return refused(`the bot refused it with HTTP ${receipt.httpStatus}`)
    case 'unreachable':
      return refused('the bot is not connected (dispatch_failed)')
    default:
      return receipt satisfies never
  }
}

type Filled = { readonly viewId: string; readonly values: Readonly<Record<string, Choice>> }

async function submit(slack: LocalSlack, { viewId, values }: Filled): Promise<PageAnswer> {
  const { outcome, receipt } = await slack.submitView({ viewId, values })
  switch (outcome.kind) {
    case 'closed':
    case 'updated':
      return DONE
    case 'unanswered':
      return afterReceipt(receipt)
    case 'errors': {
      const entries = Object.entries(outcome.errors).map(([blockId, error]) => [blockId, String(error)] as const)
      return { ok: false, errors: Object.fromEntries(entries) }
    }
    case 'invalid':
      return refused(`We had some trouble connecting: ${outcome.reasons.join('; ')}`)
    default:
      return outcome satisfies never
  }
}
