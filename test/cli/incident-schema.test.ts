import { inEnglish } from '../../src/domain/text.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { incidentSchema } from '../../src/cli/incident-schema.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'

const STORIES = new URL('../triage/incidents/', import.meta.url)
const isIncident = new Ajv2020({ strict: true, strictTypes: false }).compile(incidentSchema())

describe('the JSON Schema of an incident file', () => {
  it.each(readdirSync(STORIES))('takes %s', (file) => {
    const content: unknown = parse(readFileSync(new URL(file, STORIES), 'utf8'))
    expect(isIncident(content) ? [] : isIncident.errors).toEqual([])
  })

  it.each([
    ['a signal that is not there', { story: 'x', readings: { kv_useage: 1 } }],
    ['a reason that is none', { story: 'x', readings: { up: 'no' } }],
    ['a text for a number', { story: 'x', readings: { up: { now: '1' } } }],
    ['a cause that is none', { story: 'x', expect: { cause: 'gremlins', certainty: 'firm' } }],
    ['a key too much', { story: 'x', more: 1 }],
    ['no story', { readings: {} }],
  ])('refuses %s', (_, content) => {
    expect(isIncident(content)).toBe(false)
  })

  it('names every signal with its title and unit', () => {
    const text = JSON.stringify(incidentSchema())
    for (const { id, title, unit } of SIGNALS) {
      expect(text).toContain(`"${id}":{"description":${JSON.stringify(`${inEnglish(title)}, in ${unit}`)}`)
    }
  })
})
