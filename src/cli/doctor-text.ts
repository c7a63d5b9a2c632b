import { type SignalLine, toHave } from '../audit/doctor/signal-table.ts'
import { type Examined, firstBroken } from '../audit/doctor/walk.ts'
import { formatReason } from '../domain/quantity.ts'
import { inEnglish } from '../domain/text.ts'
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
    ...signalLines(result, columns, painter),
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
  direct: 'from asking the instances',
  clients: 'from access logs',
}

const SECTION_COLUMNS = Math.max(...Object.values(SECTIONS).map((section) => section.length))

function signalLines(result: DoctorResult, columns: number, painter: Painter): readonly string[] {
  const { signals } = result
  const available = signals.filter(isAvailable).length
  const exposers = [...new Set(signals.map(({ exposer }) => exposer))]
  const hasEngines = signals.some((line) => line.exposer === 'engine' && isAvailable(line))
  const sections = hasEngines || result.walk.standing !== 'broken' ? exposers : []
  return [
    painter.bold(`Signals: ${available} of ${signals.length}`) +
      (sections.length === 0 ? ', until the path is mended' : ''),
    ...sections.flatMap((exposer) => {
      const own = signals.filter((line) => line.exposer === exposer)
      const count = own.filter(isAvailable).length
      return [
        `  ${padEnd(SECTIONS[exposer], SECTION_COLUMNS)} ${count} of ${own.length}`,
        ...(count === 0 ? noneLines(own, columns, painter) : absentLines(own, columns, painter)),
      ]
    }),
  ]
}

/** Where none of an exposer's signals is there, what most of them need is the one thing to do first. */
function noneLines(signals: readonly SignalLine[], columns: number, painter: Painter): readonly string[] {
  const [commonest] = groupsOf(signals).toSorted((one, other) => other.titles.length - one.titles.length)
  return commonest === undefined ? [] : howLines(commonest, columns, painter)
}

function absentLines(signals: readonly SignalLine[], columns: number, painter: Painter): readonly string[] {
  return groupsOf(signals).flatMap((group) => [
    ...wrap(plain(`${group.titles.join(' · ')}: ${group.reason}`), columns - 6).map(
      (text, index) => `    ${index === 0 ? painter.yellow('-') : ' '} ${text}`,
    ),
    ...howLines(group, columns, painter),
  ])
}

function howLines({ how, reason }: Group, columns: number, painter: Painter): readonly string[] {
  const text = how === undefined ? `not read: ${reason}` : `to have it: ${how}`
  return wrap(plain(text), columns - 8).map((line) => painter.dim(`        ${line}`))
}

/** Those that one change brings. */
interface Group {
  readonly titles: readonly string[]
  readonly reason: string
  readonly how: string | undefined
}

function groupsOf(signals: readonly SignalLine[]): readonly Group[] {
  const groups = new Map<
    string,
    { readonly titles: string[]; readonly reason: string; readonly how: string | undefined }
  >()
  for (const line of signals) {
    if (line.state.status === 'available') continue
    const reason = inEnglish(formatReason(line.state.reason))
    const how = toHave(line)
    const key = JSON.stringify([reason, how])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { titles: [line.title], reason, how })
    else group.titles.push(line.title)
  }
  return [...groups.values()]
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
