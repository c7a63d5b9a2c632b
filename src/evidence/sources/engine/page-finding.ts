import type { Finding } from './finding.ts'
import type { PageOutcome } from './instance-pages.ts'

/** What a page shows of its engine by itself. */
export function pageFinding(page: PageOutcome): Finding {
  switch (page.kind) {
    case 'exposition': {
      const flaw = flawOf(page)
      if (page.vllmSeries > 0) return { kind: 'serving', ...(flaw !== undefined && { flaw }) }
      return page.isTruncated ? { kind: 'scrape_broken', why: '/metrics is cut short' } : { kind: 'no_vllm_series' }
    }
    case 'html':
      return { kind: 'scrape_broken', why: '/metrics is a web page, such as a proxy shows' }
    case 'empty':
      return { kind: 'scrape_broken', why: '/metrics is empty' }
    case 'other':
      return { kind: 'scrape_broken', why: '/metrics holds no metrics' }
    default:
      return page.kind satisfies never
  }
}

function flawOf({ refused, isTruncated, malformed, firstMalformed }: PageOutcome): string | undefined {
  if (refused > 0) return `shows more series than are kept: ${refused} were left out`
  if (isTruncated) return 'serves /metrics cut short: what was missing is unread'
  if (firstMalformed === undefined) return undefined
  const { line, reason } = firstMalformed
  return `serves ${malformed} lines that are no samples, the first one line ${line}: ${reason}`
}
