import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../src/domain/evidence.ts'
import type { Measure, Reading } from '../../../../src/domain/reading.ts'
import type { Labels } from '../../../../src/domain/series.ts'
import { inEnglish } from '../../../../src/domain/text.ts'
import { minutes } from '../../../../src/domain/time.ts'
import { baselinesOf, windowEnding } from '../../../../src/domain/window.ts'
import { gather } from '../../../../src/evidence/gather.ts'
import type { Backend, Part, PartValue } from '../../../../src/evidence/sources/reader/backend.ts'
import { type Layout, STORED } from '../../../../src/evidence/sources/reader/layout.ts'
import { parseLayout } from '../../../../src/evidence/sources/reader/parse-layout.ts'
import { readSignals } from '../../../../src/evidence/sources/reader/read-signals.ts'
import { standingOf } from '../../../../src/report/standing.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import type { Signal } from '../../../../src/signals/signal.ts'
import { decide } from '../../../../src/triage/decide.ts'
import { AT_WORK, END, MODEL, onEach } from '../../../support/evidence.ts'

/** The parts of an answer that become measures. */
const PLACES = ['fleet', 'hour_before', 'yesterday', 'week_ago', 'rows', 'rows_before'] as const
type Place = (typeof PLACES)[number]

/** What is put into the answer: into one signal's or every signal's part, in the first row where there are several. */
interface Hostile {
  readonly value: number
  readonly place: Place
  readonly signal?: Signal
}

/** A store that answers as a fleet at work does, but for what is put into it. */
function backendWith(hostile: Hostile | undefined): Backend {
  return {
    name: 'prometheus',
    findNames: (questions) =>
      Promise.resolve({ status: 'ok', value: new Set(questions.flatMap(({ names }) => names)) }),
    findLabelValues: () => Promise.resolve({ status: 'ok', value: new Set([MODEL]) }),
    read: (parts) =>
      Promise.resolve({
        status: 'ok',
        value: { values: parts.flatMap((part) => answer(part, hostile)), isPartial: false },
      }),
    queries: () => 1,
    notes: () => [],
  }
}

/** Where instances were asked directly, they answered. */
const ASKED: typeof AT_WORK = {
  serving: { now: 4, rows: onEach(1) },
  envoy_healthy_share: { now: 1 },
  router_healthy_share: { now: 1 },
}

function answer(part: Part, hostile: Hostile | undefined): readonly PartValue[] {
  const signal = SIGNALS.find(({ term }) => term === part.term)
  if (signal === undefined) return presence(part)
  // What a fleet at work lacks, such as another vendor's GPUs, is there and zero.
  const { now = 0, before = now, rows = onEach(0) } = AT_WORK[signal.id] ?? ASKED[signal.id] ?? {}
  const isHit = hostile?.place === part.name && (hostile.signal ?? signal) === signal
  const spoilt = (value: number, index: number): number => (isHit && index === 0 ? hostile.value : value)
  if (!part.name.startsWith('rows')) {
    return [valueOf(part, {}, spoilt(part.name === 'fleet' ? now : before, 0))]
  }
  return Object.entries(rows).map(([instance, told], index) => {
    const [rowNow, rowBefore] = typeof told === 'number' ? [told, told] : told
    const labels = signal.exposer === 'engine' ? { instance, engine: '0', model_name: MODEL } : { instance }
    return valueOf(part, labels, spoilt(part.name === 'rows' ? rowNow : rowBefore, index))
  })
}

/** What is read from labels stands in the first of them. */
function valueOf({ signal, name: part, term }: Part, labels: Labels, value: number): PartValue {
  if (term.kind !== 'label_product') return { signal, part, labels, value }
  const told = term.labels.map((label, index) => [label, index === 0 ? String(value) : '1'] as const)
  return { signal, part, labels: { ...labels, ...Object.fromEntries(told) }, value: 1 }
}

/** Which instances and GPUs there are; a histogram's edges and a ratio's denominator say nothing. */
function presence({ signal, name }: Part): readonly PartValue[] {
  if (name !== 'engines' && name !== 'gpus' && name !== 'nodes') return []
  return ['a', 'b', 'c', 'd'].map((instance) => ({ signal, part: name, labels: { instance }, value: 1 }))
}

function gatherWith(hostile?: Hostile): Promise<Evidence> {
  const window = windowEnding(END, minutes(5))
  // One that holds everybody's, so that no signal is left out.
  const layout: Layout = { ...parseLayout({ selector: 'job="vllm"' }), exposers: [...STORED, 'log', 'direct'] }
  return gather({
    sources: [{ name: 'prometheus', gather: (request) => readSignals(backendWith(hostile), layout, request) }],
    signals: SIGNALS,
    scope: { cluster: 'prod' },
    window,
    baselines: baselinesOf(window, window.start),
    expectations: { instances: 4 },
    alerts: ['VLLMSlow'],
    takenAt: END,
    deadlineSeconds: 10,
  })
}

/** Where a part's value stands in the reading. */
function measureAt(reading: Reading | undefined, place: Place): Measure | undefined {
  if (reading?.status !== 'present') return reading
  if (place === 'fleet') return reading.fleet
  const [row] = reading.rows
  if (place === 'rows') return row?.now
  return place === 'rows_before' ? row?.before : reading.baselines[place]
}

function placesOf({ rows, baselined }: Signal): readonly Place[] {
  return PLACES.filter((place) => {
    if (place === 'fleet') return true
    if (place === 'rows') return rows !== 'none'
    return place === 'rows_before' ? rows === 'now_and_before' : baselined
  })
}

/** No signal can have them; a temperature and what is made of growth may be a little below zero. */
const HOSTILE = [1e308, -1e308, 1e15, -1e9, -2_147_483_632, 4.5e18]
/** Elsewhere than in what divides, these are no numbers either. */
const NO_NUMBERS = [Infinity, -Infinity, NaN]
const DIVIDES = SIGNALS.filter(({ term }) => {
  const unscaled = term.kind === 'scaled' ? term.term : term
  return unscaled.kind === 'ratio' || (unscaled.kind === 'histogram' && unscaled.stat !== 'rate')
})
const COUNTS = SIGNALS.filter(({ id, unit }) => !['arrivals', 'running_change'].includes(id) && unit !== '°C')

const CASES = SIGNALS.flatMap((signal) => placesOf(signal).map((place) => [signal.id, place, signal] as const))

describe('an answer that cannot be', () => {
  it('is none of a fleet at work, which is healthy', async () => {
    const evidence = await gatherWith()
    expect(decide(evidence, inEnglish).headline).toMatchObject({ cause: 'healthy', certainty: 'firm' })
    expect(evidence.sources).toMatchObject([{ status: 'ok' }])
    expect(Object.values(evidence.readings).filter(({ status }) => status === 'absent')).toEqual([])
  })

  it.each(CASES)('is a bad answer for %s in %s, is noted, and gives no cause', async (id, place, signal) => {
    const negative = COUNTS.includes(signal) ? [-1, -1e-6] : []
    const numbers = DIVIDES.includes(signal) ? [] : NO_NUMBERS
    for (const value of [...HOSTILE, ...negative, ...numbers]) {
      const evidence = await gatherWith({ value, place, signal })
      expect(measureAt(evidence.readings[id], place), `${value}`).toMatchObject({
        status: 'absent',
        reason: 'bad_answer',
      })
      expect(evidence.sources, `${value}`).toMatchObject([{ status: 'partial' }])
      expect(evidence.sources[0]?.notes.filter((note) => note.startsWith(`${id}: `))).toEqual([
        expect.stringMatching(/value.* it cannot have, taken for a bad answer$/),
      ])
      const { headline } = decide(evidence, inEnglish)
      expect(
        standingOf(headline.cause) === 'cause' && headline.certainty === 'firm',
        `${value}: ${headline.cause}`,
      ).toBe(false)
    }
  })

  it.each(['rows', 'rows_before'] as const)('spoils the sum that it is part of: %s', async (place) => {
    const whole: Place = place === 'rows' ? 'fleet' : 'hour_before'
    for (const signal of SIGNALS.filter((one) => [place, whole].every((each) => placesOf(one).includes(each)))) {
      const { readings } = await gatherWith({ value: -1e9, place, signal })
      expect(measureAt(readings[signal.id], whole), `the sum of ${signal.id}`).toMatchObject({
        status: 'absent',
        reason: 'bad_answer',
      })
    }
  })

  it.each(PLACES)('leaves nothing firm when it is everywhere in %s', async (place) => {
    for (const value of [...HOSTILE, ...NO_NUMBERS]) {
      const { headline } = decide(await gatherWith({ value, place }), inEnglish)
      const isFirm = headline.certainty === 'firm' && (place === 'fleet' || standingOf(headline.cause) === 'cause')
      expect(isFirm, `${value}: ${headline.cause}`).toBe(false)
    }
  })

  it('takes arrivals that are a little below zero, as after a restart', async () => {
    const arrivals = SIGNALS.find(({ id }) => id === 'arrivals')
    if (arrivals === undefined) throw new Error('no arrivals')
    const { readings } = await gatherWith({ value: -40, place: 'rows', signal: arrivals })
    expect(measureAt(readings['arrivals'], 'rows')).toEqual({ status: 'present', value: -40 })
  })
})
