import { type UnixSeconds, unixSeconds } from '../domain/time.ts'
import { LEVELS, type Level, type LogLine, type Wrapping } from './line.ts'
import { isVllmProcess } from './origin.ts'
import { parseInstant } from '../domain/parse-instant.ts'

// Docker's json-file has `log` and `time`, journald `MESSAGE` and `__REALTIME_TIMESTAMP`; the others are what Python's
// JSON loggers, Loki's and Datadog's records have.
const TEXTS = ['log', 'MESSAGE', 'message', 'msg', 'event', 'line'] as const
const TIMES = ['time', 'timestamp', '@timestamp', 'ts', 'asctime', 'datetime'] as const
const LEVEL_KEYS = ['level', 'levelname', 'severity', 'levelName'] as const
// What Python's logging calls `processName`, `name` and `filename`.
const PROCESSES = ['processName', 'process_name'] as const
const LOGGERS = ['name', 'logger', 'logger_name'] as const
const FILES = ['filename'] as const
const PODS = ['pod', 'pod_name', 'CONTAINER_NAME', 'container_name'] as const

/** The message of a JSON record with what stands beside it; undefined where the text is none or has no message. */
export function unwrapJson(text: string): LogLine | undefined {
  const record = parseObject(text)
  if (record === undefined) return undefined
  const message = TEXTS.map((key) => textOf(record.get(key))).find((found) => found !== undefined)
  if (message === undefined) return undefined
  const level = LEVEL_KEYS.map((key) => levelOf(record.get(key))).find((found) => found !== undefined)
  const nameIn = (keys: readonly string[]): string | undefined => keys.map((key) => record.get(key)).find(isName)
  const pod = nameIn(PODS)
  const process = nameIn(PROCESSES)
  const logger = nameIn(LOGGERS)
  const file = nameIn(FILES)
  const stream = record.get('stream')
  // Docker cuts a long line into records of 16 kB, of which the last alone ends the line.
  const isDocker = typeof record.get('log') === 'string' && typeof stream === 'string'
  return {
    text: message,
    ...timeOf(record),
    ...(level !== undefined && { level, hasHead: true }),
    ...(pod !== undefined && { pod }),
    // `MainProcess` and the like are any program's.
    ...(process !== undefined && isVllmProcess(process) && { process }),
    ...(logger !== undefined && { logger }),
    ...(file !== undefined && { file }),
    ...(typeof stream === 'string' && { stream }),
    ...(isDocker && { isPartial: !message.endsWith('\n') }),
  }
}

function parseObject(text: string): ReadonlyMap<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
  } catch {
    return undefined
  }
}

/** Journald gives a message with control characters, such as vLLM's colours, as an array of bytes. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || value.length === 0 || !value.every(isByte)) return undefined
  return new TextDecoder().decode(Uint8Array.from(value))
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

/** As Kubernetes and Docker allow; what else stands there is nobody's name. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,253}$/u.test(value)
}

function timeOf(record: ReadonlyMap<string, unknown>): Pick<Wrapping, 'collectedAt' | 'writtenAt'> {
  const micros = record.get('__REALTIME_TIMESTAMP')
  const isMicros = typeof micros === 'string' && /^\d{15,17}$/u.test(micros)
  if (isMicros) return { collectedAt: unixSeconds(Number(micros) / 1e6) }
  for (const key of TIMES) {
    const written = record.get(key)
    const found = typeof written === 'number' ? fromEpoch(written) : undefined
    if (found !== undefined) return { collectedAt: found }
    const instant = typeof written === 'string' ? parseInstant(written) : undefined
    if (instant?.time.kind === 'moment') return { collectedAt: instant.time.at }
    if (instant?.time.kind === 'wall') return { writtenAt: instant.time.wall }
  }
  return {}
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size; 2001 to 2096. */
function fromEpoch(value: number): UnixSeconds | undefined {
  const at = [1, 1e3, 1e6, 1e9].map((unit) => value / unit).find((seconds) => seconds >= 1e9 && seconds < 4e9)
  return at === undefined ? undefined : unixSeconds(at)
}

function levelOf(value: unknown): Level | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.toUpperCase()
  if (name === 'WARN') return 'WARNING'
  return LEVELS.find((level) => level === name)
}
