import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { escapeRegex, quote } from '../../src/signals/escape.ts'
import { toRegExp } from '../../src/signals/regex.ts'
import { describeWith } from '../support/needs.ts'
import { type RealServer, startPrometheus } from '../support/real-servers.ts'

/** Text that an attacker or a model's name may bring. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'"\\\n\r\t{}()[].*+?^$|/-#,`<>&'.split('')),
    fc.constant('a'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
})

describe('escapeRegex', () => {
  it('matches the text and nothing else', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, other) => {
        const regex = toRegExp(escapeRegex(text))
        expect(regex.test(text)).toBe(true)
        expect(regex.test(other)).toBe(text === other)
      }),
      { seed: 1 },
    )
  })
})

describeWith('prometheus', 'text in PromQL', () => {
  let server: RealServer
  beforeAll(async () => {
    server = await startPrometheus()
  })
  afterAll(() => server.stop())

  it('comes out as it went in, also as a regex', async () => {
    const texts = [...new Set(fc.sample(hostile, { seed: 2, numRuns: 150 }))].filter((text) => text !== '')
    const parts = texts.map((text, index) => {
      // A dollar means a group of the regex in label_replace's replacement.
      const echo = `label_replace(vector(${index}), "echo", ${quote(text.replaceAll('$', '$$$$'))}, "", "")`
      return `label_replace(${echo}, "matched", "yes", "echo", ${quote(escapeRegex(text))})`
    })
    const body = new URLSearchParams({ query: parts.join(' or ') })
    const response = await fetch(`${server.baseUrl}/api/v1/query`, { method: 'POST', body })
    const answer = (await response.json()) as {
      data: { result: { metric: { echo?: string; matched?: string }; value: [number, string] }[] }
    }
    const seen = new Set(answer.data.result.map(({ metric, value }) => `${value[1]} ${metric.matched} ${metric.echo}`))
    const missing = texts.filter((text, index) => !seen.has(`${index} yes ${text}`))
    expect(missing).toEqual([])
  })
})
