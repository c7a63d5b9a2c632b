import { FAILURE_PATTERNS } from './parse-failure.ts'

/** Lines that hold a client's words or tokens; no line that is read here holds one of these. */
export const OF_CLIENTS = 'Received request |Generated response |prompt_token_ids'

/** What is read beside failures: stats, starts, preemptions, and errors of the engine by their level or their class. */
const OTHERS = [
  'Avg prompt throughput: ',
  'Started server ',
  '[Aa]pplication startup',
  'Initializing a V[0-9] LLM engine',
  'API server version ',
  'disabling stats logging',
  'Starting to load model ',
  '(?:Loading (?:model )?weights|Model loading) took',
  'torch\\.compile|Dynamo bytecode |Graph capturing ',
  'JIT compilation during ',
  'new LoRA ',
  'not fully optimized yet|Using default MoE config|Enforce eager set',
  'Aborted request|Request \\S+ aborted',
  'total_num_cumulative_preemption=',
  'EngineDeadError',
  'Background loop has errored already',
  '(?:ERROR|CRITICAL) [0-9]{2}-[0-9]{2} ',
  'pid=[0-9]+\\) (?:\\w+\\.){0,6}\\w+(?:Error|Exception)(?::|$)',
] as const

/**
 * A pattern in RE2's syntax, for a store that searches lines with all their layers around them: what a line reader reads,
 * and little else.
 */
export const WORTH_READING = [...OTHERS, ...FAILURE_PATTERNS.map(unanchored)].join('|')

function unanchored({ source, ignoreCase }: RegExp): string {
  const inner = source.replace(/^\^/u, '')
  return ignoreCase ? `(?i:${inner})` : inner
}
