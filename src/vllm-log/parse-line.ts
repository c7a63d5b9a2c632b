import { continued } from './continued.ts'
import type { LogLine } from './line.ts'
import { MOST_OF_MESSAGE, withHead } from './parse-head.ts'
import { parseInstant } from '../domain/parse-instant.ts'
import { unwrapJson } from './unwrap-json.ts'
import { withoutControls } from './without-controls.ts'

/** What stands in longer lines are prompts; no line that is read here is as long. */
const MOST_CHARACTERS = 64 * 1024
/** More than anyone stacks: a collector's two, a pod's, a service's, a process' and a rank's. */
const MOST_LAYERS = 12
/** A record of several lines is a traceback; none has more. */
const MOST_LINES = 400

/**
 * Takes off the layers that collectors, vLLM and uvicorn put around a message, in whatever order they come. What a
 * collector cut into records is put together again, so lines are given in their order; a record may hold several.
 */
export function createLineParser(): (raw: string) => readonly LogLine[] {
  const pending = new Map<string, LogLine>()

  /** The whole line once its last record is there. */
  function joined(line: LogLine): LogLine | undefined {
    const { stream = '', isPartial = false } = line
    const begun = pending.get(stream)
    const whole =
      begun === undefined ? line : { ...begun, text: `${begun.text}${line.text}`.slice(0, 2 * MOST_OF_MESSAGE) }
    if (isPartial) {
      pending.set(stream, whole)
      return undefined
    }
    pending.delete(stream)
    return whole
  }
  return (raw) => {
    let line: LogLine = { text: raw.length > MOST_CHARACTERS ? '' : withoutControls(raw) }
    let others: readonly string[] = []
    // A record with a level is a logger's own, and its message may be anybody's: nothing is taken off inside it.
    for (let count = 0; count < MOST_LAYERS && line.level === undefined; count++) {
      const peeled = peel(line.text)
      if (peeled === undefined) break
      const inner = { ...line, ...peeled }
      const whole = peeled.isPartial === undefined ? inner : joined(inner)
      if (whole === undefined) return []
      const [first = '', ...more] = whole.text.trimEnd().split('\n', MOST_LINES)
      line = { ...whole, text: withoutControls(first) }
      others = [...more, ...others]
    }
    const head = withHead(line)
    return [head, ...others.map((text) => continued(head, text))]
  }
}

function peel(text: string): LogLine | undefined {
  for (const layer of LAYERS) {
    const peeled = layer(text)
    if (peeled !== undefined && peeled.text.length < text.length) return peeled
  }
  return undefined
}

const LAYERS: readonly ((text: string) => LogLine | undefined)[] = [
  unwrapJson,
  peelCri,
  peelTime,
  peelSyslog,
  peelKernelTime,
  peelPod,
  peelProcess,
  peelRank,
  peelService,
]

const CRI = /^(\S{19,40}) (stdout|stderr) ([FP])(?::\S{0,64})? ?/u

/** `2026-08-05T08:39:50.123456789Z stdout F …` of containerd and CRI-O. */
function peelCri(text: string): LogLine | undefined {
  const found = CRI.exec(text)
  const instant = found === null ? undefined : parseInstant(text)
  if (found === null || instant?.time.kind !== 'moment') return undefined
  return {
    text: text.slice(found[0].length),
    collectedAt: instant.time.at,
    ...(found[2] !== undefined && { stream: found[2] }),
    isPartial: found[3] === 'P',
  }
}

/** `kubectl logs --timestamps`, `docker compose logs -t`. */
function peelTime(text: string): LogLine | undefined {
  const instant = parseInstant(text)
  if (instant === undefined || !/^(?:\s|$)/u.test(text.slice(instant.length, instant.length + 1))) return undefined
  const rest = text.slice(instant.length + 1)
  return instant.time.kind === 'moment'
    ? { text: rest, collectedAt: instant.time.at }
    : { text: rest, writtenAt: instant.time.wall }
}

const SYSLOG_PRIORITY = /^<\d{1,3}>(?:1 )?/u
const SYSLOG =
  /^(\p{L}{3,5})\.? {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?:\.\d{1,9})? \S{1,255} [^\s:[\]]{1,64}(?:\[\d{1,10}\])?: ?/u
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const

/** `Aug 05 08:39:50 host vllm[1234]: …`; a month in another language gives no time. */
function peelSyslog(text: string): LogLine | undefined {
  const priority = SYSLOG_PRIORITY.exec(text)?.[0] ?? ''
  const found = SYSLOG.exec(text.slice(priority.length))
  if (found === null) return priority === '' ? undefined : { text: text.slice(priority.length) }
  const [whole, name = '', day, hour, minute, second] = found
  const month = MONTHS.findIndex((known) => known === name.toLowerCase()) + 1
  const rest = text.slice(priority.length + whole.length)
  if (month === 0) return { text: rest }
  const wall = { month, day: Number(day), hour: Number(hour), minute: Number(minute), second: Number(second) }
  return { text: rest, writtenAt: wall }
}

/** `[12345.678901] NVRM: …`: seconds since the host started, which tell no time of day. */
function peelKernelTime(text: string): LogLine | undefined {
  const found = /^\[ {0,8}\d{1,10}\.\d{1,9}\] /u.exec(text)
  return found === null ? undefined : { text: text.slice(found[0].length) }
}

/** `[pod/vllm-0/vllm] …` of `kubectl logs --prefix`. */
function peelPod(text: string): LogLine | undefined {
  const found = /^\[pod\/([\w.-]{1,253})\/[\w.-]{1,253}\] ?/u.exec(text)
  return found?.[1] === undefined ? undefined : { text: text.slice(found[0].length), pod: found[1] }
}

const PROCESS = /^\((?:([A-Za-z][\w-]{0,63})(?: rank=\d{1,6})? )?pid=\d{1,10}(?:, ip=[^)\s]{1,64})?\)(?:\s|$)/u

/** `(EngineCore_DP0 pid=697344) …`, `(VllmWorker rank=0 pid=2120280) …`, Ray's `(pid=7, ip=10.0.0.7) …`. */
function peelProcess(text: string): LogLine | undefined {
  const found = PROCESS.exec(text)
  if (found === null) return undefined
  return { text: text.slice(found[0].length), ...(found[1] !== undefined && { process: found[1] }) }
}

/** `[rank0]: …`, which PyTorch puts before what a rank writes. */
function peelRank(text: string): LogLine | undefined {
  const found = /^\[rank\d{1,6}\]: ?/u.exec(text)
  return found === null ? undefined : { text: text.slice(found[0].length) }
}

/** `vllm-1  | …` of docker compose, also without the name. */
function peelService(text: string): LogLine | undefined {
  const found = /^([\w.-]{1,128})? {1,64}\| ?/u.exec(text)
  if (found === null) return undefined
  return { text: text.slice(found[0].length), ...(found[1] !== undefined && { pod: found[1] }) }
}
