import { afterBlanks } from './characters.ts'
import { type ExpositionSample, type MalformedReason, parseSample } from './parse-sample.ts'

/** A line that is longer is skipped unread, so that an endless one needs no memory; vLLM's longest has some 2 KiB. */
export const LONGEST_LINE = 64 * 1024

export interface MalformedLine {
  /** Its number, counted from 1. */
  readonly line: number
  /** Says what is wrong in fixed words and quotes nothing of the line. */
  readonly reason: MalformedReason | 'too long a line'
}

export interface ExpositionSummary {
  /** `html` is a page of markup, such as a proxy's; `other` is a body without one sample or `# TYPE`, such as JSON. */
  readonly kind: 'exposition' | 'html' | 'empty' | 'other'
  /** All lines, blank ones and comments among them. */
  readonly lines: number
  readonly samples: number
  readonly malformed: number
  readonly firstMalformed?: MalformedLine
  /** The last line was cut: it is not believed, since `12` may be the beginning of `123`. */
  readonly isTruncated: boolean
}

export interface ExpositionReader {
  /** Takes the next piece of the body; it may end anywhere. */
  readonly write: (chunk: string) => void
  readonly end: () => ExpositionSummary
}

/**
 * Reads a body of the text exposition format, classic or OpenMetrics, piece by piece. Whatever comes is read to its
 * end: a line that is no sample is counted, and nothing throws but the listeners.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @see https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
export function createExpositionReader(
  onSample: (sample: ExpositionSample, line: number) => void,
  onMalformed?: (line: MalformedLine) => void,
): ExpositionReader {
  let rest = ''
  let isSkipping = false
  let lines = 0
  let samples = 0
  let malformed = 0
  let firstMalformed: MalformedLine | undefined
  let kind: ExpositionSummary['kind'] = 'empty'

  function write(chunk: string): void {
    let from = finishRest(chunk)
    for (let end = chunk.indexOf('\n', from); end >= 0; end = chunk.indexOf('\n', from)) {
      takeLine(chunk, from, end)
      from = end + 1
    }
    if (isSkipping) return
    rest += chunk.slice(from)
    if (rest.length <= LONGEST_LINE) return
    takeLine(rest, 0, rest.length)
    rest = ''
    isSkipping = true
  }
  /** Ends the line that the chunks before began; returns where the next one starts. */
  function finishRest(chunk: string): number {
    if (rest === '' && !isSkipping) return 0
    const end = chunk.indexOf('\n')
    if (end < 0) return isSkipping ? chunk.length : 0
    const line = rest + chunk.slice(0, end)
    if (!isSkipping) takeLine(line, 0, line.length)
    rest = ''
    isSkipping = false
    return end + 1
  }
  function takeLine(text: string, from: number, lineEnd: number): void {
    const start = beginLine(text, from, lineEnd)
    if (start === undefined) return
    const isTooLong = lineEnd - from > LONGEST_LINE
    if (text.charCodeAt(start) === HASH) {
      if (!isTooLong && KEYWORDS.some((word) => text.startsWith(word, start))) kind = 'exposition'
      return
    }
    const sample = isTooLong ? 'too long a line' : parseSample(text, start)
    if (typeof sample === 'string') {
      countMalformed(sample)
      return
    }
    kind = 'exposition'
    samples++
    onSample(sample, lines)
  }
  /**
   * Counts a line and tells by the first one what kind the body is: where its text starts, or undefined when there is
   * none to read. Of a line that is too long no more is looked at than `write` keeps of it, so that it is the same in
   * one chunk or in many.
   */
  function beginLine(text: string, from: number, lineEnd: number): number | undefined {
    lines++
    const hasMark = lines === 1 && text.charCodeAt(from) === BYTE_ORDER_MARK
    const end = Math.min(lineEnd, from + LONGEST_LINE)
    const start = Math.min(afterBlanks(text, hasMark ? from + 1 : from), end)
    if (start === lineEnd) return undefined
    if (kind === 'empty') kind = text.charCodeAt(start) === LESS_THAN ? 'html' : 'other'
    return kind === 'html' ? undefined : start
  }
  function countMalformed(reason: MalformedLine['reason']): void {
    const line = { line: lines, reason }
    malformed++
    firstMalformed ??= line
    onMalformed?.(line)
  }
  function end(): ExpositionSummary {
    const isTruncated = (isSkipping || isCut()) && kind !== 'html'
    return { kind, lines, samples, malformed, ...(firstMalformed !== undefined && { firstMalformed }), isTruncated }
  }
  /** Whether the body ends in the middle of a line; OpenMetrics' last one often has no newline. */
  function isCut(): boolean {
    const start = rest === '' ? undefined : beginLine(rest, 0, rest.length)
    if (start === undefined) return false
    const isEnd = rest.slice(start).trimEnd() === '# EOF'
    if (isEnd) kind = 'exposition'
    return !isEnd
  }
  return { write, end }
}

/** What a comment of this format begins with; other comments are for people. */
const KEYWORDS = ['# TYPE ', '# HELP ', '# UNIT ', '# EOF']

const HASH = 0x23
const LESS_THAN = 0x3c
const BYTE_ORDER_MARK = 0xfeff
