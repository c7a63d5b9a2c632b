import { createEngine } from '../../../../src/sandbox/fleet/engine/engine.ts'
import type { Engine } from '../../../../src/sandbox/fleet/engine/engine.ts'
import { createRequest } from '../../../../src/sandbox/fleet/engine/request.ts'
import type { EngineRequest, RequestShape } from '../../../../src/sandbox/fleet/engine/request.ts'
import { completeStep, enqueue, nextEngineEvent, settle } from '../../../../src/sandbox/fleet/engine/run-engine.ts'
import type { EngineSpec, StepCost } from '../../../../src/sandbox/fleet/engine/spec.ts'
import { WIDE_BUCKETS } from '../../../../src/sandbox/fleet/dialects/bucket-edges.ts'

const SPEC: EngineSpec = {
  blockSize: 16,
  numGpuBlocks: 400,
  maxNumSeqs: 8,
  maxNumBatchedTokens: 256,
  maxModelLen: 4096,
  enablePrefixCaching: true,
  admissionHeadroom: 0,
}

export const COST: StepCost = { base: 0.01, perPrefillToken: 0.0001, perSequence: 0.0005, perContextToken: 0.000001 }

/** An engine without a server around it, and what came out of it. */
export interface LoneEngine {
  readonly engine: Engine
  readonly firsts: { readonly id: number; readonly at: number }[]
  readonly finished: { readonly id: number; readonly at: number }[]
  readonly send: (shape: Partial<RequestShape>, at: number) => EngineRequest
  /** Runs until then, looking at the state after every step. */
  readonly runUntil: (at: number, look?: () => void) => void
}

export function loneEngine(spec: Partial<EngineSpec> = {}, cost: Partial<StepCost> = {}): LoneEngine {
  const firsts: { id: number; at: number }[] = []
  const finished: { id: number; at: number }[] = []
  const engine = createEngine({
    spec: { ...SPEC, ...spec },
    cost: { ...COST, ...cost },
    buckets: WIDE_BUCKETS,
    output: {
      firstToken: ({ id }, at) => firsts.push({ id, at }),
      finished: ({ id }, at) => finished.push({ id, at }),
    },
  })
  let ids = 0
  function send(shape: Partial<RequestShape>, at: number): EngineRequest {
    runUntil(at)
    const whole: RequestShape = {
      promptTokens: 100,
      outputTokens: 10,
      maxTokens: 1000,
      finish: 'stop',
      prefixGroup: 0,
      prefixTokens: 0,
      ...shape,
    }
    const request = createRequest({ id: ids++, shape: whole, arrivedAt: at })
    enqueue(engine, request, at)
    return request
  }
  function runUntil(at: number, look: () => void = () => undefined): void {
    while (nextEngineEvent(engine) <= at) {
      completeStep(engine)
      look()
    }
    settle(engine, at)
    look()
  }
  return { engine, firsts, finished, send, runUntil }
}
