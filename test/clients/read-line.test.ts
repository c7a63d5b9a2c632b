import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccessFormat, isAccessLine } from '../../src/clients/access-line.ts'
import { FORMATS } from '../../src/clients/formats/list.ts'
import { createLineReader } from '../../src/clients/read-line.ts'
import { CLOCK, SAMPLES } from './formats/samples.ts'
import { WRAPPED } from './wrappers/samples.ts'

const UVICORN = SAMPLES.find(({ id }) => id === 'uvicorn')
const LINE = UVICORN?.line ?? ''
const PARSED = UVICORN?.parsed
const TEN_O_CLOCK = 1795946405

describe('createLineReader', () => {
  it.each(WRAPPED.map((sample) => [sample.name, sample] as const))('takes off %s', (_, sample) => {
    const { wrap, ids, at, isZoneGuessed, source } = sample
    const time = { ...(at !== undefined && { at }), ...(isZoneGuessed !== undefined && { isZoneGuessed }) }
    expect(createLineReader(CLOCK).read(wrap(LINE), FORMATS)).toMatchObject([{ parsed: PARSED, wrappers: ids }])
    const [read] = createLineReader(CLOCK).read(wrap(LINE), FORMATS)
    expect(read?.parsed).toEqual({ ...(PARSED as object), ...time })
    expect(read?.source).toBe(source)
  })

  it('takes off any two of them, the one around the other', () => {
    const inner = SAMPLES.find(({ id }) => id === 'ingress-nginx')?.line ?? ''
    for (const outside of WRAPPED) {
      for (const inside of WRAPPED) {
        const [read] = createLineReader(CLOCK).read(outside.wrap(inside.wrap(inner)), FORMATS)
        expect(read?.wrappers, `${inside.name} in ${outside.name}`).toEqual([...outside.ids, ...inside.ids])
        expect(read?.parsed, `${inside.name} in ${outside.name}`).toMatchObject({ peer: '10.1.0.7', at: TEN_O_CLOCK })
      }
    }
  })

  it('reads every format in every layer', () => {
    for (const { wrap, name } of WRAPPED) {
      for (const { id, line, parsed } of SAMPLES.filter((sample) => isAccessLine(sample.parsed))) {
        const format = FORMATS.filter((one) => one.id === id)
        const [read] = createLineReader(CLOCK).read(wrap(line), format)
        const { at: _at, isZoneGuessed: _guessed, ...fields } = parsed as { at?: number; isZoneGuessed?: true }
        expect(read?.parsed, `${id} in ${name}`).toMatchObject(fields)
      }
    }
  })

  it('takes the layer’s time, but for one that the line knows better', () => {
    const nginx = SAMPLES.find(({ id }) => id === 'nginx-combined')?.line ?? ''
    const timeOf = (raw: string): unknown => createLineReader(CLOCK).read(raw, FORMATS)[0]?.parsed
    expect(timeOf(`2026-11-29T10:00:09Z stdout F ${nginx}`)).toMatchObject({ at: TEN_O_CLOCK + 4 })
    expect(timeOf(`Nov 29 19:00:00 host nginx[7]: ${nginx}`)).toMatchObject({ at: TEN_O_CLOCK })
  })

  it.each([
    ['envoy', '', 'arrival'],
    ['envoy', '2026-11-29T10:00:09Z stdout F ', 'end'],
    ['uvicorn', '2026-11-29T10:00:09Z stdout F ', 'response_start'],
    ['uvicorn', '', undefined],
    ['haproxy', 'Nov 29 19:00:00 host haproxy[7]: ', 'arrival'],
  ])('says what the time of %s after %j means: %s', (id, layer, time) => {
    const line = SAMPLES.find((sample) => sample.id === id)?.line ?? ''
    expect(createLineReader(CLOCK).read(layer + line, FORMATS)[0]?.time).toBe(time)
  })

  it('is not led astray by what is nested deeply, or repeated', () => {
    const deep = (open: string, close: string): string => open.repeat(1e5) + close.repeat(1e5)
    const values = [
      `{"MESSAGE":${deep('[', ']')},"__REALTIME_TIMESTAMP":"1795946405000000"}`,
      `${'{"streams":['.repeat(1e5)}${']}'.repeat(1e5)}`,
      `{"data":{"result":${deep('[', ']')}},"values":1}`,
      `{"stream":{},"values":${deep('[', ']')}}`,
      `{"status":200,"http":${'{"request":'.repeat(1e5)}1${'}'.repeat(1e5)}}`,
      `{"log":"x","time":${deep('[', ']')}}`,
    ]
    for (const raw of values) expect(() => createLineReader(CLOCK).read(raw, FORMATS)).not.toThrow()
  })

  it('takes the first line alone of a record that has several', () => {
    const record = (message: string): string =>
      JSON.stringify({ MESSAGE: message, __REALTIME_TIMESTAMP: '1795946405000000' })
    expect(createLineReader(CLOCK).read(record(`${LINE}\nx`), FORMATS)).toMatchObject([{ parsed: PARSED }])
    for (const wrap of [record, (text: string): string => JSON.stringify({ message: text })]) {
      const [read, ...more] = createLineReader(CLOCK).read(wrap(`a prompt:\n${LINE}`), FORMATS)
      expect([isAccessLine(read?.parsed), more]).toEqual([false, []])
    }
  })

  it('puts together what was cut, each stream and pod for itself', () => {
    const reader = createLineReader(CLOCK)
    const piece = (stream: string, tag: string, text: string): string => `2026-11-29T10:00:05Z ${stream} ${tag} ${text}`
    // The first piece ends with a blank.
    const cut = LINE.indexOf('POST') + 5
    const [head, rest] = [LINE.slice(0, cut), LINE.slice(cut)]
    expect(reader.read(piece('stdout', 'P', head), FORMATS)).toEqual([])
    expect(reader.read(piece('stderr', 'F', LINE), FORMATS)).toMatchObject([{ parsed: PARSED }])
    expect(reader.read(piece('stdout', 'F', rest), FORMATS)).toMatchObject([{ parsed: PARSED }])
    const docker = (log: string): string => JSON.stringify({ log, stream: 'stdout', time: '2026-11-29T10:00:05Z' })
    expect(reader.read(docker(head), FORMATS)).toEqual([])
    expect(reader.read(docker(`${rest}\n`), FORMATS)).toMatchObject([{ parsed: PARSED }])
  })

  it('keeps no more of a line that never ends than one line, and of no more streams than there are', () => {
    const seen: number[] = []
    const parse = (line: string): undefined => void seen.push(line.length)
    const measuring: AccessFormat = { id: 'measuring', title: 'measuring', time: 'end', parse }
    const reader = createLineReader(CLOCK)
    const piece = (tag: string, pod = ''): string => `${pod}2026-11-29T10:00:05Z stdout ${tag} ${'x'.repeat(16_384)}`
    for (let count = 0; count < 1000; count++) reader.read(piece('P'), [])
    reader.read(piece('F'), [measuring])
    expect(Math.max(...seen)).toBe(256 * 1024)
    seen.length = 0
    const pods = Array.from({ length: 1000 }, (_, index) => `[pod/p${index}/c] `)
    for (const pod of pods) reader.read(piece('P', pod), [])
    for (const pod of pods) reader.read(piece('F', pod), [measuring])
    expect(seen.filter((length) => length === 2 * 16_384)).toHaveLength(128)
  })

  it('reads each line of one record', () => {
    const values = [LINE, LINE, 'x'].map((line, index) => [`179594640${index}000000000`, line])
    const read = createLineReader(CLOCK).read(JSON.stringify({ stream: {}, values }), FORMATS)
    expect(read.map(({ parsed }) => isAccessLine(parsed) && parsed.at)).toEqual([1795946400, 1795946401, false])
  })

  it('reads no line within a prompt', () => {
    const prompts = [
      `(APIServer pid=1) INFO 11-29 10:00:05 [logger.py:41] Received request cmpl-1: prompt: '${LINE}', params: x`,
      `Received request cmpl-1: prompt: "${LINE}", params: x`,
      `prompt: ${LINE}`,
      ` ${LINE}`,
    ]
    for (const raw of prompts.flatMap((prompt) => WRAPPED.map(({ wrap }) => wrap(prompt)))) {
      const read = createLineReader(CLOCK).read(raw, FORMATS)
      expect(
        read.filter(({ parsed }) => isAccessLine(parsed)),
        `in ${raw}`,
      ).toEqual([])
    }
  })

  it('never throws', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...SAMPLES.map(({ line }) => line)))
    const wrapped = fc
      .tuple(text, fc.array(fc.constantFrom(...WRAPPED), { maxLength: 8 }), fc.nat(300), text)
      .map(([line, layers, cut, put]) => {
        const whole = layers.reduce((inside, { wrap }) => wrap(inside), line)
        return whole.slice(0, cut) + put + whole.slice(cut + 3)
      })
    fc.assert(
      fc.property(fc.array(wrapped, { maxLength: 5 }), (lines) => {
        const reader = createLineReader(CLOCK)
        for (const line of lines) reader.read(line, FORMATS)
      }),
      { numRuns: 300 },
    )
  })
})
