/** Where the demo's alert fires and is silenced. */
export interface DemoAlertmanager {
  /** For the bot, by whose clock all its times are. */
  readonly url: string
  /** The alert has changed. */
  readonly onAlert: () => Promise<void>
  readonly isSilenced: () => Promise<boolean>
  readonly close: () => Promise<void>
}
