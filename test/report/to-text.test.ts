import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_ACTIONS } from '../../src/domain/action.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { columnsOf } from '../../src/report/columns.ts'
import { toCardText, toText } from '../../src/report/to-text.ts'
import { arbitraryResult } from './arbitrary-result.ts'
import { TERMINAL_CONTROLS } from './terminal-controls.ts'
import { DIAGNOSIS, RESULT, instanceLine, resultWith } from './worked-incident.ts'

describe('toText', () => {
  it('shows the worked incident', async () => {
    await expect(toText(RESULT)).toMatchFileSnapshot('golden/worked-incident.txt')
  })

  it('shows it in colour when told', () => {
    expect(toText(RESULT)).not.toContain('\u001B')
    expect(toText(RESULT, { colour: true })).toContain('\u001B[1mfirm')
  })

  it('says that an alert has resolved, without red', () => {
    const { startsAt: _, ...undated } = RESULT.incident
    const [head] = toCardText({ ...RESULT, incident: { ...RESULT.incident, status: 'resolved' } }).split('\n')
    expect(head).toMatch(/^✅ VLLMTTFTHigh \+2 · .* · resolved, began 14:02, read 13:58–14:08 UTC +firm$/)
    expect(toCardText({ ...RESULT, incident: { ...undated, status: 'resolved' } })).toContain(
      ' · resolved, read 13:58–14:08 UTC',
    )
  })

  it('dates what is of another day', () => {
    const today = unixSeconds(Date.parse('2026-11-30T00:00:00Z') / 1000)
    const { startsAt: _, ...undated } = RESULT.incident
    expect(toCardText(RESULT, { today })).toContain(' since 2026-11-29 14:02 UTC (6 min)')
    expect(toCardText({ ...RESULT, incident: undated }, { today })).toContain(' 2026-11-29 13:58–14:08 UTC')
  })

  it('counts the instances it leaves out', () => {
    const instances = Array.from({ length: 1000 }, (_, index) => instanceLine(`10.0.${index}.1:8000`, index === 777))
    const text = toText(resultWith({ instances }))
    expect(text).toContain('… and 988 more')
    expect(text).toMatch(/Instances.*\n.*instance.*\n {2}10\.0\.777\.1:8000/)
  })

  it('never shows 0 for what was not read', () => {
    expect(toText(RESULT)).toContain('outside not read (HTTP 503)')
    expect(toText(RESULT)).toMatch(/10\.0\.1\.23:8000 .* –$/m)
  })

  it('says that nothing is missing when nothing is', () => {
    expect(toCardText(resultWith({ missing: [] }))).toContain('none missing')
  })

  it('falls back to what to do today', () => {
    const { today } = DIAGNOSIS.actions
    expect(toCardText(resultWith({ actions: { ...NO_ACTIONS, today } }))).toContain('Do today     1 restart')
  })

  it.each([40, 60, 80, 100])('keeps the card to %i columns', (width) => {
    fc.assert(
      fc.property(arbitraryResult, (result) => {
        for (const line of toCardText(result, { width }).split('\n')) expect(columnsOf(line)).toBeLessThanOrEqual(width)
      }),
      { numRuns: 50 },
    )
  })

  it('obeys no text from outside', () => {
    fc.assert(
      fc.property(arbitraryResult, (result) => {
        expect(toText(result)).not.toMatch(TERMINAL_CONTROLS)
      }),
      { numRuns: 100 },
    )
  })
})
