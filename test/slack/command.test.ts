import { inEnglish } from '../../src/domain/text.ts'
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
    ['?', { kind: 'help' }],
    ['HELP!', { kind: 'help' }],
    ['帮助', { kind: 'help' }],
    ['为什么慢？', { kind: 'why-slow' }],
    ['为什么慢 qwen2.5-7b 15m', { kind: 'why-slow', subject: 'qwen2.5-7b', window: 900 }],
    ['why_slow', { kind: 'why-slow' }],
    ['why is it so slow?', { kind: 'why-slow' }],
    ['Why is qwen slow in the last 2 hours?', { kind: 'why-slow', subject: 'qwen', window: 7200 }],
    ['why-slow \u2014 10m', { kind: 'why-slow', window: 600 }],
    ['why-slow 15M', { kind: 'why-slow', window: 900 }],
    ['why-slow 15 m', { kind: 'why-slow', window: 900 }],
    ['why-slow 15mins', { kind: 'why-slow', window: 900 }],
    ['why-slow 1d', { kind: 'why-slow', window: 86_400 }],
    ['why-slow 7', { kind: 'why-slow', subject: '7' }],
    ['why-slow qwen2.5-7b', { kind: 'why-slow', subject: 'qwen2.5-7b' }],
    [
      'why-slow <http://gpu-1.example.com:8000|gpu-1.example.com:8000>',
      { kind: 'why-slow', subject: 'gpu-1.example.com:8000' },
    ],
    ['why-slow <http://10.0.1.22:8000/>', { kind: 'why-slow', subject: '10.0.1.22:8000' }],
    ['why-slow r&amp;d', { kind: 'why-slow', subject: 'r&d' }],
    ['why-slow &amp;lt;', { kind: 'why-slow', subject: '&lt' }],
    ['why-slow <!channel>', { kind: 'why-slow', subject: '<!channel>' }],
    ['status', { kind: 'status' }],
    ['Incidents?', { kind: 'status' }],
    ['latency of qwen in the last 15m', { kind: 'latency', subject: 'qwen', window: 900 }],
    ['skew 1h', { kind: 'skew', window: 3600 }],
    ['clients', { kind: 'clients' }],
    ['clients 10m by tokens', { kind: 'clients', window: 600, by: 'tokens' }],
    ['who by requests for qwen', { kind: 'clients', subject: 'qwen', by: 'requests' }],
    ['tree', { kind: 'tree' }],
    ['doctor', { kind: 'doctor' }],
    ['doctor prod', { kind: 'doctor', subject: 'prod' }],
    ['silence', { kind: 'silence' }],
    ['silence for 1h', { kind: 'silence', length: 3600 }],
    ['mute 30 min', { kind: 'silence', length: 1800 }],
    ['help me', { kind: 'help' }],
  ])('%j is read', (text, command) => {
    expect(parseCommand(text)).toEqual(command)
  })

  it.each([
    ['wat', 'I don\'t know "wat". Try one of why-slow, status, latency, skew, clients, tree, silence, doctor, help.'],
    ['why-slwo', 'I don\'t know "why-slwo". Did you mean why-slow?'],
    ['hlep', 'I don\'t know "hlep". Did you mean help?'],
    [
      'w'.repeat(60),
      `I don't know "${'w'.repeat(40)}". Try one of why-slow, status, latency, skew, clients, tree, silence, doctor, help.`,
    ],
    ['why-slow a b', 'One model or instance, please, not 2. Try why-slow, or help.'],
    ['why-slow 5m 10m', 'One window, please, such as 15m.'],
    ['why-slow 1s', 'A window is between 1m and 24h, such as 15m.'],
    [`why-slow ${'x'.repeat(201)}`, 'A model or instance has at most 200 characters, this has 201.'],
    ['why-slow 2d', 'A window is between 1m and 24h, such as 15m.'],
    ['latncy', 'I don\'t know "latncy". Did you mean latency?'],
    ['latency a b', 'One model or instance, please, not 2. Try why-slow, or help.'],
    ['status prod', 'status stands alone: nothing goes behind it.'],
    ['tree qwen', 'tree stands alone: nothing goes behind it.'],
    ['silence qwen 1h', 'silence takes a length of time, such as 1h, and nothing else.'],
    ['doctor 5m', 'doctor looks at now: it takes a cluster, and no window.'],
    ['why-slow 0m', 'A window is between 1m and 24h, such as 15m.'],
    ['why-slow 30h', 'A window is between 1m and 24h, such as 15m.'],
  ])('%j is a mistake that is named', (text, problem) => {
    const command = parseCommand(text)
    expect(command.kind === 'mistake' && inEnglish(command.problem)).toBe(problem)
  })

  it('reads no more than the start of a very long text', () => {
    expect(parseCommand(`why-slow${' '.repeat(3000)}qwen`)).toEqual({ kind: 'why-slow' })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof parseCommand(text).kind === 'string'))
  })
})
