import type { Failure } from './failure.ts'
import { isError } from './is-error.ts'
import type { LogLine } from './line.ts'
import { isOfClients } from './of-clients.ts'
import { isApiServer } from './origin.ts'
import { parseFailure } from './parse-failure.ts'
import { type Stats, parseStats } from './parse-stats.ts'

export type StartPhase = 'loading' | 'compiling'

export type SlowSetting = (typeof SLOW_SETTINGS)[number]
export const SLOW_SETTINGS = ['slow_kernel', 'eager_mode'] as const

/** What a line says that anybody reads here. All else, and every text of a client, is dropped at once. */
export type Message =
  | { readonly kind: 'stats'; readonly stats: Stats }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** An API server's word that its engine is dead: it follows from the cause and never is it. */
  | { readonly kind: 'symptom' }
  /** An error of another kind, by the class of its exception where the line begins with one. */
  | { readonly kind: 'error'; readonly exception?: string }
  /** It starts; a server begins with its version, once. */
  | { readonly kind: 'starting'; readonly isBeginning: boolean; readonly setting?: SlowSetting }
  | { readonly kind: 'serving' }
  /** What of a start goes on: weights are read, or graphs compiled; or the one that did is over. */
  | { readonly kind: 'phase'; readonly phase: StartPhase | undefined }
  | { readonly kind: 'stats_disabled' }
  /** A kernel was compiled when it was first used; requests waited for it. */
  | { readonly kind: 'kernel_compiled' }
  /** An adapter was loaded while it serves; its name is not kept. */
  | { readonly kind: 'adapter_loaded' }
  /** A request whose client left, or that the server gave up. */
  | { readonly kind: 'aborted' }
  /** What it was started with and what makes every step slow. */
  | { readonly kind: 'slow_setting'; readonly setting: SlowSetting }
  /** Requests that V0 has evicted since it started; it says so of the 1st, the 51st, and so on. */
  | { readonly kind: 'preempted'; readonly total: number }

const SYMPTOM =
  /^(?:vllm\.[\w.]{1,100}\.)?(?:(?:Async|MQ)?EngineDeadError\b|(?:RuntimeError: |AsyncEngineDeadError: )?Background loop has errored already\.)/u
const EXCEPTION = /^((?:[A-Za-z_]\w{0,40}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception))(?::|$)/u
const STARTING =
  /^(?:Started server process \[|Waiting for application startup\.|Initializing a V\d LLM engine|vLLM API server version )/u
const PREEMPTED =
  /^Sequence group \S{1,200} is preempted by PreemptionMode\.\w{1,20} mode .{0,400}total_num_cumulative_preemption=(\d{1,12})/u
const COMPILED = /^[\w-]{1,40}(?: kernel)? JIT compilation during inference: /u
const DISABLED = /^AsyncLLM created with api_server_count more than 1; disabling stats logging/u

// v1/worker/gpu_model_runner.py, model_loader/default_loader.py, compilation/backends.py
const PHASES: readonly (readonly [RegExp, StartPhase | undefined])[] = [
  [/^Starting to load model /u, 'loading'],
  [/^(?:Loading weights took|Loading model weights took|Model loading took) /u, undefined],
  [/^(?:Using cache directory: \S{1,300} for vLLM's torch\.compile|Dynamo bytecode transform time: )/u, 'compiling'],
  [/^(?:torch\.compile (?:takes|took) |Graph capturing finished )/u, undefined],
]

/** The whole line, with nothing but the request's id in it: V0, V1, and V1 where requests are logged. */
const ABORTED = /^(?:Aborted request(?:\(s\))? [^\s"'`]{1,500}\.|Request [^\s"'`]{1,200} aborted\.)$/u

/** The settings of an engine stand in its first line. */
const EAGER = /^Initializing .{1,4000}\benforce_eager=True\b/u

// config/model.py, layers/quantization/*_marlin.py, layers/fused_moe/fused_moe.py, config/vllm.py, v1/engine/core.py
const SETTINGS: readonly (readonly [RegExp, SlowSetting])[] = [
  [/^[\w.-]{1,60} quantization is not fully optimized yet\./u, 'slow_kernel'],
  [/^Using default MoE config\. Performance might be sub-optimal!/u, 'slow_kernel'],
  [/^Enforce eager set, /u, 'eager_mode'],
]

export function parseMessage(line: LogLine): Message | undefined {
  const { text, level, hasHead = false } = line
  if (hasHead && level !== 'DEBUG' && ABORTED.test(text)) return { kind: 'aborted' }
  if (text === '' || line.continues === 'other' || isOfClients(text)) return undefined
  if (hasHead && level !== 'DEBUG') {
    const stats = parseStats(text)
    if (stats !== undefined) return { kind: 'stats', stats }
    const setting = SETTINGS.find(([pattern]) => pattern.test(text))?.[1]
    if (setting !== undefined) return { kind: 'slow_setting', setting }
    if (text.startsWith('Application startup complete.')) return { kind: 'serving' }
    if (STARTING.test(text)) {
      const isBeginning = text.startsWith('vLLM API server version ')
      return { kind: 'starting', isBeginning, ...(EAGER.test(text) && { setting: 'eager_mode' }) }
    }
    const phase = PHASES.find(([pattern]) => pattern.test(text))
    if (phase !== undefined) return { kind: 'phase', phase: phase[1] }
    if (COMPILED.test(text)) return { kind: 'kernel_compiled' }
    if (text.startsWith('Loaded new LoRA adapter: ')) return { kind: 'adapter_loaded' }
    if (DISABLED.test(text)) return { kind: 'stats_disabled' }
    const total = PREEMPTED.exec(text)?.[1]
    if (total !== undefined) return { kind: 'preempted', total: Number(total) }
  }
  if (SYMPTOM.test(text.trimStart())) return { kind: 'symptom' }
  const failure = parseFailure(line)
  if (failure !== undefined) return { kind: 'failure', failure }
  return errorOf(line)
}

/** The API server's own errors are its clients' mostly, and quote them. */
function errorOf(line: LogLine): Message | undefined {
  if (isApiServer(line)) return undefined
  const exception = EXCEPTION.exec(line.text)?.[1]
  const isHeeded = isError(line) || line.process !== undefined || line.continues === 'engine_error'
  if (exception !== undefined && isHeeded) return { kind: 'error', exception }
  return isError(line) ? { kind: 'error' } : undefined
}
