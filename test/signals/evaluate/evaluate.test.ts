import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { equals } from '../../../src/domain/matcher.ts'
import type { Series } from '../../../src/domain/series.ts'
import { later, seconds, unixSeconds } from '../../../src/domain/time.ts'
import { quote } from '../../../src/signals/escape.ts'
import { evaluate } from '../../../src/signals/evaluate/evaluate.ts'
import { createSeriesIndex } from '../../../src/signals/evaluate/series-index.ts'
import { toPromql } from '../../../src/signals/to-promql.ts'
import { describeWith } from '../../support/needs.ts'
import { startPrometheus, type RealServer } from '../../support/real-servers.ts'
import { remoteWrite } from './remote-write.ts'
import { START, historyText, randomSeries } from './random-series.ts'
import { type Case, randomCase, randomTime } from './random-term.ts'

const SEED = 20_261_129
const FLEETS = 6
const CASES_A_QUERY = 30

const DATA = fc
  .sample(randomSeries, { seed: SEED, numRuns: FLEETS })
  .flatMap((all, fleet) => all.map((one) => ({ ...one, labels: { ...one.labels, fleet: String(fleet) } })))

describeWith(['prometheus', 'promtool'], 'evaluate against a real Prometheus', () => {
  let prometheus: RealServer
  beforeAll(async () => {
    prometheus = await startPrometheus({ history: historyText(DATA) })
  })
  afterAll(() => prometheus.stop())

  it('gives the number that Prometheus gives for the term in PromQL', async () => {
    const compared = await compareAll(prometheus.baseUrl, DATA, 400)
    expect(compared).toBeGreaterThan(10_000)
  }, 60_000)
})

describeWith('prometheus', 'evaluate against a real Prometheus, with stale markers', () => {
  // An hour back is the oldest sample that the head of the database still takes.
  const data = DATA.map((series) => withStaleMarkers(upTo(START + 3_000, series)))
  let prometheus: RealServer
  beforeAll(async () => {
    prometheus = await startPrometheus({ args: ['--web.enable-remote-write-receiver'] })
    await remoteWrite(prometheus.baseUrl, data)
  })
  afterAll(() => prometheus.stop())

  it('gives the same number', async () => {
    expect(data.flatMap(({ staleAt }) => staleAt).length).toBeGreaterThan(150)
    const compared = await compareAll(prometheus.baseUrl, data, 150)
    expect(compared).toBeGreaterThan(3_000)
  }, 60_000)
})

/** Random terms at random times, many to a query. */
async function compareAll(baseUrl: string, data: readonly Series[], numRuns: number): Promise<number> {
  const series = createSeriesIndex(data)
  const times = fc.integer({ min: 0, max: FLEETS - 1 }).chain((fleet) => fc.tuple(fc.constant(fleet), randomTime))
  const batch = fc.tuple(times, fc.array(randomCase, { minLength: CASES_A_QUERY, maxLength: CASES_A_QUERY }))
  let compared = 0
  await fc.assert(
    fc.asyncProperty(batch, async ([[fleet, time], anywhere]) => {
      const cases = anywhere.map((one) => inFleet(String(fleet), one))
      const answers = await ask(baseUrl, time, cases)
      for (const [index, { term, context }] of cases.entries()) {
        const own = evaluate(term, { ...context, series, time: unixSeconds(time), rangeStart: 'closed' })
        const mine = own.map(({ labels, value }) => ({ key: keyOf(labels), value })).toSorted(byKey)
        const theirs = answers.get(String(index)) ?? []
        const where = `${toPromql(term, context)} at ${time}`
        const keys = mine.map(({ key }) => key)
        expect({ where, keys }).toEqual({ where, keys: theirs.map(({ key }) => key) })
        for (const [row, { value }] of mine.entries()) {
          const other = theirs[row]?.value ?? NaN
          if (!isSame(value, other)) expect({ where, value }).toEqual({ where, value: other })
          compared++
        }
      }
    }),
    { seed: SEED, numRuns, endOnFailure: true },
  )
  return compared
}

function upTo(end: number, series: Series): Series {
  return { ...series, samples: series.samples.filter(({ at }) => at <= end) }
}

/** In every other gap the target went away. */
function withStaleMarkers(series: Series): Series {
  const staleAt = series.samples.flatMap(({ at }, index) => {
    const next = series.samples[index + 1]
    const isGap = next === undefined || next.at - at > 20
    return isGap && index % 2 === 0 ? [later(at, seconds(15))] : []
  })
  return { ...series, staleAt }
}

function inFleet(fleet: string, { term, context }: Case): Case {
  return { term, context: { ...context, matchers: [...context.matchers, equals('fleet', fleet)] } }
}

interface Answer {
  readonly key: string
  readonly value: number
}

/** All cases in one query; the label `case` tells them apart. */
async function ask(baseUrl: string, time: number, cases: readonly Case[]): Promise<Map<string, readonly Answer[]>> {
  const parts = cases.map(
    ({ term, context }, index) => `label_replace(${toPromql(term, context)}, "case", ${quote(String(index))}, "", "")`,
  )
  const body = new URLSearchParams({ query: parts.join(' or '), time: String(time) })
  const response = await fetch(`${baseUrl}/api/v1/query`, { method: 'POST', body })
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
  const { data } = JSON.parse(text) as {
    data: { result: { metric: Record<string, string>; value: [number, string] }[] }
  }
  const answers = new Map<string, Answer[]>()
  for (const { metric, value } of data.result) {
    const { case: index = '', ...labels } = metric
    const rows = answers.get(index) ?? []
    rows.push({ key: keyOf(labels), value: Number(value[1].replace('Inf', 'Infinity')) })
    answers.set(index, rows)
  }
  for (const rows of answers.values()) rows.sort(byKey)
  return answers
}

function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function byKey(one: Answer, other: Answer): number {
  return one.key < other.key ? -1 : 1
}

function isSame(one: number, other: number): boolean {
  if (Object.is(one, other) || one === other) return true
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other), 1e-3)
}
