import type { Labels } from '../../domain/series.ts'
import { type Seconds, seconds } from '../../domain/time.ts'
import { isRecord } from '../../lib/is-record.ts'
import { shorten } from '../../lib/shorten.ts'
import type { Target } from './facts.ts'
import { withoutSecrets } from './words.ts'

/** The active targets of `/api/v1/targets`; undefined when the answer has none of its shape. */
export function readTargets(data: unknown): readonly Target[] | undefined {
  if (!isRecord(data)) return undefined
  // VictoriaMetrics may answer null for an empty list.
  const active = data['activeTargets'] ?? []
  if (!Array.isArray(active)) return undefined
  const rows: readonly unknown[] = active
  return rows.flatMap((row) => (isRecord(row) ? [readTarget(row)] : []))
}

function readTarget(row: Readonly<Record<string, unknown>>): Target {
  const labels = readLabels(row['labels'])
  const discovered = readLabels(row['discoveredLabels'])
  const url = withoutSecrets(textOf(row['scrapeUrl']))
  const interval = readDuration(textOf(row['scrapeInterval']) || (discovered['__scrape_interval__'] ?? ''))
  const timeout = readDuration(textOf(row['scrapeTimeout']) || (discovered['__scrape_timeout__'] ?? ''))
  const health = row['health']
  return {
    labels,
    url,
    address: URL.canParse(url) ? new URL(url).host : (labels['instance'] ?? ''),
    health: health === 'up' || health === 'down' ? health : 'unknown',
    lastError: withoutSecrets(textOf(row['lastError'])),
    ...(interval !== undefined && { interval }),
    ...(timeout !== undefined && { timeout }),
  }
}

function readLabels(value: unknown): Labels {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, shorten(text)]] : [])),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

/** `15s`, `1m30s` as Prometheus and VictoriaMetrics print durations. */
function readDuration(text: string): Seconds | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text)) return undefined
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)]
  const length = parts.reduce((sum, [, count = '0', unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 0), 0)
  return length > 0 ? seconds(length) : undefined
}
