import { expect, it } from 'vitest'
import { nearestWord } from '../../src/slack/command-nearest.ts'

const KNOWN = ['why-slow', 'help']

it.each([
  ['why-slwo', 'why-slow'],
  ['wyslow', 'why-slow'],
  ['slowness', undefined],
  ['WHY-SLO', 'why-slow'],
  ['hlep', 'help'],
  ['halp', 'help'],
  ['status', undefined],
  ['latency', undefined],
  ['', undefined],
])('%j means %j', (typed, meant) => {
  expect(nearestWord(typed, KNOWN)).toBe(meant)
})
