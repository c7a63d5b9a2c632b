import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEvidence, stringifyEvidence } from '../../src/cli/evidence-file.ts'
import { UsageError } from '../../src/cli/usage-error.ts'
import { arbitraryEvidence } from '../report/arbitrary-result.ts'
import { EVIDENCE } from '../report/worked-incident.ts'

describe('evidence file', () => {
  it('reads back what was saved', () => {
    expect(parseEvidence(stringifyEvidence(EVIDENCE), 'x.json')).toEqual(EVIDENCE)
  })

  it('reads back any evidence, numbers without a JSON word among them', () => {
    fc.assert(
      fc.property(arbitraryEvidence, (evidence) => {
        expect(parseEvidence(stringifyEvidence(evidence), 'x.json')).toEqual(evidence)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['no JSON', '{', /x\.json is not JSON; save evidence with/],
    ['another JSON', '{"a":1}', /x\.json is not saved evidence \(schema: is missing/],
    [
      'nothing in it',
      '{}',
      /^x\.json is not saved evidence \(schema: is missing; it says whyslow\/evidence\/v1\); save/,
    ],
    ['a list', '[]', /^x\.json is not saved evidence \(the file: write keys and values\); save/],
    [
      'a null for a number',
      stringifyEvidence(EVIDENCE).replace('"value": 41', '"value": null'),
      /readings\.waiting_mean\.fleet\.value/,
    ],
    [
      'an unknown reason',
      stringifyEvidence(EVIDENCE).replace('"not_exposed"', '"because"'),
      /readings\.gpu_clock\.reason/,
    ],
    ['a time that no calendar has', timeOf(9e15), /evidence\.takenAt: Too big/],
    ['a time before all', timeOf(-9e15), /evidence\.takenAt: Too small/],
    ['another version', stringifyEvidence(EVIDENCE).replace('evidence/v1', 'evidence/v9'), /schema: /],
  ])('refuses %s by name, in one line', (_, text, message) => {
    const parse = (): unknown => parseEvidence(text, 'x.json')
    expect(parse).toThrow(UsageError)
    expect(parse).toThrow(message)
    expect(parse).not.toThrow(/Invalid (?:input|option)|expected/u)
  })
})

function timeOf(takenAt: number): string {
  return JSON.stringify({ schema: 'whyslow/evidence/v1', evidence: { ...EVIDENCE, takenAt } })
}
