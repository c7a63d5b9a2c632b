import type { DialectName } from '../../../src/sandbox/fleet/dialects/dialect.ts'
import type { Story } from '../../../src/sandbox/fleet/history/record-history.ts'
import { minutes } from '../../../src/domain/time.ts'
import { findScenario } from '../../../src/sandbox/scenarios/catalog.ts'

/** A scenario of the catalogue as a story, with parts replaced. */
export function story(id: string, parts: Partial<Story> = {}): Story {
  const scenario = findScenario(id)
  if (scenario === undefined) throw new Error(`no scenario ${id}`)
  return { ...scenario, ...parts }
}

/** Everyday traffic for a few minutes, in a dialect. */
export function everyday(dialect: DialectName): Story {
  return story('healthy', { dialect, onsetBeforeEnd: minutes(1) })
}
