/** What a vLLM engine was started with. Lengths are in tokens, the pool in blocks. */
export interface EngineSpec {
  readonly blockSize: number
  readonly numGpuBlocks: number
  readonly maxNumSeqs: number
  readonly maxNumBatchedTokens: number
  readonly maxModelLen: number
  readonly enablePrefixCaching: boolean
  /** Share of the pool that an admission must leave free; 0 admits until the last block, as early V1 does. */
  readonly admissionHeadroom: number
}

/** What one engine step costs at full clock, in seconds. */
export interface StepCost {
  readonly base: number
  readonly perPrefillToken: number
  readonly perSequence: number
  readonly perContextToken: number
}

export interface StepLoad {
  readonly prefillTokens: number
  readonly decoders: number
  /** Tokens of KV cache that the decoding sequences read. */
  readonly contextTokens: number
}

/** Length of one step in seconds; `clock` is the present clock over the full one. */
export function stepSeconds(cost: StepCost, load: StepLoad, clock: number): number {
  const atFullClock =
    cost.base +
    cost.perPrefillToken * load.prefillTokens +
    cost.perSequence * load.decoders +
    cost.perContextToken * load.contextTokens
  return atFullClock / clock
}
