import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../../src/domain/text.ts'
import { decide } from '../../../src/triage/decide.ts'
import { AT_WORK, anEvidence, onEach } from '../../support/evidence.ts'

const HANGS = {
  ...AT_WORK,
  generation_recent: { now: 1500, rows: { ...onEach(500), b: 0 } },
  steps_recent: { now: 120, rows: { ...onEach(40), b: 0 } },
}

function advice(xid: number): string {
  const rows = { ...onEach([0, 0] as const), b: [xid, 0] as const }
  const { headline, actions } = decide(anEvidence({ ...HANGS, gpu_xid: { now: xid, rows } }), inEnglish)
  expect(headline.cause).toBe('engine.hang')
  return actions.now.map(({ text }) => text).join('\n')
}

describe('what is done with an engine that hangs', () => {
  it('is a restart, of it alone', () => {
    expect(advice(0)).toContain('Then restart b, and only it')
  })

  it('is no restart on the same node where its GPU reports a hardware error', () => {
    expect(advice(79)).not.toContain('restart b, and only it')
    expect(advice(79)).toContain('Start b on another node')
  })

  it("is a restart after an application's own error", () => {
    expect(advice(31)).toContain('Then restart b, and only it')
  })
})
