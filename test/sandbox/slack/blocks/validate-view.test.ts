import { expect, test } from 'vitest'
import { validateView } from '../../../../src/sandbox/slack/blocks/validate-view.ts'
import { divider, input, long, mrkdwn, plain, times } from './samples.ts'

const modal = (extra: object = {}) => ({ type: 'modal', title: plain('Silence'), blocks: [divider], ...extra })

test.each([
  ['a modal', modal()],
  [
    'a modal at its limits',
    modal({
      title: plain(long(24)),
      close: plain(long(24)),
      submit: plain(long(24)),
      private_metadata: long(3000),
      callback_id: long(255),
      external_id: long(255),
      notify_on_close: true,
      clear_on_close: true,
    }),
  ],
  ['a modal that asks', modal({ blocks: [input()], submit: plain('Silence') })],
  ['a modal of 100 blocks', modal({ blocks: times(100, () => divider) })],
  ['a home tab', { type: 'home', blocks: [divider] }],
])('Slack shows %s', (_name, view) => {
  expect(validateView(view)).toEqual([])
})

test.each([
  ['no view', undefined, '/view', 'must be an object'],
  ['a kind of its own', { type: 'dialog' }, '/view/type', 'unsupported type: dialog'],
  ['no title', { type: 'modal', blocks: [] }, '/view', 'missing required field: title'],
  ['a title of 25', modal({ title: plain(long(25)) }), '/view/title/text', 'must be less than 25 characters'],
  ['a title in mrkdwn', modal({ title: mrkdwn('x') }), '/view/title/type', 'must be one of: plain_text'],
  ['a submit of 25', modal({ submit: plain(long(25)) }), '/view/submit/text', 'must be less than 25 characters'],
  ['a close of 25', modal({ close: plain(long(25)) }), '/view/close/text', 'must be less than 25 characters'],
  [
    '3001 characters of private_metadata',
    modal({ private_metadata: long(3001) }),
    '/view/private_metadata',
    'must be less than 3001 characters',
  ],
  ['a callback_id of 256', modal({ callback_id: long(256) }), '/view/callback_id', 'must be less than 256 characters'],
  ['101 blocks', modal({ blocks: times(101, () => divider) }), '/view/blocks', 'no more than 100 items allowed'],
  ['an input without submit', modal({ blocks: [input()] }), '/view', 'missing required field: submit'],
  ['a bad block', modal({ blocks: [{ type: 'section' }] }), '/view/blocks/0', 'must define either `text` or `fields`'],
  [
    'a title on a home tab',
    { type: 'home', title: plain('x'), blocks: [] },
    '/view',
    'invalid additional property: title',
  ],
])('Slack refuses %s', (_name, view, ...[pointer, message]) => {
  expect(validateView(view)).toContainEqual({ pointer, message })
})
