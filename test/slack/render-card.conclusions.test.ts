import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/domain/evidence.ts'
import { clientsOf } from '../../src/domain/evidence.ts'
import type { SlackMessage } from '../../src/domain/post.ts'
import type { Reading, Row } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { chartAltText } from '../../src/report/chart/alt-text.ts'
import { validateBlocks } from '../../src/sandbox/slack/blocks/validate-blocks.ts'
import { validateView } from '../../src/sandbox/slack/blocks/validate-view.ts'
import { commonMatchers } from '../../src/domain/silence.ts'
import { hours } from '../../src/domain/time.ts'
import { renderAnswer } from '../../src/slack/render-answer.ts'
import { renderCard } from '../../src/slack/render-card.ts'
import { renderDetails, renderPath } from '../../src/slack/render-details.ts'
import { renderSilenceDialog } from '../../src/slack/render-silence-dialog.ts'
import { renderSkew } from '../../src/slack/render-skew.ts'
import { renderStatus } from '../../src/slack/render-status.ts'
import { renderClients } from '../../src/slack/render-who.ts'
import type { Speak } from '../../src/domain/text.ts'
import { LANGUAGES } from '../../src/domain/language.ts'
import { speakIn } from '../../src/words/speak-in.ts'
import { decide } from '../../src/triage/decide.ts'
import { END } from '../support/evidence.ts'
import { aResult, anIncident } from '../support/incident.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'
import { aHistory } from '../report/chart/histories.ts'
import { EVIL, expectFit } from './fits.ts'

const FOLDER = new URL('../triage/incidents/', import.meta.url)
const STORIES = readdirSync(FOLDER).map((file): readonly [string, Evidence] => [
  file,
  evidenceOf(parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file)),
])

const hostile = (name: string): string => `${name}${EVIL}`.replaceAll('/', '|')

/** The same story on more instances, all of whose names mean no good; those that are added do as the last one does. */
function onInstances(evidence: Evidence, count: number): Evidence {
  const rowsOf = (rows: readonly Row[]): readonly Row[] => {
    const own = rows.map((row) => ({ ...row, key: { ...row.key, instance: hostile(row.key.instance) } }))
    const last = own.at(-1)
    if (last === undefined) return own
    const added = Array.from({ length: Math.max(0, count - own.length) }, (_, index) => ({
      ...last,
      key: { ...last.key, instance: hostile(`x${index}`) },
    }))
    return [...own.slice(0, count), ...added]
  }
  const readings = Object.fromEntries(
    Object.entries(evidence.readings).map(([id, reading]): [string, Reading] => [
      id,
      reading.status === 'present' ? { ...reading, rows: rowsOf(reading.rows) } : reading,
    ]),
  )
  const changes = evidence.changes.map((change) => ({
    ...change,
    text: EVIL,
    instances: change.instances.map(hostile),
  }))
  const scope = { cluster: EVIL, modelName: EVIL }
  return { ...evidence, readings, changes, scope, alerts: [EVIL] }
}

/** All that a conclusion says in Slack. */
function saidOf(evidence: Evidence, speak: Speak): readonly SlackMessage[] {
  const result = { ...aResult(evidence), diagnosis: decide(evidence, speak) }
  const { diagnosis } = result
  const incident = anIncident({ scope: evidence.scope }, { alertName: EVIL })
  const links = { prometheus: 'https://p.example', grafana: 'https://g.example/d/x' }
  return [
    renderCard({ phase: 'concluded', incident, now: END, result, controls: { canSilence: true, links } }, speak),
    renderCard({ phase: 'resolved', incident, now: END, diagnosis }, speak),
    renderAnswer(result, speak),
    ...renderDetails(result, speak).map(({ message }) => message),
    renderPath(diagnosis, speak),
    renderSkew(result, speak),
    renderClients(evidence.scope, clientsOf(evidence), { speak }),
    renderStatus({ open: [{ incident, diagnosis }], hidden: 0, sources: [], feedback: [], now: END }, speak),
  ]
}

function saidInAll(evidence: Evidence): readonly SlackMessage[] {
  return LANGUAGES.flatMap((language) => saidOf(evidence, speakIn(language)))
}

/** What files.getUploadURLExternal takes of it is cut to 1,000; the beginning has to say the conclusion. */
function expectWordsForChart(evidence: Evidence): void {
  const result = aResult(evidence)
  const names = Array.from({ length: 9 }, (_, index) => hostile(`i${index}`))
  const words = chartAltText(result, aHistory(result, names))
  expect(words).not.toMatch(/undefined|NaN|\p{Cs}|(?!\n)\p{Cc}/u)
  expect(words.slice(0, 1000)).toContain('UTC. ')
}

describe('every conclusion fits Slack and pings nobody, in every language', () => {
  it.each(STORIES)('%s', (_file, evidence) => {
    const dressed = onInstances(evidence, 4)
    for (const message of saidInAll(dressed)) expectFit(message)
    expectWordsForChart(dressed)
  })

  const byCause = new Map(STORIES.map((story) => [decide(story[1], inEnglish).headline.cause, story]))

  it.each([...byCause])('of one instance and of a thousand: %s', (_cause, [, evidence]) => {
    for (const count of [1, 1000]) {
      const dressed = onInstances(evidence, count)
      for (const message of saidInAll(dressed)) expectFit(message)
      expectWordsForChart(dressed)
    }
  })

  it('and there are nearly a hundred of them', () => expect(byCause.size).toBeGreaterThan(80))
})

it.each([1, 4, 30])('the dialog of a silence fits Slack with %d labels that mean no good', (count) => {
  const labels = Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}${EVIL}`, EVIL.repeat(3)]))
  const incident = anIncident({}, { labels: { alertname: EVIL, ...labels } })
  const { matchers, leftOut } = commonMatchers(incident)
  const draft = { incidentId: incident.id, matchers, leftOut, length: hours(1), comment: EVIL.repeat(20) }
  for (const preview of [
    { kind: 'counting' },
    { kind: 'counted', count: 1e9 },
    { kind: 'problem', line: EVIL.repeat(50) },
  ] as const) {
    for (const language of LANGUAGES) {
      const view = renderSilenceDialog(draft, preview, { channel: 'C0123456789', speak: speakIn(language) })
      expect(validateView(view)).toEqual([])
      expect(validateBlocks(view.blocks, 'modal')).toEqual([])
    }
  }
})
