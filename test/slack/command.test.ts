import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../src/slack/command.ts'

describe('parseCommand', () => {
  it.each([
    ['', { kind: 'help' }],
    ['help', { kind: 'help' }],
    ['why-slow', { kind: 'why-slow' }],
    ['  Why-Slow  ', { kind: 'why-slow' }],
    ['why slow', { kind: 'why-slow' }],
    ['whyslow', { kind: 'why-slow' }],
    ['why\u2013slow', { kind: 'why-slow' }],
    ['why-slow qwen2.5-7b', { kind: 'why-slow', subject: 'qwen2.5-7b' }],
    ['why-slow Qwen/Qwen2.5-7B 15m', { kind: 'why-slow', subject: 'Qwen/Qwen2.5-7B', window: 900 }],
    ['why-slow 2h 10.0.1.22:8000', { kind: 'why-slow', subject: '10.0.1.22:8000', window: 7200 }],
    ['why slow \u201Cqwen\u201D 90s', { kind: 'why-slow', subject: 'qwen', window: 90 }],
  ])('%j is read', (text, command) => {
    expect(parseCommand(text)).toEqual(command)
  })

  it.each([
    ['wat', 'I don\'t know "wat". Try why-slow, or help.'],
    ['why-slow a b', 'One model or instance, please, not 2. Try why-slow, or help.'],
    ['why-slow 5m 10m', 'One window, please, such as 15m.'],
    ['why-slow 1s', 'A window is between 1m and 24h, such as 15m.'],
    ['why-slow 30h', 'A window is between 1m and 24h, such as 15m.'],
  ])('%j is a mistake that is named', (text, problem) => {
    expect(parseCommand(text)).toEqual({ kind: 'mistake', problem })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parseCommand(text).kind === 'string'))
  })
})
