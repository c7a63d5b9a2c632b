import { describe, expect, it } from 'vitest'
import { type SignalLine, signalTable, toHave } from '../../../src/audit/doctor/signal-table.ts'
import type { Facts } from '../../../src/audit/doctor/facts.ts'
import { type Reading, absent } from '../../../src/domain/reading.ts'
import { SIGNALS } from '../../../src/signals/catalog.ts'
import { PYTHON_NAMES, absentReading, anEngine, facts } from './healthy-facts.ts'

const QUIET: Reading = {
  status: 'present',
  signal: 'ttft_mean',
  source: 'prometheus',
  names: ['vllm:time_to_first_token_seconds'],
  query: '',
  partial: false,
  fleet: absent('no_traffic'),
  baselines: {},
  rows: [],
}

function lineOf(id: string, given: Facts): SignalLine {
  const line = signalTable(given).find((one) => one.id === id)
  if (line === undefined) throw new Error(`no signal ${id}`)
  return line
}

function read(reading: Reading): SignalLine {
  return lineOf(reading.signal, facts({ prometheus: { readings: [reading] } }))
}

describe('signalTable', () => {
  it('has every signal once, in order', () => {
    expect(signalTable(facts()).map(({ id }) => id)).toEqual(SIGNALS.map(({ id }) => id))
  })

  it('says what a reading was read by, and that nothing happened', () => {
    expect(read(QUIET).state).toEqual({
      status: 'available',
      names: QUIET.status === 'present' ? QUIET.names : [],
      isQuiet: true,
    })
    expect(read(absentReading('ttft_mean', 'no_traffic')).state).toMatchObject({ status: 'available', isQuiet: true })
  })

  it.each([
    ['not_exposed', /--disable-log-stats/],
    ['not_configured', /--disable-log-stats/],
    ['no_samples', /^wait/],
    ['http_503', undefined],
    ['timeout', undefined],
  ] as const)('says what enables one that is absent as %s', (reason, enable) => {
    const line = read(absentReading('waiting', reason))
    expect(line.state).toMatchObject({ status: 'absent', reason })
    if (enable === undefined) expect(toHave(line)).toBeUndefined()
    else expect(toHave(line)).toMatch(enable)
  })

  it("reads engines' own pages where there is no Prometheus", () => {
    const { prometheus: _, ...alone } = facts({ engines: [anEngine()] })
    expect(lineOf('ttft_p99', alone).state).toMatchObject({ status: 'available' })
    expect(lineOf('gpu_clock', alone).state).toMatchObject({ status: 'absent', reason: 'not_configured' })
    const poor = {
      ...alone,
      engines: [anEngine({ answer: { kind: 'metrics', names: PYTHON_NAMES, declared: PYTHON_NAMES } })],
    }
    expect(lineOf('ttft_p99', poor).state).toMatchObject({ status: 'absent', reason: 'not_exposed' })
    const silent = { ...alone, engines: [anEngine({ answer: { kind: 'empty' } })] }
    expect(lineOf('ttft_p99', silent).state).toMatchObject({ status: 'absent', reason: 'unreachable' })
  })

  it.each([
    ['one that answers', anEngine()],
    ['one that does not', anEngine({ answer: { kind: 'none', reason: 'unreachable', detail: '' } })],
  ])('counts the direct word as had where engines are asked: %s', (_, engine) => {
    const given = facts({ engines: [engine], prometheus: { readings: [absentReading('serving', 'not_configured')] } })
    const { prometheus: __, ...alone } = given
    for (const one of [given, alone]) expect(lineOf('serving', one).state).toMatchObject({ status: 'available' })
  })

  it('says how to have the direct word where no engine is asked', () => {
    const line = lineOf('serving', facts({ prometheus: { readings: [absentReading('serving', 'not_configured')] } }))
    expect(line.state).toMatchObject({ status: 'absent', reason: 'not_configured' })
    expect(toHave(line)).toMatch(/engines/)
  })
})
