import { randomBytes } from 'node:crypto'

/** Who the bot is in this workspace, and the secrets it proves it with. */
export type Identity = {
  readonly teamId: string
  readonly teamDomain: string
  readonly appId: string
  readonly botId: string
  readonly botUserId: string
  readonly botName: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly verificationToken: string
}

/** A new identity: the ids are the same each time so that tests can name them, the secrets never are. */
export function createIdentity(): Identity {
  return {
    teamId: 'T0SANDBOX1',
    teamDomain: 'sandbox',
    appId: 'A0WHYSLOW1',
    botId: 'B0WHYSLOW1',
    botUserId: 'U0WHYSLOW1',
    botName: 'whyslow',
    botToken: `xoxb-sandbox-${secret(12)}`,
    appToken: `xapp-sandbox-${secret(12)}`,
    signingSecret: secret(16),
    verificationToken: secret(12),
  }
}

export function secret(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** Ids of one kind, as `F0000000001`: a letter and a counter. */
export function createIds(letter: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${letter}${count.toString(36).toUpperCase().padStart(10, '0')}`
  }
}
