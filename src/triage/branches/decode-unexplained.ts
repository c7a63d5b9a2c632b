import { readOnly } from '../../domain/action.ts'
import { gpuClock } from '../../signals/gpu.ts'
import { decodeMean, interTokenMean } from '../../signals/vllm/latency.ts'
import { runningMean } from '../../signals/vllm/scheduler.ts'
import type { Conclusion } from '../node.ts'
import { fleetSentence } from '../sentences.ts'

export const decodeUnexplained: Conclusion = {
  cause: 'decode',
  title: () => 'Decode is what grew, and what I could read does not say why.',
  because: (at) => [decodeMean, interTokenMean, runningMean, gpuClock].map((signal) => fleetSentence(at, signal)),
  actions: () => ({
    now: [
      readOnly('Look at the GPUs', 'nvidia-smi -q -d CLOCK,TEMPERATURE,POWER,PERFORMANCE'),
      readOnly('Look at the CPU the engine gets: container CPU against its limit, neighbours on the node'),
    ],
    today: [],
    thisWeek: [],
    rollback: [],
  }),
}
