import type { EngineRequest, RequestShape } from '../engine/request.ts'
import type { ClientSpec } from './client-spec.ts'

/** One HTTP call from a client through the gateway to an instance. Times are on the fleet's clock. */
export interface Call {
  readonly id: number
  readonly client: ClientSpec
  readonly shape: RequestShape
  readonly isStreaming: boolean
  readonly session: number
  readonly clientPort: number
  readonly sentAt: number
  /** Answered, refused or given up: nothing more may happen to it. */
  isOver: boolean
  /** The instances tried, in order, with the moment each was tried; the last one may have answered. */
  readonly tries: Try[]
  request: EngineRequest | undefined
  /** Told once, with the HTTP status as the gateway logs it (499: the client hung up). */
  readonly onEnd: (status: number, at: number) => void
}

interface Try {
  readonly upstream: string
  readonly at: number
  readonly isRefused: boolean
}
