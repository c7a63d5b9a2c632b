import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/domain/diagnosis.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import type { Reading, RowKey } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { decide } from '../../src/triage/decide.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'

const FOLDER = new URL('incidents/', import.meta.url)
const STORIES = readdirSync(FOLDER).map((file) => parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file))

/** The same with a twin of each instance, that fares as it does. */
function doubled(evidence: Evidence): Evidence {
  const readings = Object.entries(evidence.readings).map(([id, reading]) => [id, withTwins(reading)] as const)
  return { ...evidence, readings: Object.fromEntries(readings) }
}

function withTwins(reading: Reading): Reading {
  if (reading.status === 'absent') return reading
  return { ...reading, rows: reading.rows.flatMap((row) => [row, { ...row, key: twinOf(row.key) }]) }
}

function twinOf(key: RowKey): RowKey {
  return { ...key, instance: `${key.instance}-twin` }
}

function titlesOf(evidence: Evidence, holds: (finding: Finding) => boolean): readonly string[] {
  const { headline, contributing } = decide(evidence, inEnglish)
  return [headline, ...contributing].filter(holds).map(({ title }) => title)
}

/** Who sends is one, one token is timed on one instance, and what could be read is no instance. */
const OF_OTHERS = /it may be for \S+: it sends|on its peers|what I could read does not say/gu
const OF_ONE = /\b(?:it|its|itself|does not|has not|is up)\b/u
const DOES_AS_ONE = /-twin(?: and \d+ more)? (?:(?!workers)\w+s|does|has|is)\b/u
const OF_SEVERAL = /\b(?:they|their|them|do not|have not|are up)\b/u

describe('a conclusion', () => {
  it('about several instances speaks of them as several', () => {
    const titles = STORIES.flatMap((story) =>
      titlesOf(doubled(evidenceOf(story)), ({ instances, title }) => instances.length > 1 && title.includes('-twin')),
    )
    expect(titles.length).toBeGreaterThan(STORIES.length / 3)
    expect(titles.filter((title) => OF_ONE.test(title.replaceAll(OF_OTHERS, '')))).toEqual([])
    expect(titles.filter((title) => DOES_AS_ONE.test(title))).toEqual([])
  })

  it('that begins with one instance speaks of it as one', () => {
    const titles = STORIES.flatMap((story) =>
      titlesOf(
        evidenceOf(story),
        ({ instances, title }) => instances.length === 1 && title.startsWith(`${instances[0]} `),
      ),
    )
    expect(titles.length).toBeGreaterThan(STORIES.length / 6)
    expect(titles.filter((title) => OF_SEVERAL.test(title.split(/[:;]/u)[0] ?? ''))).toEqual([])
  })
})
