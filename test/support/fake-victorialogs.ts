import type { FakeReply, FakeRequest } from '../evidence/fake-prometheus.ts'
import { type LogLine, QUOTED, matchGroups, matchPattern, unquoted, valueAt } from './log-lines.ts'

interface Row {
  readonly fields: Record<string, string>
  readonly at: number
}

export interface FakeVictoriaLogsOptions {
  /** More groups than this do not fit into its memory. */
  readonly mostGroups?: number
}

interface Counted {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Counts lines as VictoriaLogs does, as far as whyslow's questions go; what else is asked is an error of its parser. */
export function fakeVictoriaLogs(
  lines: readonly LogLine[],
  { mostGroups = Infinity }: FakeVictoriaLogsOptions = {},
): (request: FakeRequest) => FakeReply {
  const rows = lines.map(({ at, line, labels }): Row => ({ at, fields: { ...labels, _msg: line } }))
  return ({ path, form }) => {
    const query = form.get('query') ?? ''
    try {
      if (path === '/select/logsql/stats_query') {
        const at = Number(form.get('time'))
        const result = evaluate(query, rows, mostGroups).map(({ labels, value }) => ({
          metric: labels,
          value: [at, String(value)],
        }))
        return json({ resultType: 'vector', result })
      }
      if (path !== '/select/logsql/stats_query_range') throw new Error(`unsupported path requested: "${path}"`)
      const buckets = new Map<number, Row[]>()
      for (const row of rows) {
        const key = Math.floor(row.at / 60) * 60
        buckets.set(key, [...(buckets.get(key) ?? []), row])
      }
      const series = new Map<string, { metric: Counted['labels']; values: [number, string][] }>()
      for (const [key, own] of [...buckets].toSorted(([one], [other]) => one - other)) {
        for (const { labels, value } of evaluate(query, own, mostGroups)) {
          const name = JSON.stringify(labels)
          const known = series.get(name) ?? { metric: labels, values: [] }
          known.values.push([key, String(value)])
          series.set(name, known)
        }
      }
      return json({ resultType: 'matrix', result: [...series.values()] })
    } catch (error) {
      return { status: 400, type: 'text/plain', body: error instanceof Error ? error.message : 'bad' }
    }
  }
}

function evaluate(query: string, all: readonly Row[], mostGroups: number): readonly Counted[] {
  const [filters = '', ...pipes] = split(query, ' | ')
  let rows = all.map(({ at, fields }): Row => ({ at, fields: { ...fields } })).filter((row) => accepts(filters, row))
  let counted: readonly Counted[] | undefined
  for (const pipe of pipes) {
    if (pipe.startsWith('stats ')) counted = stats(pipe, rows, mostGroups)
    else if (counted === undefined) rows = rows.filter((row) => apply(pipe, row))
    else counted = order(pipe, counted)
  }
  if (counted === undefined) throw new Error('missing stats pipe')
  return counted
}

/** Splits outside of quotes. */
function split(text: string, by: string): readonly string[] {
  const parts: string[] = []
  let own = ''
  for (const [piece] of text.matchAll(new RegExp(`${QUOTED}|[^"]`, 'gs'))) {
    own += piece
    if (own.endsWith(by) && !piece.startsWith('"')) {
      parts.push(own.slice(0, -by.length))
      own = ''
    }
  }
  return [...parts, own]
}

const TERM = new RegExp(
  `^\\s*(?:_time:\\[([^,]+), ([^)]+)\\)|(!?)(${QUOTED}):(=|~)(${QUOTED})|(${QUOTED}):in\\(((?:${QUOTED}(?:, )?)*)\\)|(${QUOTED}))`,
  's',
)

function accepts(filters: string, { at, fields }: Row): boolean {
  let rest = filters
  let isKept = true
  while (rest.trim() !== '') {
    const term = TERM.exec(rest)
    if (term === null) throw new Error(`cannot parse query: unexpected ${rest.slice(0, 30)}`)
    const [whole, from, to, not, name, op, value, among, values, word] = term
    if (from !== undefined && to !== undefined) isKept &&= at * 1000 >= Date.parse(from) && at * 1000 < Date.parse(to)
    else if (name !== undefined && value !== undefined) {
      const own = fields[unquoted(name)] ?? ''
      const isSame = op === '=' ? own === unquoted(value) : new RegExp(unquoted(value), 's').test(own)
      isKept &&= not === '!' ? !isSame : isSame
    } else if (among !== undefined) {
      const names = [...(values ?? '').matchAll(new RegExp(QUOTED, 'gs'))].map(([one]) => unquoted(one))
      isKept &&= names.includes(fields[unquoted(among)] ?? '')
    } else if (word !== undefined) isKept &&= new RegExp(`\\b${unquoted(word)}\\b`).test(fields['_msg'] ?? '')
    rest = rest.slice(whole.length)
  }
  return isKept
}

function apply(pipe: string, row: Row): boolean {
  const { fields } = row
  const line = fields['_msg'] ?? ''
  const quoted = [...pipe.matchAll(new RegExp(QUOTED, 'gs'))].map(([one]) => unquoted(one))
  const [first = '', second = '', third = ''] = quoted
  if (pipe.startsWith('filter ')) return accepts(pipe.slice('filter '.length), row)
  if (/^extract ".*" from _msg$/s.test(pipe)) Object.assign(fields, matchPattern(first, line))
  else if (/^extract_regexp ".*" from _msg$/s.test(pipe)) Object.assign(fields, matchGroups(first, line))
  else if (pipe.startsWith('unpack_json from _msg fields (')) {
    const prefix = quoted.at(-1) ?? ''
    for (const name of quoted.slice(0, -1)) {
      fields[`${prefix}${name}`] = valueAt(line, [name]) ?? valueAt(line, name.split('.')) ?? ''
    }
  } else if (pipe.startsWith('replace_regexp (')) {
    fields[third] = (fields[third] ?? '').replace(new RegExp(first), second)
  } else throw new Error(`unexpected pipe ${pipe.slice(0, 30)}`)
  return true
}

function stats(pipe: string, rows: readonly Row[], mostGroups: number): readonly Counted[] {
  const [, by, functions = ''] =
    new RegExp(`^stats (?:by \\((${QUOTED}(?:, ${QUOTED})*)\\) )?(.*)$`, 's').exec(pipe) ?? []
  const names = [...(by ?? '').matchAll(new RegExp(QUOTED, 'gs'))].map(([one]) => unquoted(one))
  const keyOf = ({ fields }: Row): string => JSON.stringify(names.map((name) => [name, fields[name] ?? '']))
  const groups = new Map<string, Row[]>()
  if (names.length === 0) groups.set('[]', [...rows])
  else for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  if (groups.size > mostGroups) throw new Error('cannot calculate [stats], since it requires more than 100MB of memory')
  return [...groups].flatMap(([key, own]) =>
    split(functions, ', ').map((text) => {
      const [, asked = '', alias = ''] = /^(.*) as (\w+)$/s.exec(text) ?? []
      const labels = { __name__: alias, ...labelsIn(key) }
      return { labels, value: valueOf(asked, own) }
    }),
  )
}

/** A field without a value is left out. */
function labelsIn(key: string): Readonly<Record<string, string>> {
  const pairs: readonly (readonly [string, string])[] = JSON.parse(key)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

function valueOf(asked: string, rows: readonly Row[]): number {
  if (asked === 'count()') return rows.length
  const unique = new RegExp(`^count_uniq\\((${QUOTED})\\)$`, 's').exec(asked)?.[1]
  if (unique !== undefined) return new Set(rows.map(({ fields }) => fields[unquoted(unique)])).size
  const condition = /^count\(\) if \((.*)\)$/s.exec(asked)?.[1]
  if (condition !== undefined) return rows.filter((row) => accepts(condition, row)).length
  const field = new RegExp(`^sum\\((${QUOTED})\\)$`, 's').exec(asked)?.[1]
  if (field === undefined) throw new Error(`unknown stats function ${asked}`)
  const numbers = rows
    .map(({ fields }) => fields[unquoted(field)] ?? '')
    .filter((text) => text !== '' && !Number.isNaN(Number(text)))
  return numbers.length === 0 ? Number.NaN : numbers.reduce((sum, text) => sum + Number(text), 0)
}

/** Rows of a group stay together, since they are one row of the store. */
function order(pipe: string, counted: readonly Counted[]): readonly Counted[] {
  const groupOf = ({ labels }: Counted): string => JSON.stringify({ ...labels, __name__: '' })
  const groups = new Map<string, Counted[]>()
  for (const one of counted) groups.set(groupOf(one), [...(groups.get(groupOf(one)) ?? []), one])
  if (pipe === 'sort by (requests desc)') {
    const requests = (own: readonly Counted[]): number =>
      own.find(({ labels }) => labels['__name__'] === 'requests')?.value ?? 0
    return [...groups.values()].toSorted((one, other) => requests(other) - requests(one)).flat()
  }
  const limit = /^limit (\d+)$/.exec(pipe)?.[1]
  if (limit === undefined) throw new Error(`unexpected pipe ${pipe}`)
  return [...groups.values()].slice(0, Number(limit)).flat()
}

function json(data: unknown): FakeReply {
  return { body: JSON.stringify({ status: 'success', data }) }
}
