import type { ClientLine, ClientRole, PresentAttribution } from '../domain/client-attribution.ts'
import { MEASURE_WORDS } from '../domain/client-words.ts'
import { formatNumber, formatPercent } from '../domain/quantity.ts'
import type { Speak, Text } from '../domain/text.ts'
import { andMore, say } from '../domain/text.ts'
import { aligned } from './aligned.ts'
import { cut } from './columns.ts'
import { plain } from './plain-text.ts'

interface Column {
  readonly title: Text
  /** Words stand at the left of their column, numbers at its right. */
  readonly isWords?: true
  readonly cell: (line: ClientLine) => string
}

const ROLE_WORDS = {
  culprit: say`grew before the queue`,
  suspect: say`grew most`,
  victim: say`grew after, or fails`,
  bystander: say``,
} as const satisfies Record<ClientRole, Text>

/** Where only gateways are seen nobody has a role. */
export function clientColumns({ by }: Pick<PresentAttribution, 'by'>, speak: Speak): readonly Column[] {
  return [
    { title: say`client`, isWords: true, cell: ({ client }) => plain(client) },
    { title: MEASURE_WORDS[by], cell: ({ share }) => formatPercent(share) },
    { title: say`was`, cell: ({ shareBefore }) => percentCell(shareBefore) },
    { title: say`growth`, cell: ({ growthShare }) => percentCell(growthShare) },
    { title: say`req/s`, cell: ({ requestsPerSecond }) => formatNumber(requestsPerSecond) },
    { title: say`failed`, cell: ({ failedShare }) => percentCell(failedShare) },
    {
      title: say`mostly to`,
      isWords: true,
      cell: ({ instances: [first] }) =>
        first === undefined ? '–' : `${plain(first.instance)} ${formatPercent(first.share)}`,
    },
    { title: say``, isWords: true, cell: ({ role }) => speak(ROLE_WORDS[role]) },
  ]
}

function percentCell(part: number | undefined): string {
  return part === undefined ? '–' : formatPercent(part)
}

const NAME_WIDTH = 40

/** The clients by their part of the growth as aligned lines; what is not shown is counted. */
export function clientTable(clients: PresentAttribution, most: number, speak: Speak): readonly string[] {
  if (clients.clients.length === 0) return []
  const columns = clientColumns(clients, speak)
  const rows = clients.clients.slice(0, most).map((line) => columns.map(({ cell }) => cut(cell(line), NAME_WIDTH)))
  const titles = columns.map(({ title }) => speak(title))
  const text = aligned([titles, ...rows], (column) => columns[column]?.isWords === true)
  const more = moreClients(clients, most, speak)
  return more === undefined ? text : [...text, more]
}

/** Part (0..1) of the requests that is worth a line. */
const WORTH_A_LINE = 0.005

/** What a list of so many clients leaves out; undefined where that is nobody. */
export function moreClients(attribution: PresentAttribution, most: number, speak: Speak): string | undefined {
  const { clients, hidden = 0, unattributedShare } = attribution
  const count = Math.max(0, clients.length - most) + hidden
  const shown = clients.slice(0, most).reduce((sum, { requestShare }) => sum + requestShare, 0)
  const rest = Math.max(0, 1 - unattributedShare - shown)
  if (rest < WORTH_A_LINE) return count === 0 ? undefined : speak(andMore(count))
  return speak(
    count === 0
      ? say`… and others, with ${formatPercent(rest)} of the requests`
      : say`… and ${count} more, with ${formatPercent(rest)} of the requests`,
  )
}
