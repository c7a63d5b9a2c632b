import type { Receipt } from '../inbound/receipt.ts'
import { isRecord, parseJson, stringAt } from '../json.ts'

/** The acknowledgements that are still awaited. */
type Acks = {
  readonly expect: (envelopeId: string) => Promise<Receipt>
  /** Takes a frame from a client; what is not an acknowledgement is ignored, as Slack does. */
  readonly receive: (frame: string) => void
  readonly abandon: () => void
}

type Waiting = { readonly settle: (receipt: Receipt) => void; readonly startedAt: number }

export function createAcks(limitMs: number): Acks {
  const waiting = new Map<string, Waiting>()

  function settle(envelopeId: string, outcome: (tookMs: number) => Receipt): void {
    const awaited = waiting.get(envelopeId)
    waiting.delete(envelopeId)
    awaited?.settle(outcome(performance.now() - awaited.startedAt))
  }

  return {
    expect: (envelopeId) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          settle(envelopeId, (tookMs) => ({ status: 'operation_timeout', tookMs }))
        }, limitMs)
        waiting.set(envelopeId, {
          startedAt: performance.now(),
          settle: (receipt) => {
            clearTimeout(timer)
            resolve(receipt)
          },
        })
      }),
    receive: (frame) => {
      const message = parseJson(frame)?.value
      const payload = isRecord(message) ? message['payload'] : undefined
      const isEmpty = isRecord(payload) && Object.keys(payload).length === 0
      settle(stringAt(message, 'envelope_id') ?? '', (tookMs) => ({
        status: 'acked',
        tookMs,
        body: isEmpty ? undefined : payload,
      }))
    },
    abandon: () => {
      for (const envelopeId of waiting.keys()) {
        settle(envelopeId, (tookMs) => ({ status: 'unreachable', tookMs, reason: 'the sandbox was closed' }))
      }
    },
  }
}
