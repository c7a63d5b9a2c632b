import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Episode } from '../../src/domain/incident.ts'
import { matcherText } from '../../src/domain/matcher.ts'
import { commonMatchers, isTooWide } from '../../src/domain/silence.ts'
import type { Labels } from '../../src/domain/series.ts'
import { END } from '../support/evidence.ts'

function episode(labels: Labels, status: Episode['status'] = 'firing'): Episode {
  const alertName = labels['alertname'] ?? ''
  return { fingerprint: JSON.stringify(labels), startsAt: END, status, alertName, labels, annotations: {} }
}

function textsOf(...episodes: readonly Episode[]): readonly string[] {
  return commonMatchers({ episodes }).matchers.map(matcherText)
}

describe('what the alerts of an incident have in common', () => {
  it('is every label of a single one, those first that name a trouble', () => {
    expect(textsOf(episode({ zone: 'z', severity: 'page', alertname: 'A', model_name: 'm', empty: '' }))).toEqual([
      'alertname="A"',
      'model_name="m"',
      'severity="page"',
      'zone="z"',
    ])
  })

  it('has their names as alternatives, never as patterns', () => {
    expect(
      textsOf(episode({ alertname: 'A.*', job: 'v', pod: '1' }), episode({ alertname: 'B|C', job: 'v', pod: '2' })),
    ).toEqual([String.raw`alertname=~"A\\.\\*|B\\|C"`, 'job="v"'])
  })

  it('is of those that fire, or of all when none does', () => {
    const old = episode({ alertname: 'Old', job: 'v' }, 'resolved')
    expect(textsOf(old, episode({ alertname: 'New', job: 'v' }))).toEqual(['alertname="New"', 'job="v"'])
    expect(textsOf(old)).toEqual(['alertname="Old"', 'job="v"'])
  })

  it('tells how many it leaves out, and what is left is bounded', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`l${index}`, 'x'.repeat(index * 10)]))
    const { matchers, leftOut } = commonMatchers({ episodes: [episode({ alertname: 'A', ...many })] })
    expect(matchers).toHaveLength(10)
    expect(leftOut).toBe(30)
  })

  it('matches each of the alerts, and never all there are', () => {
    const labels = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ unit: 'binary' }), { maxKeys: 8 })
    fc.assert(
      fc.property(labels, fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (shared, names) => {
        const episodes = names.map((alertname) => episode({ ...shared, alertname }))
        const { matchers } = commonMatchers({ episodes })
        expect(isTooWide(matchers)).toBe(false)
        for (const { labels: own } of episodes) {
          for (const { name, op, value } of matchers) {
            expect(op === '=' ? own[name] === value : new RegExp(`^(?:${value})$`, 'u').test(own[name] ?? '')).toBe(
              true,
            )
          }
        }
      }),
    )
  })
})
