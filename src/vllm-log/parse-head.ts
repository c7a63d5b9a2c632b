import { LEVELS, type Level, type LogLine, type Wrapping } from './line.ts'
import { holdsFreeText } from './of-clients.ts'

/** Of a message this much is looked at, in characters. */
export const MOST_OF_MESSAGE = 4096
/** A prefix of `VLLM_LOGGING_PREFIX` is looked for so far. */
const MOST_OF_PREFIX = 120

const HEAD =
  /(?<![A-Za-z])(DEBUG|INFO|WARNING|ERROR|CRITICAL) (\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) \[?([\w./-]{1,160}):\d{1,6}\[?\]\s?/u
const UVICORN = /^(DEBUG|INFO|WARNING|ERROR|CRITICAL): {1,8}/u

/** The line without its logger's head, which tells level, time and file. What has a level from its record has none in it. */
export function withHead(line: LogLine): LogLine {
  const { text, level } = line
  const head = level === undefined ? headOf(text) : undefined
  return { ...line, ...(head ?? { text: text.slice(0, MOST_OF_MESSAGE).trimEnd() }) }
}

/** vLLM's `LEVEL MM-DD HH:MM:SS [file.py:123] …`, before 0.8 without the opening bracket; or uvicorn's `INFO:     …`. */
function headOf(text: string): (Pick<LogLine, 'text'> & Wrapping) | undefined {
  const found = HEAD.exec(text.slice(0, MOST_OF_PREFIX + 240))
  if (found !== null && found.index <= MOST_OF_PREFIX && !holdsFreeText(text.slice(0, found.index))) {
    const [whole, level, month, day, hour, minute, second, file = ''] = found
    const wall = {
      month: Number(month),
      day: Number(day),
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
    }
    return { ...messageAt(text, found.index + whole.length, level), writtenAt: wall, file }
  }
  const uvicorn = UVICORN.exec(text)
  return uvicorn === null ? undefined : messageAt(text, uvicorn[0].length, uvicorn[1])
}

function messageAt(text: string, at: number, name: string | undefined): Pick<LogLine, 'text'> & Wrapping {
  const level: Level | undefined = LEVELS.find((known) => known === name)
  return {
    text: text.slice(at, at + MOST_OF_MESSAGE).trimEnd(),
    hasHead: true,
    ...(level !== undefined && { level }),
  }
}
