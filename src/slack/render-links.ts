import type { TriageResult } from '../report/triage-result.ts'

/** Slack takes links of 3,000 characters (@slack/types, button). */
const LONGEST_LINK = 3000
/** Room to see the trouble begin. */
const AROUND_SECONDS = 3600

/** Prometheus' page with the number that made the first yes of the path, as a graph; the page alone where there is none. */
export function prometheusLink(base: string, { diagnosis, evidence }: TriageResult): string {
  const telling = diagnosis.path.filter(({ answer }) => answer === 'yes').flatMap(({ readings }) => readings)
  const query = telling.find((reading) => reading.query !== '')?.query
  const page = joined(base, 'graph')
  if (query === undefined) return page.href
  const asked: Readonly<Record<string, string>> = {
    'g0.expr': query,
    'g0.tab': '0',
    'g0.range_input': `${AROUND_SECONDS}s`,
    'g0.end_input': new Date(evidence.window.end * 1000).toISOString().slice(0, 16).replace('T', ' '),
  }
  const href = withAsked(page, asked)
  return href.length <= LONGEST_LINK ? href : joined(base, 'graph').href
}

/** The team's dashboard at the time that was looked at. */
export function grafanaLink(base: string, { evidence }: TriageResult): string {
  const { start, end } = evidence.window
  const from = String(Math.round((start - AROUND_SECONDS) * 1000))
  return withAsked(new URL(base), { from, to: String(Math.round(end * 1000)) })
}

function joined(base: string, page: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/u, '')}/${page}`
  return url
}

function withAsked(url: URL, asked: Readonly<Record<string, string>>): string {
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}
