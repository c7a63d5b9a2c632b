import type { Evidence } from '../domain/evidence.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { isRecord } from '../lib/is-record.ts'
import { parseEvidence } from './evidence-file.ts'
import { evidenceOfIncident } from './incident-evidence.ts'
import { parseIncident } from './incident-file.ts'
import { readInput } from './read-input.ts'

/**
 * Evidence that was saved, or an incident that a person wrote, which tells a story.
 *
 * @param now where an incident has no time of its own
 * @throws UsageError naming the file and what is wrong in it
 */
export async function readEvidence(path: string, now: UnixSeconds): Promise<Evidence> {
  const text = await readInput(path, '--evidence')
  return isWritten(text, path) ? evidenceOfIncident(parseIncident(text, path), path, now) : parseEvidence(text, path)
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
