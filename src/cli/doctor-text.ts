import type { SignalLine } from '../audit/doctor/signal-table.ts'
import { type Examined, firstBroken } from '../audit/doctor/walk.ts'
import { formatReason } from '../domain/quantity.ts'
import { cut, padEnd, wrap } from '../report/columns.ts'
import { type Painter, createPainter } from '../report/painter.ts'
import { plain } from '../report/plain-text.ts'
import type { Exposer } from '../signals/signal.ts'
import type { DoctorResult } from './doctor-result.ts'
import type { CliIo } from './io.ts'

const WIDEST = 120
const NARROWEST = 40
const NAME_COLUMNS = 10

/** The path with one line a link, the signals, and last, where a terminal ends, what to mend first. */
export function toDoctorText(
  result: DoctorResult,
  { colour, columns: terminal }: Pick<CliIo, 'colour' | 'columns'>,
): string {
  const columns = Math.min(WIDEST, Math.max(NARROWEST, terminal ?? WIDEST))
  const painter = createPainter(colour)
  const lines = [
    ...headLines(result, painter),
    '',
    ...result.walk.links.map((link) => linkLine(link, columns, painter)),
    '',
    ...signalLines(result.signals, columns, painter),
    '',
    ...lastLines(result, columns, painter),
  ]
  return `${lines.join('\n')}\n`
}

function headLines({ facts, walk }: DoctorResult, painter: Painter): readonly string[] {
  const { prometheus, settings, engines } = facts
  const where = [
    ...(prometheus === undefined ? [] : [prometheus.url, settings.selector]),
    ...engines.slice(0, 3).map(({ url }) => url),
  ]
  const broken = walk.links.filter(({ finding }) => finding.status === 'broken').map(({ id }) => id)
  const verdicts = {
    ok: painter.green('nothing is broken'),
    broken: painter.red(`broken: ${broken.join(', ')}`),
    unknown: painter.yellow('cannot tell whether it works'),
  }
  return [`${painter.bold(verdicts[walk.standing])} · ${plain(where.join(' · '))}`]
}

/** One line whatever is in it: the rest of a long one is in the JSON. */
function linkLine({ id, finding }: Examined, columns: number, painter: Painter): string {
  const marks = { ok: painter.green('✓'), broken: painter.red('✗'), unknown: painter.yellow('?') }
  const settle = finding.status === 'unknown' && finding.settle !== undefined ? `: ${finding.settle}` : ''
  const text = cut(plain(finding.says + settle), columns - NAME_COLUMNS - 5)
  return `  ${marks[finding.status]} ${padEnd(id, NAME_COLUMNS)} ${text}`
}

const SECTIONS: Readonly<Record<Exposer, string>> = {
  engine: 'from the engines',
  scrape: 'from the scrapes',
  gpu: 'from the GPUs',
  host: 'from the hosts',
  gateway: 'from the gateway',
  log: 'from the logs',
}

function signalLines(signals: readonly SignalLine[], columns: number, painter: Painter): readonly string[] {
  const available = signals.filter(isAvailable).length
  const exposers = [...new Set(signals.map(({ exposer }) => exposer))]
  return [
    painter.bold(`Signals: ${available} of ${signals.length}`),
    ...exposers.flatMap((exposer) => {
      const own = signals.filter((line) => line.exposer === exposer)
      const there = own.filter(isAvailable)
      const head = `  ${padEnd(SECTIONS[exposer], 17)} ${there.length} of ${own.length}`
      return [head, ...absentLines(own, columns, painter)]
    }),
  ]
}

/** Those that one change brings stand together. */
function absentLines(signals: readonly SignalLine[], columns: number, painter: Painter): readonly string[] {
  const groups = new Map<string, { readonly line: SignalLine; readonly titles: string[] }>()
  for (const line of signals) {
    if (line.state.status === 'available') continue
    const key = `${line.state.reason} ${line.enableWith}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { line, titles: [line.title] })
    else group.titles.push(line.title)
  }
  return [...groups.values()].flatMap(({ line, titles }) => {
    const reason = line.state.status === 'absent' ? formatReason(line.state.reason) : ''
    const what = wrap(plain(`${titles.join(', ')} (${reason})`), columns - 6)
    const how = wrap(plain(`to have it: ${line.enableWith}`), columns - 8)
    return [
      ...what.map((text, index) => `    ${index === 0 ? painter.yellow('-') : ' '} ${text}`),
      ...how.map((text) => painter.dim(`        ${text}`)),
    ]
  })
}

function isAvailable({ state }: SignalLine): boolean {
  return state.status === 'available'
}

function lastLines({ walk }: DoctorResult, columns: number, painter: Painter): readonly string[] {
  const first = firstBroken(walk)
  if (first?.finding.status !== 'broken') return unbroken(walk.standing === 'ok', painter)
  const { says, mend } = first.finding
  return [
    painter.bold(`Mend first: ${first.id}`),
    ...wrap(plain(says), columns - 2).map((text) => `  ${text}`),
    '',
    ...wrap(plain(mend.text), columns - 2).map((text) => `  ${text}`),
    // For pasting: never wrapped.
    ...(mend.paste.length === 0 ? [] : ['', ...mend.paste.map((line) => `      ${plain(line)}`)]),
  ]
}

function unbroken(isOk: boolean, painter: Painter): readonly string[] {
  return isOk
    ? [painter.green('The path holds: samples of the fleet arrive and are found.')]
    : [painter.yellow('No link is known to be broken, and no samples are known to arrive: settle what has a ? above.')]
}
