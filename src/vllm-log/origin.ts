import type { LogLine } from './line.ts'

const API_SERVER = /^api_?server/iu
const ENGINE_PROCESS = /^(?:EngineCore|(?:Vllm|Ray)?Worker)/u
// The front end's side of the engine, `async_llm`, has clients' requests in hand.
const ENGINE_LOGGER = /^vllm\.(?:v1\.)?(?:engine\.(?!async_)|executor\.|worker\.|core\.|distributed\.)/u
const ENGINE_FILE =
  /(?:^|\/)(?:core|core_client|multiproc_executor|multiproc_worker_utils|gpu_model_runner|gpu_worker|worker|worker_base|shm_broadcast)\.py$/u

/** `APIServer`, and `ApiServer_1` where there are several. */
export function isApiServer({ process }: Pick<LogLine, 'process'>): boolean {
  return process !== undefined && API_SERVER.test(process)
}

/** Written by the engine or a worker: by its process, else by its logger or file where no process is told. */
export function isOfEngine({ process, logger = '', file = '' }: LogLine): boolean {
  if (process !== undefined) return ENGINE_PROCESS.test(process)
  return ENGINE_LOGGER.test(logger) || (logger === '' && ENGINE_FILE.test(file))
}

export function isVllmProcess(process: string): boolean {
  return API_SERVER.test(process) || ENGINE_PROCESS.test(process)
}
