import type { Evidence } from '../domain/evidence.ts'
import { nameOfRow, valueOf } from '../domain/reading.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { isRecord } from '../lib/is-record.ts'
import { shorten } from '../lib/shorten.ts'
import { SIGNALS } from '../signals/catalog.ts'
import { parseEvidence } from './evidence-file.ts'
import { evidenceOfIncident } from './incident-evidence.ts'
import { parseIncident } from './incident-file.ts'
import { impossibleText } from './impossible-text.ts'
import { readInput } from './read-input.ts'
import { UsageError } from './usage-error.ts'

/**
 * Evidence that was saved, or an incident that a person wrote, which tells a story.
 *
 * @param now where an incident has no time of its own
 * @throws UsageError naming the file and what is wrong in it
 */
export async function readEvidence(path: string, now: UnixSeconds): Promise<Evidence> {
  const text = await readInput(path, '--evidence')
  if (isWritten(text, path)) return evidenceOfIncident(parseIncident(text, path), path, now)
  const evidence = parseEvidence(text, path)
  refuseImpossible(evidence, path)
  return evidence
}

/** No triage saves a number that cannot be: somebody has written it since. */
function refuseImpossible({ readings }: Evidence, path: string): void {
  for (const signal of SIGNALS) {
    const reading = readings[signal.id]
    if (reading?.status !== 'present') continue
    const at = `evidence.readings.${signal.id}`
    const measures = [
      [`${at}.fleet`, reading.fleet] as const,
      ...Object.entries(reading.baselines).map(([name, measure]) => [`${at}.baselines.${name}`, measure] as const),
      ...reading.rows.flatMap(({ key, now, before }) => {
        const row = `${at} of ${shorten(nameOfRow(key))}`
        return [[row, now] as const, [`${row}, before`, before] as const]
      }),
    ]
    for (const [place, measure] of measures) {
      const value = valueOf(measure)
      const wrong = value === undefined ? undefined : impossibleText(signal, { place, value })
      if (wrong !== undefined) throw new UsageError(`${path}: ${wrong}`)
    }
  }
}

/** What a file holds says what it is; its name only where that does not. */
function isWritten(text: string, path: string): boolean {
  const looksLikeJson = text.trimStart().startsWith('{')
  const json = looksLikeJson ? jsonOf(text) : undefined
  if (isRecord(json) && json['story'] !== undefined) return true
  if (isRecord(json) && json['schema'] !== undefined) return false
  return !looksLikeJson || /\.ya?ml$/iu.test(path)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
