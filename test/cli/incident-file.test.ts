import { describe, expect, it, vi } from 'vitest'
import { parseIncident } from '../../src/cli/incident-file.ts'
import { UsageError } from '../../src/cli/usage-error.ts'

describe('an incident file', () => {
  it('takes YAML and JSON alike', () => {
    const yaml = parseIncident('story: x\nreadings: { up: 1, waiting: { now: 2 } }', 'x.yml')
    expect(parseIncident('{ "story": "x", "readings": { "up": 1, "waiting": { "now": 2 } } }', 'x.json')).toEqual(yaml)
  })

  it('with a map for a key is refused in one line, and nothing is warned of', () => {
    const warn = vi.spyOn(process, 'emitWarning')
    expect(() => parseIncident('story: x\n? { a: 1 }\n: y', 'x.yml')).toThrow(/^x\.yml: .*: unknown key; .{1,200}$/u)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  it('of whose keys most are known lists no more of them than help', () => {
    const parse = (): unknown => parseIncident('story: x\nreadings: { zzzzzzzzzzzzzzzz: 1 }', 'x.yml')
    expect(parse).toThrow(/known here are (?:\w+, ){11}\w+ and \d+ more$/u)
  })

  it('has what is usual where it does not say so', () => {
    expect(parseIncident('story: x', 'x.yml', { instances: ['a'] }).instances).toEqual(['a'])
    expect(parseIncident('story: x\ninstances: [b]', 'x.yml', { instances: ['a'] }).instances).toEqual(['b'])
  })

  it.each([
    [
      'a signal that is not there',
      'readings: { kv_useage: 1 }',
      'readings.kv_useage: unknown key; did you mean kv_usage?',
    ],
    ['a key', 'reading: {}', 'reading: unknown key; did you mean readings?'],
    ['a key of a reading', 'readings: { up: { befor: 1 } }', 'readings.up.befor: unknown key; did you mean before?'],
    [
      'a key of an instance',
      'readings: { up: { instances: { a: { now: 1, befor: 0 } } } }',
      'readings.up.instances.a.befor: unknown key; did you mean before?',
    ],
    ['a reason', 'readings: { up: not_there }', 'readings.up: write a number, { now, before, instances }, or why'],
    ['a reason of an instance', 'readings: { up: { instances: { a: x } } }', 'readings.up.instances.a: write a number'],
    ['no number', 'readings: { up: .nan }', 'readings.up: write a number'],
    ['no end', 'readings: { up: { now: -.inf } }', 'readings.up.now: write a number'],
    [
      'per cent',
      'readings: { kv_usage: { instances: { a: 95 } } }',
      'readings.kv_usage.instances.a: 95 is no part of a whole',
    ],
    [
      'less than none',
      'readings: { waiting: { now: 1, instances: { a: -5 } } }',
      'readings.waiting.instances.a: -5 cannot be; write a number from 0 to 8.64e11 (requests)',
    ],
    [
      'less than none before',
      'readings: { waiting_mean: { now: 1, instances: { a: { now: 1, before: -1 } } } }',
      'readings.waiting_mean.instances.a.before: -1 cannot be',
    ],
    ['more than can be', 'readings: { up: { now: 1, week_ago: 1.0e+308 } }', 'readings.up.week_ago: 1e+308 cannot be'],
    ['a time below none', 'readings: { e2e_time: -3 }', 'readings.e2e_time: -3 cannot be'],
    ['a share below none', 'readings: { kv_usage: -0.5 }', 'readings.kv_usage: -0.5 is no part of a whole'],
    ['a sensor beyond all', 'readings: { gpu_temperature: 1.0e+9 }', 'readings.gpu_temperature: 1000000000 cannot be'],
    ['expectations of none', 'expectations: { instances: -3 }', 'expectations.instances: write a number from 1 on'],
    [
      'a client beyond all',
      'clients: { who: { a: { requests: 1.0e+300 } } }',
      'clients.who.a.requests: write a number from 0 to 1e15',
    ],
    ['each of nobody', 'readings: { up: { instances: { each: 1 } } }', 'readings.up.each: needs a list of the'],
    ['another instance', 'instances: [a]\nlogs: { b: [gpu_fault] }', 'logs: b is not among instances'],
    ['a kind of line', 'logs: { a: [ncc_timeout] }', 'logs.a.0: there is no such name; did you mean nccl_timeout?'],
    ['a line told twice', 'logs: { a: [gpu_fault] }\nreadings: { log_gpu_fault: 1 }', 'logs: log_gpu_fault is among'],
    ['an implied nothing', 'implied: [up]', 'implied: up is not among readings'],
    [
      'a cause',
      'expect: { cause: queue.squew, certainty: firm }',
      'expect.cause: there is no such name; did you mean q',
    ],
    [
      'what was done last year',
      'changes: [{ text: x, minutes_ago: 1.0e+300 }]',
      'changes[0].minutes_ago: write at most 10080, a week',
    ],
    ['the truth', 'true_cause: Queue Skew', 'true_cause: write it like queue.skew.lb'],
    ['an alert', 'alert: []', 'alert: write { alertname: … } or none'],
    ['a key twice', 'story: y', 'line 2: story is there twice; keep one'],
    ['aliases', 'alert: &a { alertname: x }\nexpectations: *a', 'this is not usable YAML: write it without * and &'],
    ['a merge', 'alert: { <<: { alertname: x } }', 'alert.alertname: is missing; write it'],
    ['a tower', `alert: ${'['.repeat(20_000)}`, 'this is not usable YAML: it is nested too deeply'],
    ['a tower of keys', `alert: ${'{a: '.repeat(20_000)}`, 'this is not usable YAML: it is nested too deeply'],
    ['far too much', 'x'.repeat(1024 * 1024), 'is larger than 256 kB'],
    ['a key twice deep down', 'readings: { up: { now: 1, now: 2 } }', 'line 2: now is there twice; keep one'],
    ['bytes', '\u0000\u001b[31m\ufffd: \u0007', ''],
    ['clients in a word', 'clients: everybody', 'clients: write { who: { bot: { requests: 5 } } }, or why they were'],
    ['clients in a list', 'clients: [bot]', 'clients: write { who: { bot: { requests: 5 } } }, or why they were'],
    ['a client beside who', 'clients: { bot: 5 }', 'clients.bot: a client stands under who, as in clients: { who: { b'],
    ['clients without names', 'clients: { who: [bot] }', 'clients.who: write each client by its name: { bot: { requ'],
    ['nobody', 'clients: { source: x }', 'clients.who: write each client by its name'],
    [
      'a client in a number',
      'clients: { who: { bot: 5 } }',
      'clients.who.bot: write { requests: 5 }; known here are requests, prompt_tokens, request_bytes, failed, seconds',
    ],
    [
      'a client in words',
      'clients: { who: { bot: { requests: many } } }',
      'clients.who.bot.requests: write a number per second, or { now, before }',
    ],
    [
      'a client without its requests',
      'clients: { who: { bot: { seconds: 3 } } }',
      'clients.who.bot.requests: is missing; write a number per second, or { now, before }',
    ],
    [
      'a key of a client',
      'clients: { who: { bot: { request: 5 } } }',
      'clients.who.bot.request: unknown key; did you mean requests?',
    ],
    ['a key of clients', 'clients: { whom: { bot: 5 } }', 'clients.whom: unknown key; did you mean who?'],
    [
      'why, in its wrong place',
      'readings: { all_others: timeout }',
      'readings.all_others: stands at the top of the file',
    ],
    [
      'why, in the place of clients',
      'clients: { all_others: timeout }',
      'clients.all_others: stands at the top of the file, beside story and readings; why clients were not read is written',
    ],
    ['why, in a map', 'all_others: { timeout: 1 }', 'all_others: write one of not_exposed, no_samples'],
  ])('refuses %s in one line, by its place and with the mend', (_, text, message) => {
    const parse = (): unknown => parseIncident(`story: x\n${text}`, 'x.yml')
    expect(parse).toThrow(UsageError)
    expect(parse).toThrow(`x.yml: ${message}`)
    expect(parse).toThrow(/^.{1,400}$/u)
  })

  it.each([
    ['nothing', '', 'x.yml: is empty'],
    ['a list', '- 1', 'x.yml: the file: write keys and values'],
    ['a word', 'x', 'x.yml: the file: write keys and values'],
    ['no story', 'readings: {}', 'x.yml: story: is missing; write it'],
    ['another JSON', '{ "b": 1 }', 'x.yml: b: unknown key; known here are story'],
    ['a laugh', laugh(), 'x.yml: this is not usable YAML: write it without * and &'],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseIncident(text, 'x.yml')).toThrow(message)
  })
})

/** Nine aliases a level, nine levels: a thousand million words. */
function laugh(): string {
  const levels = Array.from({ length: 9 }, (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}]`)
  return ['l0: &l0 ha', ...levels].join('\n')
}
