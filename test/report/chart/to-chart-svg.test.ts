import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { History, Track } from '../../../src/domain/history.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { svgToPng } from '../../../src/lib/svg-to-png.ts'
import { toChartSvg } from '../../../src/report/chart/to-chart-svg.ts'
import { RESULT } from '../worked-incident.ts'
import { aHistory } from './histories.ts'

const named = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `vllm-${index}.serving.svc:8000`)

/** The texts of a picture, as a reader sees them. */
function textsOf(svg: string): readonly string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text)
}

const PNG = [0x89, 0x50, 0x4e, 0x47]

async function isPicture(svg: string): Promise<boolean> {
  const png = await svgToPng(svg)
  return PNG.every((byte, index) => png[index] === byte)
}

function withTracks(history: History, change: (track: Track) => Track): History {
  const { queue, prefill, decode, api_server } = history.stages
  const rows = (kind: 'waiting' | 'arrivals') =>
    history[kind].map(({ instance, track }) => ({ instance, track: change(track) }))
  return {
    ...history,
    stages: {
      queue: change(queue),
      prefill: change(prefill),
      decode: change(decode),
      api_server: change(api_server),
    },
    waiting: rows('waiting'),
    arrivals: rows('arrivals'),
  }
}

describe('toChartSvg', () => {
  it.each([
    [1, 0],
    [4, 0],
    [6, 0],
    [7, 1],
    [1000, 994],
  ])('of %d instances shows six at most and counts the %d others', async (count, others) => {
    const svg = toChartSvg(RESULT, aHistory(RESULT, named(count)))
    const texts = textsOf(svg)
    expect(texts.filter((text) => /^vllm-\d/.test(text))).toHaveLength(Math.min(count, 6))
    expect(texts.filter((text) => text.endsWith(' more, mean'))).toEqual(others === 0 ? [] : [`${others} more, mean`])
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    expect(await isPicture(svg)).toBe(true)
  })

  it('says since when, what was concluded and what was done to the fleet', () => {
    const texts = textsOf(toChartSvg(RESULT, aHistory(RESULT, named(4))))
    expect(texts).toContain('alert 14:02')
    expect(texts).toContain('prod · qwen2.5-7b · 13:42–14:08 UTC')
    expect(texts.join('\n')).toMatch(/1\s+14:01 config: balancer: least_conn → ip_hash/)
    expect(texts.join(' ')).toContain(RESULT.diagnosis.headline.title.slice(0, 40))
  })

  it('begins so near the trouble that it can be seen, and says when it was over', () => {
    const start = RESULT.incident.startsAt ?? 0
    const endsAt = unixSeconds(start + 180)
    const texts = textsOf(toChartSvg({ ...RESULT, endsAt }, aHistory(RESULT, named(4))))
    expect(texts).toContain('resolved 14:05')
    expect(texts.filter((text) => /^\d\d:\d\d$/.test(text))).toEqual(['13:45', '13:50', '13:55', '14:00', '14:05'])
  })

  it.each([
    [60, ['14:07:15', '14:07:30', '14:07:45', '14:08:00']],
    [150, ['14:06:00', '14:06:30', '14:07:00', '14:07:30', '14:08:00']],
  ])('of %d seconds has ticks that tell them apart', (length, expected) => {
    const { evidence } = RESULT
    const window = { start: unixSeconds(evidence.window.end - length), end: evidence.window.end }
    const result = {
      ...RESULT,
      incident: { id: 'x', status: 'none' as const, alerts: [] },
      evidence: { ...evidence, window, baselines: [] },
    }
    const texts = textsOf(toChartSvg(result, aHistory(result, named(2))))
    const ticks = texts.filter((text) => /^\d\d:\d\d:\d\d$/.test(text))
    expect(ticks.slice(-expected.length)).toEqual(expected)
  })

  it('colours none as hot where all have the same', () => {
    const even = aHistory(RESULT, named(4))
    const waiting = even.arrivals
    const hot = toChartSvg(RESULT, even)
    const calm = toChartSvg(RESULT, { ...even, waiting })
    const thick = /stroke-width="6"/
    expect([thick.test(hot), thick.test(calm)]).toEqual([true, false])
  })

  it('leaves a gap where there is no number, and breaks the whole stack where one stage has none', () => {
    const history = aHistory(RESULT, named(1))
    const gap = (track: Track): Track => track.map((value, index) => (index > 80 && index < 90 ? undefined : value))
    const areas = (svg: string): number => svg.match(/fill-opacity="0.85"/g)?.length ?? 0
    const lines = (svg: string): number => svg.match(/<path d="(?:[^"]*M){2}[^"]*" fill="none"/g)?.length ?? 0
    expect(lines(toChartSvg(RESULT, history))).toBe(0)
    expect(areas(toChartSvg(RESULT, history))).toBe(4)
    // Four stages, one instance waiting and arriving.
    expect(lines(toChartSvg(RESULT, withTracks(history, gap)))).toBe(6)
    const one = { ...history, stages: { ...history.stages, queue: gap(history.stages.queue) } }
    expect(lines(toChartSvg(RESULT, one))).toBe(4)
  })

  it('says what was not read', () => {
    const history = aHistory(RESULT, named(2))
    const texts = textsOf(toChartSvg(RESULT, { ...history, waiting: [], arrivals: [] }))
    expect(texts.filter((text) => text.endsWith(': not read'))).toEqual([
      'Requests waiting, by instance: not read',
      'Requests arriving per second, by instance: not read',
    ])
  })

  it('shows names, titles and changes of outside as text that does nothing', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"&\'<>',
        '{a|b}',
        '\uD800',
        '\uFFFE',
        '\u0000',
        '',
        'x'.repeat(9999),
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { maxLength: 9 }), hostile, async (names, text) => {
        const { evidence, diagnosis } = RESULT
        const changes = evidence.changes.map((change) => ({ ...change, text }))
        const result = {
          ...RESULT,
          evidence: { ...evidence, changes, scope: { cluster: text, modelName: text } },
          diagnosis: { ...diagnosis, headline: { ...diagnosis.headline, title: text } },
        }
        const svg = toChartSvg(result, aHistory(result, names))
        expect(svg).not.toContain('<script')
        expect(await isPicture(svg)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it('draws whatever was read, gaps and all, without a number that is none', async () => {
    const value = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: undefined })
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 20 }), async (values) => {
        const history = aHistory(RESULT, named(2))
        const odd = withTracks(history, (track) => track.map((_, index) => values[index % values.length]))
        const svg = toChartSvg(RESULT, odd)
        expect(svg).not.toMatch(/NaN|undefined|Infinity/)
        expect(await isPicture(svg)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
})
