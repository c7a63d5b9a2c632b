import type { SocketHub } from '../socket/hub.ts'
import { sendOverHttp } from './over-http.ts'
import type { Inbound, Receipt, Send, SendOptions } from './receipt.ts'

/** Where Slack sends what happens: to the bot's request URL, or down the socket the bot opened. */
export type Delivery = { readonly kind: 'socket' } | { readonly kind: 'http'; readonly url: string }

type Line = { readonly send: Send; readonly deliverTo: (delivery: Delivery) => void }

type Ends = {
  readonly hub: SocketHub
  readonly signingSecret: string
  readonly ackLimitMs: number
}

/** The line to the bot; over the socket until it is told another way. */
export function createLine({ hub, signingSecret, ackLimitMs }: Ends): Line {
  let delivery: Delivery = { kind: 'socket' }
  return {
    deliverTo: (wanted) => {
      delivery = wanted
    },
    send: (inbound: Inbound, options: SendOptions = {}): Promise<Receipt> =>
      delivery.kind === 'socket'
        ? hub.send(inbound)
        : sendOverHttp({ url: delivery.url, signingSecret, ackLimitMs }, inbound, options),
  }
}
