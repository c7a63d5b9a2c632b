import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/domain/text.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { pagesOf } from '../../src/triage/print/pages.ts'
import { TREE } from '../../src/triage/tree.ts'
import { AT_WORK, anEvidence } from '../support/evidence.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'

const FOLDER = new URL('incidents/', import.meta.url)
const CAUSES = new Map(pagesOf(TREE).map(({ id, cause }) => [id, cause]))

describe('the page of a finding', () => {
  it.each(readdirSync(FOLDER))('is in the runbook and of its cause: %s', (file) => {
    const story = parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file)
    const { headline, contributing } = decide(evidenceOf(story), inEnglish)
    for (const { page, cause } of [headline, ...contributing]) expect(CAUSES.get(page)).toBe(cause)
  })

  it('is that of the question which found it, where several have one cause', () => {
    expect(decide(anEvidence(AT_WORK), inEnglish).headline.page).toBe('healthy')
    const blind = Object.fromEntries(SIGNALS.map(({ id }) => [id, 'timeout'] as const))
    expect(decide(anEvidence(blind), inEnglish).headline.page).toBe('inconclusive')
  })
})
