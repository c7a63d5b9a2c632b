import type { ClientLine, ClientRole, PresentAttribution } from '../domain/client-attribution.ts'
import { formatNumber, formatPercent } from '../domain/quantity.ts'
import { MEASURE_WORDS } from './client-text.ts'
import { aligned } from './aligned.ts'
import { cut } from './columns.ts'
import { plain } from './plain-text.ts'

interface Column {
  readonly title: string
  readonly cell: (line: ClientLine) => string
}

const ROLE_WORDS = {
  culprit: 'grew before the queue',
  suspect: 'grew most',
  victim: 'grew after, or fails',
  bystander: '',
} as const satisfies Record<ClientRole, string>

/** Where only gateways are seen nobody has a role. */
export function clientColumns({ by }: Pick<PresentAttribution, 'by'>): readonly Column[] {
  return [
    { title: 'client', cell: ({ client }) => plain(client) },
    { title: MEASURE_WORDS[by], cell: ({ share }) => formatPercent(share) },
    { title: 'was', cell: ({ shareBefore }) => percentCell(shareBefore) },
    { title: 'growth', cell: ({ growthShare }) => percentCell(growthShare) },
    { title: 'req/s', cell: ({ requestsPerSecond }) => formatNumber(requestsPerSecond) },
    { title: 'failed', cell: ({ failedShare }) => percentCell(failedShare) },
    {
      title: 'mostly to',
      cell: ({ instances: [first] }) =>
        first === undefined ? '–' : `${plain(first.instance)} ${formatPercent(first.share)}`,
    },
    { title: '', cell: ({ role }) => ROLE_WORDS[role] },
  ]
}

function percentCell(part: number | undefined): string {
  return part === undefined ? '–' : formatPercent(part)
}

/** A column of words stands at its left. */
const LEFT = new Set(['client', 'mostly to', ''])
const NAME_WIDTH = 40

/** The clients by their part of the growth as aligned lines; what is not shown is counted. */
export function clientTable(clients: PresentAttribution, most: number): readonly string[] {
  if (clients.clients.length === 0) return []
  const columns = clientColumns(clients)
  const rows = clients.clients.slice(0, most).map((line) => columns.map(({ cell }) => cut(cell(line), NAME_WIDTH)))
  const titles = columns.map(({ title }) => title)
  const text = aligned([titles, ...rows], (column) => LEFT.has(titles[column] ?? ''))
  const more = moreClients(clients, most)
  return more === undefined ? text : [...text, more]
}

/** Part (0..1) of the requests that is worth a line. */
const WORTH_A_LINE = 0.005

/** What a list of so many clients leaves out; undefined where that is nobody. */
export function moreClients(attribution: PresentAttribution, most: number): string | undefined {
  const { clients, hidden = 0, unattributedShare } = attribution
  const count = Math.max(0, clients.length - most) + hidden
  const shown = clients.slice(0, most).reduce((sum, { requestShare }) => sum + requestShare, 0)
  const rest = Math.max(0, 1 - unattributedShare - shown)
  if (rest < WORTH_A_LINE) return count === 0 ? undefined : `… and ${count} more`
  return `… and ${count === 0 ? 'others' : `${count} more`}, with ${formatPercent(rest)} of the requests`
}
