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

function isWritten(text: string, path: string): boolean {
  if (/\.ya?ml$/iu.test(path) || !text.trimStart().startsWith('{')) return true
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) && json['story'] !== undefined
  } catch {
    return false
  }
}
