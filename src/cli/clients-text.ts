import type { ClientCounts, ClientUse } from '../domain/clients.ts'
import { toIso } from '../domain/time.ts'
import { type Window, lengthOf } from '../domain/window.ts'
import { cut, padEnd, padStart, wrap } from '../report/columns.ts'
import { type Painter, createPainter } from '../report/painter.ts'
import { plain } from '../report/plain-text.ts'
import { type ClientsResult, shareOf, tokensOf } from './clients-result.ts'
import type { CliIo } from './io.ts'

const WIDEST = 120
const NARROWEST = 60
const CLIENT_COLUMNS = 40

/** Who sent what, for a person: what was read, a line a client, and what the numbers rest on. */
export function toClientsText(
  result: ClientsResult,
  { colour, columns: terminal }: Pick<CliIo, 'colour' | 'columns'>,
): string {
  const columns = Math.min(WIDEST, Math.max(NARROWEST, terminal ?? WIDEST))
  const painter = createPainter(colour)
  const { shapes } = result
  const notes = [...meanings(result), ...result.notes]
  const lines = [
    ...wrap(headline(result), columns).map((line) => painter.bold(line)),
    ...wrap(linesRead(result), columns).map((line) => painter.dim(line)),
    '',
    ...table(result, columns, painter),
    ...moreLine(result, columns),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => bullet(note, columns))]),
    ...(shapes.length === 0
      ? []
      : [
          '',
          'Lines that were not understood look like this (a letter as a, a digit as 0):',
          ...shapes.map(({ kind, shape }) => `  ${padEnd(kind, 7)} ${cut(plain(shape), columns - 10)}`),
        ]),
  ]
  return `${lines.join('\n')}\n`
}

function headline({ reading, isTimed, lines: read }: ClientsResult): string {
  const { total, window, baseline, lines } = reading
  const format = lines?.formats[0] ?? 'no known format'
  const untimed = read.requests === 0 ? '' : ', no times in the lines'
  const span = isTimed ? `, ${toIso(window.start)} to ${toIso(window.end)} (${lengthText(window)})` : untimed
  const compared = baseline === undefined ? '' : `, before it ${lengthText(baseline)}`
  return plain(`${grouped(total.now.requests)} inference requests in ${format}${span}${compared}`)
}

function linesRead({ lines }: ClientsResult): string {
  const unparsed = lines.broken + lines.unknown
  return `parsed ${grouped(lines.accessLines)} access lines of ${grouped(lines.total)} lines: ${grouped(lines.requests)} of inference; ${grouped(unparsed)} not understood, ${grouped(lines.other)} of other kinds`
}

function moreLine({ more }: ClientsResult, columns: number): readonly string[] {
  if (more === undefined) return []
  const who = more.clients === undefined ? 'more' : `${grouped(more.clients)} more`
  return wrap(`… and ${who} with ${grouped(more.requests)} requests; --top shows more of them`, columns)
}

/** What a column's word means, where it tells something. */
function meanings({ reading }: ClientsResult): readonly string[] {
  const { failures = 0, busySeconds = 0 } = reading.total.now
  return [
    ...(failures > 0 ? ['failed: answered with 5xx, or given up by the client (499) or without any answer'] : []),
    ...(busySeconds > 0 ? ['at once: how many of its requests were being answered at a time, on average'] : []),
  ]
}

interface Column {
  readonly title: string
  readonly cell: (counts: ClientCounts, use?: ClientUse) => string | undefined
}

function table(result: ClientsResult, columns: number, painter: Painter): readonly string[] {
  const { reading, top } = result
  const shown = columnsOf(result).filter(({ cell }) => cell(reading.total.now, top[0]) !== undefined)
  const rows = [
    ...top.map((use) => ({ name: use.client, cells: shown.map(({ cell }) => cell(use.now, use) ?? '–') })),
    ...(reading.unattributed.now.requests > 0
      ? [{ name: 'nobody named', cells: shown.map(({ cell }) => cell(reading.unattributed.now) ?? '–') }]
      : []),
    { name: 'all', cells: shown.map(({ cell }) => cell(reading.total.now) ?? '–') },
  ]
  const widths = shown.map(({ title }, index) =>
    Math.max(title.length, ...rows.map(({ cells }) => (cells[index] ?? '').length)),
  )
  const room = columns - widths.reduce((sum, width) => sum + width + 2, 0)
  const first = Math.max(12, Math.min(room, CLIENT_COLUMNS, Math.max(6, ...rows.map(({ name }) => plain(name).length))))
  const line = (name: string, cells: readonly string[]): string =>
    `${padEnd(cut(plain(name), first), first)}${cells.map((cell, index) => `  ${padStart(cell, widths[index] ?? 0)}`).join('')}`
  return [
    painter.bold(
      line(
        reading.identity.replaceAll('_', ' '),
        shown.map(({ title }) => title),
      ),
    ),
    ...rows.map(({ name, cells }) => line(name, cells)),
  ]
}

function columnsOf({ reading, by, isTimed }: ClientsResult): readonly Column[] {
  const { total, window } = reading
  const length = lengthOf(window)
  const of = by === 'request_bytes' ? 'bytes' : by
  return [
    { title: `of ${of}`, cell: (counts) => percent(shareOf(counts, total.now, by)) },
    {
      title: 'before',
      cell: (counts, use) => {
        if (total.before === undefined) return undefined
        if (counts === total.now) return '100 %'
        return use?.before === undefined ? undefined : percent(shareOf(use.before, total.before, by))
      },
    },
    { title: 'requests', cell: ({ requests }) => grouped(requests) },
    { title: 'a second', cell: ({ requests }) => (isTimed && length > 0 ? decimals(requests / length, 2) : undefined) },
    { title: 'failed', cell: ({ failures }) => (failures === undefined ? undefined : grouped(failures)) },
    { title: 'tokens', cell: (counts) => optional(tokensOf(counts), grouped) },
    { title: 'bytes', cell: ({ requestBytes }) => optional(requestBytes, bytesText) },
    {
      title: 'at once',
      cell: ({ busySeconds }) =>
        isTimed && length > 0 ? optional(busySeconds, (seconds) => decimals(seconds / length, 1)) : undefined,
    },
    {
      title: 'upstreams',
      cell: ({ upstreams }, use) => optional(upstreams ?? use?.now.upstreams, (own) => String(Object.keys(own).length)),
    },
  ]
}

function optional<Value>(value: Value | undefined, text: (value: Value) => string): string | undefined {
  return value === undefined ? undefined : text(value)
}

function percent(share: number | undefined): string | undefined {
  return share === undefined ? undefined : `${(share * 100).toFixed(1)} %`
}

function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/gu, ',')
}

/** With so many digits behind the point, or as many more as it takes to show that it is not nothing. */
function decimals(value: number, digits: number): string {
  const isShown = value === 0 || value >= 10 ** -digits
  if (isShown) return value.toFixed(digits)
  return value < 0.001 ? '<0.001' : value.toFixed(3)
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

function bytesText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power] ?? 'B'}`
}

function lengthText(window: Window): string {
  const length = Math.round(lengthOf(window))
  if (length < 120) return `${length} s`
  return length < 7200 ? `${Math.round(length / 60)} min` : `${(length / 3600).toFixed(1)} h`
}

function bullet(note: string, columns: number): readonly string[] {
  return wrap(plain(note), columns - 2).map((line, index) => `${index === 0 ? '-' : ' '} ${line}`)
}
