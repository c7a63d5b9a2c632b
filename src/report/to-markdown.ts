import type { Action } from '../domain/action.ts'
import { STAGES } from '../domain/diagnosis.ts'
import { clientsOf } from '../domain/evidence.ts'
import { codeMarkdown, escapeMarkdown, longestRun } from '../domain/markdown.ts'
import { toIso } from '../domain/time.ts'
import { andMore, inEnglish } from '../domain/text.ts'
import { clientColumns, moreClients } from './client-table.ts'
import { clientNotes, whoText } from './client-text.ts'
import { showCell } from './format.ts'
import { INSTANCE_COLUMNS, busiest } from './instance-table.ts'
import { missingTexts } from './missing-text.ts'
import { latencyText, whatText } from './change-text.ts'
import { ANSWER_MARKS, askText, asked, readingText } from './path-text.ts'
import { plain } from './plain-text.ts'
import { runbookLink } from './runbook-link.ts'
import { STAGE_TITLES } from './stage-line.ts'
import { doubtTexts } from './standing.ts'
import type { TriageResult } from './triage-result.ts'

const INSTANCES_SHOWN = 50
const CLIENTS_SHOWN = 25

/** One triage as Markdown, to start a post-mortem from. */
export function toMarkdown(result: TriageResult): string {
  const { diagnosis, evidence, incident } = result
  const { headline, actions } = diagnosis
  const { scope, window } = evidence
  const link = runbookLink(result)
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [
      `# ${escape(headline.title)}`,
      [
        ...list([
          `Cause: ${code(headline.cause)} (${headline.certainty})`,
          `Alerts: ${incident.alerts.length === 0 ? 'none' : incident.alerts.map(escape).join(', ')} (${incident.status})`,
          `Scope: ${escape([scope.cluster, scope.modelName, scope.instance].filter((part) => part !== undefined).join(' / '))}`,
          `Window: ${toIso(window.start)} to ${toIso(window.end)}`,
          ...(incident.startsAt === undefined ? [] : [`Since: ${toIso(incident.startsAt)}`]),
          ...(link === undefined ? [] : [`Runbook: <${plain(link)}>`]),
        ]),
      ],
    ],
    ['## Why', list([...headline.because, ...doubtTexts(headline, inEnglish)].map(escape))],
    [
      '## Also',
      list(
        diagnosis.contributing.map(({ cause, certainty, title }) => `${code(cause)} (${certainty}): ${escape(title)}`),
      ),
    ],
    ['## Where the time goes', stageTable(result)],
    ['## Instances', instances(result)],
    ['## Clients', clients(result)],
    [
      '## Changed',
      list(
        diagnosis.changes.map((line) =>
          escape(`${toIso(line.change.at)} ${whatText(line, inEnglish)}${latencyText(line, inEnglish)}`),
        ),
      ),
    ],
    ['## Path', path(result)],
    [
      '## Not ruled out',
      list(
        diagnosis.notRuledOut.map(
          ({ cause, missing, settleWith }) =>
            `${code(cause)}: ${missing.length === 0 ? '' : `${escape(missing.join(', '))} not read; `}settle it: ${escape(settleWith)}`,
        ),
      ),
    ],
    ['## Cannot all be true', list(diagnosis.contradictions.map(escape))],
    ['## Missing', list(missingTexts(diagnosis.missing, inEnglish).map(escape))],
    ['## Do now', tasks(actions.now)],
    ['## Do today', tasks(actions.today)],
    ['## This week', tasks(actions.thisWeek)],
    ['## To undo', tasks(actions.rollback)],
    ['## Queries', queries(result)],
  ]
  const text = parts.filter(([, body]) => body.length > 0).map(([title, body]) => [title, '', ...body].join('\n'))
  return `${text.join('\n\n')}\n`
}

function stageTable({ diagnosis }: TriageResult): readonly string[] {
  const rows = [...STAGES, 'e2e' as const].map((stage) => {
    const { now, baseline, growthShare } = diagnosis.budget[stage]
    return [
      inEnglish(STAGE_TITLES[stage]),
      showCell(now, 'seconds', inEnglish),
      showCell(baseline, 'seconds', inEnglish),
      showCell(growthShare, 'ratio', inEnglish),
    ]
  })
  return table(['stage', 'now', 'before', 'share of the growth'], rows)
}

function instances({ diagnosis }: TriageResult): readonly string[] {
  const lines = diagnosis.instances
  if (lines.length === 0) return []
  const rows = busiest(lines, INSTANCES_SHOWN).map((line) => INSTANCE_COLUMNS.map(({ cell }) => cell(line)))
  const more = lines.length > INSTANCES_SHOWN ? ['', inEnglish(andMore(lines.length - INSTANCES_SHOWN))] : []
  return [
    ...table(
      INSTANCE_COLUMNS.map(({ title }) => title),
      rows,
    ),
    ...more,
  ]
}

function clients({ evidence }: TriageResult): readonly string[] {
  const attribution = clientsOf(evidence)
  if (attribution.status === 'absent') return []
  const columns = clientColumns(attribution, inEnglish)
  const rows = attribution.clients.slice(0, CLIENTS_SHOWN).map((line) => columns.map(({ cell }) => cell(line)))
  const more = moreClients(attribution, CLIENTS_SHOWN, inEnglish)
  return [
    escape(whoText(attribution, inEnglish)),
    '',
    ...(rows.length === 0
      ? []
      : [
          ...table(
            columns.map(({ title }) => inEnglish(title)),
            rows,
          ),
          ...(more === undefined ? [] : ['', more]),
          '',
        ]),
    ...list(clientNotes(attribution, inEnglish).map(escape)),
  ]
}

function path({ diagnosis }: TriageResult): readonly string[] {
  return asked(diagnosis.path).flatMap((verdict) => [
    `- ${ANSWER_MARKS[verdict.answer]} ${escapeMarkdown(askText(verdict, inEnglish))}`,
    ...verdict.readings.map((reading) => `  - ${escape(readingText(reading, inEnglish))}`),
  ])
}

/** Each query once, to paste into Prometheus. */
function queries({ diagnosis }: TriageResult): readonly string[] {
  const used = diagnosis.path.flatMap(({ readings }) => readings.map(({ query }) => plain(query)))
  const unique = [...new Set(used)].filter((query) => query !== '')
  // A fence longer than any run of backticks in the queries cannot be closed by one of them.
  const fence = '`'.repeat(Math.max(3, ...unique.map((query) => longestRun(query) + 1)))
  return unique.length === 0 ? [] : [`${fence}promql`, ...unique, fence]
}

function tasks(actions: readonly Action[]): readonly string[] {
  return actions.map(({ text, kind, command }) => {
    const how = command === undefined ? '' : `: ${code(command)}`
    return `- [ ] ${escape(text)} (${kind})${how}`
  })
}

function list(texts: readonly string[]): readonly string[] {
  return texts.map((text) => `- ${text}`)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const escaped = [head, ...rows].map((cells) => line(cells.map(escape)))
  return [...escaped.slice(0, 1), line(head.map(() => '---')), ...escaped.slice(1)]
}

/** Text from outside as text. */
function escape(text: string): string {
  return escapeMarkdown(plain(text))
}

function code(text: string): string {
  return codeMarkdown(plain(text))
}
