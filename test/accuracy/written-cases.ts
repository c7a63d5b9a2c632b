import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { evidenceOfIncident } from '../../src/cli/incident-evidence.ts'
import { parseIncident } from '../../src/cli/incident-file.ts'
import type { IncidentFile } from '../../src/cli/incident-schema.ts'
import { END } from '../support/evidence.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'
import type { Case, CaseSet } from './case.ts'

const STORIES = new URL('../triage/incidents/', import.meta.url)
const INCIDENTS = new URL('../incidents/', import.meta.url)

/** Written for the tree, each to hold one of its verdicts. */
export function storySet(): CaseSet {
  const cases = read(STORIES).map(({ name, text }) => {
    const story = parseIncidentStory(text, name)
    const { cause, contributing } = story.expect
    return { id: name, truth: story.true_cause ?? cause, alsoTrue: contributing, evidence: evidenceOf(story) }
  })
  return { name: 'stories (test/triage/incidents)', cases }
}

/** An incident that happened somewhere, from what was told of it. */
export interface ToldIncident {
  readonly name: string
  readonly file: IncidentFile
}

export function incidentsTold(): readonly ToldIncident[] {
  return read(INCIDENTS).map(({ name, text }) => ({ name, file: parseIncident(text, name) }))
}

/** What happened to others: those whose cause is proven. */
export function incidentSet(): CaseSet {
  const cases = incidentsTold().flatMap((told): readonly Case[] => {
    const truth = scoredTruth(told.file)
    if (truth === undefined) return []
    const evidence = evidenceOfIncident(told.file, told.name, END)
    const tellable = told.file.tellable?.up_to ?? 'cause'
    return [{ id: told.name, truth, alsoTrue: told.file.expect?.contributing ?? [], evidence, tellable }]
  })
  return { name: 'incidents (test/incidents)', cases }
}

/** Who is not sure of the cause cannot say that whyslow is wrong. */
function scoredTruth({
  true_cause: told,
  expect,
  scored,
  cause_confidence: confidence,
}: IncidentFile): string | undefined {
  const isScored = scored ?? (confidence !== 'inferred' && confidence !== 'open')
  return isScored ? (told ?? expect?.cause) : undefined
}

function read(folder: URL): readonly { readonly name: string; readonly text: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
}
