import type { UnixSeconds } from '../domain/time.ts'
import type { WallClock } from '../domain/wall-clock.ts'

export const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const
export type Level = (typeof LEVELS)[number]

/** What the layers around a message said of it. */
export interface Wrapping {
  /** When the collector got it. */
  readonly collectedAt?: UnixSeconds
  /** What the logger's or syslog's clock showed. */
  readonly writtenAt?: WallClock
  /** The pod or service whose line it is, by the collector's word. */
  readonly pod?: string
  /** `stdout` or `stderr`. */
  readonly stream?: string
  /** The record goes on in the next one of its stream; absent where records are never cut. */
  readonly isPartial?: boolean
  /** `APIServer`, `EngineCore_DP0`, `Worker_TP1`. */
  readonly process?: string
  readonly level?: Level
  /** The file of vLLM that wrote it, such as `core.py`. */
  readonly file?: string
  /** The logger's name, such as `vllm.v1.engine.core`, where a JSON record has it. */
  readonly logger?: string
  /** True where vLLM's or uvicorn's own head was found, so that the text is a message of theirs. */
  readonly hasHead?: boolean
  /** A further line of one record: of an error's traceback of the engine's, else of what may be anybody's text. */
  readonly continues?: 'engine_error' | 'other'
}

/** One line without its layers. */
export interface LogLine extends Wrapping {
  readonly text: string
}
