// What the page's server sends its front end. Times in `ts` are Slack's names of messages: text, never numbers.

export type PageUser = {
  readonly id: string
  readonly name: string
  readonly realName: string
  readonly isBot: boolean
}

export type PageChannel = {
  readonly id: string
  readonly name: string
  readonly kind: 'public' | 'private' | 'im'
  readonly isArchived: boolean
  readonly hasBot: boolean
}

export type PageFile = {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly altText?: string
  readonly mimetype: string
  readonly bytes: number
}

export type PageMessage = {
  readonly channel: string
  readonly ts: string
  readonly threadTs?: string
  readonly user: string
  /** Who alone sees it; absent where the whole channel does. */
  readonly onlyFor?: string
  readonly text: string
  /** As the bot sent them: not to be trusted. */
  readonly blocks: readonly unknown[]
  readonly attachments: readonly unknown[]
  readonly files: readonly PageFile[]
  readonly reactions: readonly { readonly name: string; readonly users: readonly string[] }[]
  readonly isEdited: boolean
  readonly isDeleted: boolean
  readonly isBroadcast: boolean
}

export type PageView = { readonly id: string; readonly user: string; readonly view: Readonly<Record<string, unknown>> }

/** A slash command or a message shortcut, as the app's manifest names it. */
export type PageCommand = { readonly command: string; readonly hint: string }
export type PageShortcut = { readonly callbackId: string; readonly name: string }

/** What surrounds the workspace, if anything does: in the demo the fleet and its incident. */
export type PageStage = {
  readonly title: string
  /** What is going on, the newest last. */
  readonly events: readonly { readonly at: number; readonly text: string }[]
  /** Unix seconds as they are in the simulation, and how many of its seconds pass in one. */
  readonly clock: { readonly now: number; readonly speed: number }
  readonly speeds: readonly number[]
  readonly scenario: string
  readonly scenarios: readonly { readonly id: string; readonly title: string }[]
  readonly fixes: readonly { readonly index: number; readonly text: string; readonly isDone: boolean }[]
  readonly alerts: readonly { readonly name: string; readonly state: 'inactive' | 'pending' | 'firing' | 'resolved' }[]
  readonly instances: readonly PageInstance[]
}

export type PageInstance = {
  readonly instance: string
  readonly isUp: boolean
  readonly running: number
  readonly waiting: number
  /** Of the KV cache, 0 to 1. */
  readonly kvCache: number
}

export type PageEvent =
  | {
      readonly kind: 'hello'
      readonly bot: string
      readonly users: readonly PageUser[]
      readonly commands: readonly PageCommand[]
      readonly shortcuts: readonly PageShortcut[]
    }
  | { readonly kind: 'channels'; readonly channels: readonly PageChannel[] }
  | { readonly kind: 'messages'; readonly messages: readonly PageMessage[] }
  | { readonly kind: 'views'; readonly views: readonly PageView[] }
  | { readonly kind: 'stage'; readonly stage: PageStage }

/** What became of something a person did: nothing to say, a line to show, or what is wrong in a form, by block id. */
export type PageAnswer = {
  readonly ok: boolean
  readonly problem?: string
  readonly errors?: Readonly<Record<string, string>>
}
