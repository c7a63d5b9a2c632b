import type { History } from '../domain/history.ts'
import { formatReason } from '../domain/quantity.ts'
import type { Seconds, UnixSeconds } from '../domain/time.ts'
import { inEnglish } from '../domain/text.ts'
import type { EvidenceSource } from '../evidence/source.ts'
import { messageOf } from '../lib/errors.ts'
import type { Charted } from '../report/chart/charted.ts'
import { incidentHistory } from './incident-history.ts'

export interface DrawnChart {
  readonly png: Uint8Array
  /** `13:42–14:08 UTC` */
  readonly span: string
  readonly altText: string
}

interface Drawing {
  readonly toChartSvg: (charted: Charted, history: History) => string
  readonly chartAltText: (charted: Charted, history: History) => string
  readonly chartSpan: (charted: Charted, history: History) => string
  readonly svgToPng: (svg: string) => Promise<Uint8Array>
}

export interface ChartSources {
  readonly sources: readonly EvidenceSource[]
  readonly deadlineSeconds: Seconds
  /** To where it is drawn; the end of what was looked at where it is left out. */
  readonly until?: UnixSeconds
}

/**
 * How an incident came about, as a picture; or in one line why there is none. Never rejects.
 *
 * Its words are English wherever it is shown: the font inside has no Chinese letters, and one that has them weighs more
 * than all the rest of whyslow.
 */
export async function drawChart(
  charted: Charted,
  { sources, deadlineSeconds, until }: ChartSources,
): Promise<DrawnChart | string> {
  const wanted = { evidence: charted.evidence, ...(until === undefined ? {} : { until }) }
  const outcome = await incidentHistory(sources, wanted, deadlineSeconds)
  if (outcome.status === 'failed') return outcome.detail ?? inEnglish(formatReason(outcome.reason))
  return draw(charted, outcome.value)
}

/**
 * What draws it is large, and takes a second to load: a command loads it when a chart is wanted, a server before one is.
 *
 * Rejects on a machine that has no binary for it.
 */
export async function loadDrawing(): Promise<Drawing> {
  const [{ toChartSvg }, { chartAltText, chartSpan }, { svgToPng }] = await Promise.all([
    import('../report/chart/to-chart-svg.ts'),
    import('../report/chart/alt-text.ts'),
    import('../lib/svg-to-png.ts'),
  ])
  return { toChartSvg, chartAltText, chartSpan, svgToPng }
}

async function draw(charted: Charted, history: History): Promise<DrawnChart | string> {
  try {
    const { toChartSvg, chartAltText, chartSpan, svgToPng } = await loadDrawing()
    const png = await svgToPng(toChartSvg(charted, history))
    return { png, span: chartSpan(charted, history), altText: chartAltText(charted, history) }
  } catch (error) {
    return `it could not be drawn: ${messageOf(error)}`
  }
}
