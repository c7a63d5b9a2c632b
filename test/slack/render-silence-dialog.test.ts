import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Matcher, equals } from '../../src/domain/matcher.ts'
import { type SilenceDraft, commonMatchers } from '../../src/domain/silence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { hours, minutes } from '../../src/domain/time.ts'
import { validateView } from '../../src/sandbox/slack/blocks/validate-view.ts'
import { readSilenceDialog, renderSilenceDialog } from '../../src/slack/render-silence-dialog.ts'
import { anIncident } from '../support/incident.ts'

const DRAFT: SilenceDraft = {
  incidentId: '01JD',
  matchers: [equals('alertname', 'A'), equals('model_name', 'qwen "x"')],
  leftOut: 2,
  length: hours(1),
  comment: 'because',
}

const PLACE = { channel: '', speak: inEnglish }

/** What Slack brings back when a person ticks these and changes nothing else. */
function sent(draft: SilenceDraft, ticked: readonly number[]): unknown {
  const view = renderSilenceDialog(draft, { kind: 'counting' }, PLACE)
  return {
    ...view,
    state: {
      values: {
        length: { length: { type: 'static_select', selected_option: { value: String(draft.length) } } },
        matchers: {
          matchers: { type: 'checkboxes', selected_options: ticked.map((index) => ({ value: String(index) })) },
        },
        comment: { comment: { type: 'plain_text_input', value: draft.comment } },
      },
    },
  }
}

describe('the dialog of a silence', () => {
  it('is what Slack takes, whatever the labels are', () => {
    const labels = fc.dictionary(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(labels, fc.string({ minLength: 1, unit: 'binary' }), fc.string(), (shared, alertname, comment) => {
        const common = commonMatchers(anIncident({}, { labels: { ...shared, alertname } }))
        const draft = { ...DRAFT, ...common, comment }
        for (const length of [minutes(1), hours(1), hours(24)]) {
          const preview = { kind: 'problem', line: comment } as const
          expect(validateView(renderSilenceDialog({ ...draft, length }, preview, PLACE))).toEqual([])
        }
        expect(JSON.stringify(renderSilenceDialog(draft, { kind: 'counting' }, PLACE)).length).toBeLessThan(100_000)
      }),
    )
  })

  it('carries long labels within its bounds', () => {
    const long = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`label_${index}_${'"\\'.repeat(30)}`, '"\\\n'.repeat(49)]),
    )
    const draft = { ...DRAFT, ...commonMatchers(anIncident({}, { labels: { ...long, alertname: '"'.repeat(150) } })) }
    const view = renderSilenceDialog(draft, { kind: 'counted', count: 1 }, PLACE)
    expect(validateView(view)).toEqual([])
    expect(draft.matchers.length).toBeGreaterThan(0)
  })

  it('brings back the matchers that are still ticked, as they were offered', () => {
    const read = readSilenceDialog(sent(DRAFT, [1]))
    expect(read?.kept).toEqual({ ...DRAFT, matchers: [equals('model_name', 'qwen "x"')] })
    expect(read?.offered.matchers).toEqual(DRAFT.matchers)
    expect(readSilenceDialog(sent(DRAFT, []))?.kept.matchers).toEqual([])
  })

  it('takes matchers for data: none is read out of a text', () => {
    const evil: readonly Matcher[] = [equals('a', '"} or {b="'), equals('c', '.+')]
    expect(readSilenceDialog(sent({ ...DRAFT, matchers: evil }, [0, 1]))?.kept.matchers).toEqual(evil)
  })

  it.each([
    ['nothing', undefined],
    ['another view', { private_metadata: 'x', state: { values: {} } }],
    ['no state', { ...renderSilenceDialog(DRAFT, { kind: 'counting' }, PLACE) }],
    ['other metadata', { ...(sent(DRAFT, [0]) as object), private_metadata: '{"incidentId":1}' }],
    ['broken metadata', { ...(sent(DRAFT, [0]) as object), private_metadata: '{' }],
  ])('is not read out of %s', (_name, view) => {
    expect(readSilenceDialog(view)).toBeUndefined()
  })
})
