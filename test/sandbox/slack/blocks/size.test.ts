import { expect, test } from 'vitest'
import { areTooLong } from '../../../../src/sandbox/slack/blocks/size.ts'
import { long, section, times } from './samples.ts'

const message = (blocks: number, characters: number) => [
  ...times(blocks - 1, () => section('x')),
  { type: 'rich_text', elements: [{ elements: [{ type: 'text', text: long(characters - blocks + 1) }] }] },
]

// The four messages measured in slackapi/bolt-js issue 2867.
test.each([
  [28, 4649, false],
  [33, 6020, false],
  [50, 9597, false],
  [45, 11_341, true],
])('%i blocks with %i characters: too long is %s', (blocks, characters, expected) => {
  expect(areTooLong(message(blocks, characters))).toBe(expected)
})

test('one block is refused at 13,200 characters and taken well below', () => {
  expect(areTooLong([{ type: 'markdown', text: long(13_200) }])).toBe(true)
  expect(areTooLong([{ type: 'markdown', text: long(12_000) }])).toBe(false)
})
