/** `stop` and `length` as in vLLM's finished_reason; what a client or a crash ends is never counted there. */
type FinishReason = 'stop' | 'length'

export interface RequestShape {
  readonly promptTokens: number
  readonly outputTokens: number
  readonly maxTokens: number
  readonly finish: FinishReason
  /** Which shared prefix the prompt starts with, and how much of it is shared. */
  readonly prefixGroup: number
  readonly prefixTokens: number
}

type RequestStatus = 'frontend' | 'waiting' | 'running' | 'finished' | 'aborted'

/** One request inside an engine. Times are on the fleet's clock; NaN means "not yet". */
export interface EngineRequest {
  readonly id: number
  readonly shape: RequestShape
  status: RequestStatus
  /** When the API server took the request, before tokenisation. */
  readonly arrivedAt: number
  queuedAt: number
  /** First time in the running batch; a preemption does not move it (vLLM: first SCHEDULED event). */
  scheduledAt: number
  firstTokenAt: number
  lastTokenAt: number
  /** Tokens whose keys and values are in the cache. */
  computed: number
  generated: number
  /** Tokens of the step in flight that belong to this request. */
  scheduled: number
  /** Blocks of its own, and blocks that it shares with others by prefix. */
  ownBlocks: number
  sharedBlocks: number
  holdsPrefix: boolean
  /** Prompt tokens found in the prefix cache at the first admission. */
  cachedTokens: number
  /** Time its output spends in the API server after the engine, in seconds. */
  frontendAfter: number
  preemptions: number
}

export interface NewRequest {
  readonly id: number
  readonly shape: RequestShape
  readonly arrivedAt: number
}

export function createRequest({ id, shape, arrivedAt }: NewRequest): EngineRequest {
  return {
    id,
    shape,
    arrivedAt,
    status: 'frontend',
    queuedAt: NaN,
    scheduledAt: NaN,
    firstTokenAt: NaN,
    lastTokenAt: NaN,
    computed: 0,
    generated: 0,
    scheduled: 0,
    ownBlocks: 0,
    sharedBlocks: 0,
    holdsPrefix: false,
    cachedTokens: 0,
    frontendAfter: 0,
    preemptions: 0,
  }
}

/** Tokens whose keys and values a next token needs: the prompt and what was generated. */
export function totalTokens(request: EngineRequest): number {
  return request.shape.promptTokens + request.generated
}

/** One token short of complete and already generating: this is the steady state of decoding. */
export function isDecoding(request: EngineRequest): boolean {
  return request.generated > 0 && request.computed === totalTokens(request) - 1
}
