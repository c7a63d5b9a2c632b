import type {
  PageChannel,
  PageCommand,
  PageEvent,
  PageMessage,
  PageShortcut,
  PageStage,
  PageUser,
  PageView,
} from '../wire.ts'

/** All that the page knows; each event makes a new one. */
export type Model = {
  readonly isConnected: boolean
  readonly bot: string
  readonly users: readonly PageUser[]
  readonly commands: readonly PageCommand[]
  readonly shortcuts: readonly PageShortcut[]
  readonly channels: readonly PageChannel[]
  /** By channel and then by `ts`, in the order of their first arrival. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, PageMessage>>
  readonly views: readonly PageView[]
  readonly stage?: PageStage
  /** When the stage's clock was told, by this machine's. */
  readonly stageToldAt: number
}

export const EMPTY: Model = {
  isConnected: false,
  bot: '',
  users: [],
  commands: [],
  shortcuts: [],
  channels: [],
  messages: new Map(),
  views: [],
  stageToldAt: 0,
}

export function update(model: Model, event: PageEvent, now: number): Model {
  switch (event.kind) {
    case 'hello': {
      const { bot, users, commands, shortcuts } = event
      return { ...EMPTY, isConnected: true, bot, users, commands, shortcuts }
    }
    case 'channels':
      return { ...model, channels: event.channels }
    case 'messages':
      return { ...model, messages: withMessages(model.messages, event.messages) }
    case 'views':
      return { ...model, views: event.views }
    case 'stage':
      return { ...model, stage: event.stage, stageToldAt: now }
    default:
      return event satisfies never
  }
}

function withMessages(all: Model['messages'], changed: readonly PageMessage[]): Model['messages'] {
  const next = new Map(all)
  for (const message of changed) {
    next.set(message.channel, new Map(next.get(message.channel)).set(message.ts, message))
  }
  return next
}

export type ThreadTop = { readonly message: PageMessage; readonly replies: readonly PageMessage[] }

/** The channel as one person sees it: top messages with their replies; a deleted one stays only for its replies. */
export function topsOf(model: Model, channel: string, me: string): readonly ThreadTop[] {
  const seen = [...(model.messages.get(channel)?.values() ?? [])].filter(
    ({ onlyFor }) => onlyFor === undefined || onlyFor === me,
  )
  return seen
    .filter(isTop)
    .map((message) => ({ message, replies: seen.filter((reply) => isReplyTo(reply, message.ts)) }))
    .filter(({ message, replies }) => !message.isDeleted || replies.length > 0)
}

function isTop({ ts, threadTs, isBroadcast, onlyFor }: PageMessage): boolean {
  return threadTs === undefined || threadTs === ts || isBroadcast || (onlyFor !== undefined && threadTs === undefined)
}

function isReplyTo({ ts, threadTs, isDeleted }: PageMessage, parent: string): boolean {
  return threadTs === parent && ts !== parent && !isDeleted
}

/** The simulated time, or this machine's where nothing is simulated; Unix seconds. */
export function nowOf({ stage, stageToldAt }: Model, machineNow: number): number {
  return stage === undefined ? machineNow : stage.clock.now + (machineNow - stageToldAt) * stage.clock.speed
}
