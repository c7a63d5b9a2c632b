import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bodyBlocks } from '../../src/slack/render-body.ts'
import { renderDetails } from '../../src/slack/render-details.ts'
import { decide } from '../../src/triage/decide.ts'
import { speakIn } from '../../src/words/speak-in.ts'
import { aResult } from '../support/incident.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'
import { textOf } from './text-of.ts'

const FOLDER = new URL('../triage/incidents/', import.meta.url)
/** A comma, colon or semicolon of English behind a Chinese letter. */
const ENGLISH_STOP = /\p{Script=Han}[,:;] /u

describe('each incident in test/triage/incidents, told in Chinese', () => {
  it.each(readdirSync(FOLDER))('%s: is punctuated as Chinese is', (file) => {
    const speak = speakIn('zh')
    const evidence = evidenceOf(parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file))
    const result = { ...aResult(evidence), diagnosis: decide(evidence, speak) }
    const card = { text: '', blocks: bodyBlocks(result, speak) }
    const told = [card, ...renderDetails(result, speak).map(({ message }) => message)].map(textOf)
    const lines = told.flatMap((text) => text.split('\n'))
    expect(lines.filter((line) => ENGLISH_STOP.test(line))).toEqual([])
  })
})
