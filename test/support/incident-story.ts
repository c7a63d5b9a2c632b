import type { Evidence } from '../../src/domain/evidence.ts'
import { evidenceOfIncident } from '../../src/cli/incident-evidence.ts'
import { parseIncident } from '../../src/cli/incident-file.ts'
import type { IncidentFile, IncidentReading } from '../../src/cli/incident-schema.ts'
import { AT_WORK, END } from './evidence.ts'
import type { Told } from './evidence.ts'

/** An incident of the common fleet, with what whyslow has to conclude from it. */
export interface IncidentStory extends IncidentFile {
  readonly expect: NonNullable<IncidentFile['expect']>
}

/** Four instances; `a/1` is the first one's engine 1. */
const COMMON = { instances: ['a', 'b', 'c', 'd'] }

/**
 * Reads a story: an incident file whose readings are those that differ from the common fleet's.
 *
 * @throws Error that names the file and what is wrong in it
 */
export function parseIncidentStory(text: string, file: string): IncidentStory {
  const { expect, ...story } = parseIncident(text, file, COMMON)
  if (expect === undefined) throw new Error(`${file}: expect: is missing; write what whyslow has to conclude`)
  return { ...story, expect }
}

/** What whyslow would have read in the story. */
export function evidenceOf(story: IncidentStory): Evidence {
  const readings = story.all_others === undefined ? { ...COMMON_FLEET, ...story.readings } : story.readings
  return evidenceOfIncident({ ...story, readings }, story.story, END)
}

const COMMON_FLEET = Object.fromEntries(Object.entries(AT_WORK).map(([id, told]) => [id, readingFrom(told)]))

function readingFrom({ rows = {}, ...fleet }: Told): IncidentReading {
  const instances = Object.entries(rows).map(
    ([name, row]) => [name, typeof row === 'number' ? row : { now: row[0], before: row[1] }] as const,
  )
  return { ...fleet, instances: Object.fromEntries(instances) }
}
