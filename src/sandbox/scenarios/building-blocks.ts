import { minutes } from '../../domain/time.ts'
import type { EngineSpec, StepCost } from '../fleet/engine/spec.ts'
import type { GpuSpec } from '../fleet/host/gpu.ts'
import type { InstanceSpec } from '../fleet/instance-spec.ts'
import type { ClosedLoop, OpenLoop, TokenLengths } from '../fleet/traffic/client-spec.ts'

export const MODEL = 'qwen2.5-7b'

/** The four instances of every story, as Prometheus names them. */
export const A = '10.0.1.21:8000'
export const B = '10.0.1.22:8000'
export const C = '10.0.1.23:8000'
export const D = '10.0.1.24:8000'

const L40S: GpuSpec = {
  modelName: 'NVIDIA L40S',
  smClock: 2520,
  idleClock: 210,
  powerLimit: 350,
  idlePower: 36,
  temperatureLimit: 88,
  framebufferUsed: 42_816,
  framebufferFree: 3_252,
}

/** A 7B model on such a card: 16 ms to read the weights, about 16,000 prompt tokens per second. */
const STEP_COST: StepCost = {
  base: 0.016,
  perPrefillToken: 0.000064,
  perSequence: 0.00002,
  perContextToken: 0.00000003,
}

const ENGINE: EngineSpec = {
  blockSize: 16,
  numGpuBlocks: 3584,
  maxNumSeqs: 256,
  maxNumBatchedTokens: 2048,
  maxModelLen: 16_384,
  enablePrefixCaching: true,
  admissionHeadroom: 0.015,
}

export interface FleetParts {
  readonly engine?: Partial<EngineSpec>
  readonly cost?: Partial<StepCost>
  readonly isLogStatsDisabled?: boolean
}

/** Four equal instances, with what a story needs different. */
export function fourInstances({ engine, cost, isLogStatsDisabled = false }: FleetParts = {}): readonly InstanceSpec[] {
  return [21, 22, 23, 24].map((last) => ({
    host: `10.0.1.${last}`,
    port: 8000,
    hostname: `gpu-node-${last}`,
    engine: { ...ENGINE, ...engine },
    cost: { ...STEP_COST, ...cost },
    gpu: L40S,
    frontendSeconds: 0.024,
    isLogStatsDisabled,
  }))
}

/** What every story here has in common. */
export const COMMON = {
  dialect: 'v1-0.19',
  modelName: MODEL,
  gateway: { policy: 'weighted', overheadSeconds: 0.012 },
  onsetBeforeEnd: minutes(8),
} as const

/** Requests at a rate that breathes by 8 % over half an hour. */
export function open(requestsPerSecond: number, burst = 1): OpenLoop {
  return { kind: 'open', requestsPerSecond, burst, swing: 0.08, swingPeriodSeconds: 1800 }
}

export function closed(concurrency: number, thinkSeconds = 0): ClosedLoop {
  return { kind: 'closed', concurrency, thinkSeconds }
}

export function tokens(mean: number, variation: number, max: number): TokenLengths {
  return { mean, variation, min: 8, max }
}
