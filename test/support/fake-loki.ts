import type { FakeReply, FakeRequest } from '../evidence/fake-prometheus.ts'
import { type LogLine, QUOTED, anchored, matchGroups, matchPattern, unquoted, valueAt } from './log-lines.ts'

export interface FakeLokiOptions {
  /** `max_query_series`. */
  readonly mostSeries?: number
}

interface Row {
  readonly labels: Record<string, string>
  readonly line: string
  value: number
}

/**
 * Counts lines as Loki does, as far as whyslow's questions go; what else is asked is an error of its parser. Shards answer
 * with the inner sums, so the limit of series is on these, whatever `topk` stands around them.
 */
export function fakeLoki(
  lines: readonly LogLine[],
  { mostSeries = 500 }: FakeLokiOptions = {},
): (request: FakeRequest) => FakeReply {
  return ({ method, path, form }) => {
    const query = form.get('query') ?? ''
    if (method !== 'GET') return text(405, 'method not allowed')
    try {
      if (path === '/loki/api/v1/query') {
        const rows = evaluate(query, lines, { at: seconds(form.get('time')), mostSeries })
        const result = rows.map(({ labels, value }) => ({
          metric: labels,
          value: [seconds(form.get('time')), String(value)],
        }))
        return json({ resultType: 'vector', result, stats: {} })
      }
      if (path !== '/loki/api/v1/query_range') return text(404, '404 page not found')
      const [start, end, step] = [seconds(form.get('start')), seconds(form.get('end')), Number(form.get('step'))]
      const series = new Map<string, { metric: Record<string, string>; values: [number, string][] }>()
      for (let at = start; at <= end; at += step) {
        for (const { labels, value } of evaluate(query, lines, { at, mostSeries })) {
          const key = JSON.stringify(labels)
          const own = series.get(key) ?? { metric: labels, values: [] }
          own.values.push([at, String(value)])
          series.set(key, own)
        }
      }
      return json({ resultType: 'matrix', result: [...series.values()], stats: {} })
    } catch (error) {
      return text(400, error instanceof Error ? error.message : 'parse error')
    }
  }
}

interface Moment {
  readonly at: number
  readonly mostSeries: number
}

function evaluate(query: string, lines: readonly LogLine[], moment: Moment): readonly Row[] {
  const top = /^topk\((\d+), (.*)\)$/s.exec(query)
  if (top !== null) {
    const rows = evaluate(top[2] ?? '', lines, moment)
    return rows.toSorted((one, other) => other.value - one.value).slice(0, Number(top[1]))
  }
  const count = /^count by \((\w+)\) \((sum by .*)\)$/s.exec(query)
  if (count !== null) {
    const counts = new Map<string, number>()
    for (const { labels } of evaluate(count[2] ?? '', lines, moment)) {
      const own = labels[count[1] ?? ''] ?? ''
      counts.set(own, (counts.get(own) ?? 0) + 1)
    }
    return [...counts].map(([own, value]) => ({ labels: { [count[1] ?? '']: own }, line: '', value }))
  }
  const sum = /^sum(?: by \(([A-Za-z_]\w*(?:, [A-Za-z_]\w*)*)\))? ?\((.*)\)$/s.exec(query)
  if (sum === null) throw new Error(`parse error at line 1, col 1: syntax error: ${query.slice(0, 20)}`)
  const [, by, inner = ''] = sum
  const groups = new Map<string, Row>()
  for (const { labels, value } of overTime(inner, lines, moment.at)) {
    const own: Record<string, string> = {}
    for (const name of by?.split(', ') ?? []) if (labels[name] !== undefined) own[name] = labels[name] ?? ''
    const key = JSON.stringify(own)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { labels: own, line: '', value })
    else known.value += value
  }
  if (groups.size > moment.mostSeries) {
    throw new Error(`maximum of series (${moment.mostSeries}) reached for a single query`)
  }
  return [...groups.values()]
}

function overTime(text: string, lines: readonly LogLine[], at: number): readonly Row[] {
  const [, kind, found = '', range = ''] = /^(count|sum)_over_time\((.*) \[(\d+)s\]\)$/s.exec(text) ?? []
  if (kind === undefined) throw new Error('parse error: no range aggregation')
  const [, selector = '', stages = ''] = FOUND.exec(found) ?? []
  const rows = lines
    .filter((line) => line.at > at - Number(range) && line.at <= at && isSelected(selector, line.labels))
    .map(({ labels, line }): Row => ({ labels: { ...labels }, line, value: 1 }))
  let kept: readonly Row[] = rows
  for (const stage of stagesOf(stages)) kept = kept.filter((row) => pass(stage, row))
  return kept
}

const FOUND = new RegExp(`^\\{((?:[^"}]|${QUOTED})*)\\}(.*)$`, 's')

function isSelected(selector: string, labels: Readonly<Record<string, string>>): boolean {
  const matchers = [...selector.matchAll(new RegExp(`(\\w+)(=~|!~|!=|=)(${QUOTED})`, 'g'))]
  if (matchers.length === 0) throw new Error('parse error: queries require at least one matcher')
  return matchers.every(([, name = '', op = '', value = '']) => compare(labels[name] ?? '', op, unquoted(value)))
}

function compare(own: string, op: string, value: string): boolean {
  const isSame = op === '=' || op === '!=' ? own === value : anchored(value).test(own)
  return op.startsWith('!') ? !isSame : isSame
}

const STAGE = new RegExp(
  `^ (?:\\|= ${QUOTED}|\\| (?:pattern|regexp) ${QUOTED}|\\| json (?:\\w+=${QUOTED}(?:, )?)+|\\| label_format \\w+=\`[^\`]*\`|\\| unwrap \\w+|\\| \\w+(?:=~|!~|!=|=)${QUOTED})`,
  's',
)

function stagesOf(text: string): readonly string[] {
  const stages: string[] = []
  let rest = text
  while (rest !== '') {
    const stage = STAGE.exec(rest)?.[0]
    if (stage === undefined) throw new Error(`parse error: unexpected ${rest.slice(0, 30)}`)
    stages.push(stage)
    rest = rest.slice(stage.length)
  }
  return stages
}

/** Applies a stage to a row; false takes it out. */
function pass(stage: string, row: Row): boolean {
  const quoted = new RegExp(QUOTED, 's').exec(stage)?.[0]
  const value = quoted === undefined ? '' : unquoted(quoted)
  if (stage.startsWith(' |= ')) return row.line.includes(value)
  if (stage.startsWith(' | pattern ')) return extend(row, matchPattern(value, row.line))
  if (stage.startsWith(' | regexp ')) return extend(row, matchGroups(value, row.line))
  if (stage.startsWith(' | json ')) {
    for (const [, name = '', own = ''] of stage.matchAll(new RegExp(`(\\w+)=(${QUOTED})`, 'gs'))) {
      const keys = [...unquoted(own).matchAll(new RegExp(`\\[(${QUOTED})\\]`, 'gs'))].map(([, key = '']) =>
        unquoted(key),
      )
      extend(row, { [name]: valueAt(row.line, keys) ?? '' })
    }
    return true
  }
  const format = /^ \| label_format (\w+)=`\{\{ regexReplaceAll "([^"]*)" \.(\w+) "" \}\}`$/.exec(stage)
  if (format !== null) {
    return extend(row, {
      [format[1] ?? '']: (row.labels[format[3] ?? ''] ?? '').replace(new RegExp(format[2] ?? ''), ''),
    })
  }
  const unwrap = /^ \| unwrap (\w+)$/.exec(stage)?.[1]
  if (unwrap !== undefined) {
    row.value = Number(row.labels[unwrap])
    if (Number.isNaN(row.value)) extend(row, { __error__: 'SampleExtractionErr' })
    return true
  }
  const [, name = '', op = ''] = /^ \| (\w+)(=~|!~|!=|=)/.exec(stage) ?? []
  return compare(row.labels[name] ?? '', op, value)
}

/** A label of a stream keeps its name; what is extracted under the same is renamed. */
function extend(row: Row, fields: Readonly<Record<string, string>>): true {
  for (const [name, value] of Object.entries(fields)) {
    const isTaken = row.labels[name] !== undefined && !name.startsWith('whyslow_')
    row.labels[isTaken ? `${name}_extracted` : name] = value
  }
  return true
}

function seconds(nanoseconds: string | null): number {
  if (nanoseconds === null || !/^\d{19}$/.test(nanoseconds)) throw new Error('could not parse the time')
  return Number(BigInt(nanoseconds) / 1_000_000n) / 1000
}

function text(status: number, body: string): FakeReply {
  return { status, type: 'text/plain', body }
}

function json(data: unknown): FakeReply {
  return { body: JSON.stringify({ status: 'success', data }) }
}
