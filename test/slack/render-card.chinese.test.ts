import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clientsOf } from '../../src/domain/evidence.ts'
import { nameOfRow } from '../../src/domain/reading.ts'
import { renderAnswer } from '../../src/slack/render-answer.ts'
import { renderCard } from '../../src/slack/render-card.ts'
import { renderDetails } from '../../src/slack/render-details.ts'
import { renderSkew } from '../../src/slack/render-skew.ts'
import { renderClients } from '../../src/slack/render-who.ts'
import { decide } from '../../src/triage/decide.ts'
import { speakIn } from '../../src/words/speak-in.ts'
import { END } from '../support/evidence.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'
import { aResult, anIncident } from '../support/incident.ts'
import { hasEnglish } from '../words/english-in.ts'
import { textOf } from './text-of.ts'

const FOLDER = new URL('../triage/incidents/', import.meta.url)
const speak = speakIn('zh')

it.each(readdirSync(FOLDER))('%s: the card, its thread and the answers have no English sentence', (file) => {
  const evidence = evidenceOf(parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file))
  const result = { ...aResult(evidence), diagnosis: decide(evidence, speak) }
  const clients = clientsOf(evidence)
  const incident = anIncident({ scope: evidence.scope })
  const details = renderDetails(result, speak).filter(({ slot }) => slot !== 'queries')
  const messages = [
    renderCard({ phase: 'concluded', incident, now: END, result }, speak),
    renderCard({ phase: 'resolved', incident, now: END, diagnosis: result.diagnosis }, speak),
    renderAnswer(result, speak),
    renderSkew(result, speak),
    renderClients(evidence.scope, clients, { speak }),
    ...details.map(({ message }) => message),
  ]
  // What a source of clients says of itself is kept with the evidence, in English.
  const said = clients.status === 'present' ? [...clients.notes, ...Object.values(clients.stopsAt ?? {})] : []
  const names = [
    ...said,
    'access log',
    ...evidence.changes.map(({ text }) => text),
    ...Object.values(evidence.readings).flatMap((reading) =>
      reading.status === 'present' ? reading.rows.map(({ key }) => nameOfRow(key)) : [],
    ),
  ]
  const lines = messages.flatMap((message) => [message.text, ...textOf(message).split('\n')])
  expect([...new Set(lines.filter((line) => hasEnglish(line, names)))]).toEqual([])
})
