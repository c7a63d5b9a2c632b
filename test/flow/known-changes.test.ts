import { describe, expect, it } from 'vitest'
import type { FleetChange } from '../../src/domain/fleet-change.ts'
import { seconds, unixSeconds } from '../../src/domain/time.ts'
import type { Window } from '../../src/domain/window.ts'
import { GrafanaError } from '../../src/evidence/changes/open-grafana.ts'
import { type ChangesRequest, changesKnown } from '../../src/flow/known-changes.ts'

function changeAt(at: number): FleetChange {
  return { at: unixSeconds(at), kind: 'deploy', text: `${at}`, source: 'event', instances: [] }
}

function aRequest(more: Partial<ChangesRequest> = {}): ChangesRequest {
  const time = { start: unixSeconds(0), end: unixSeconds(1000) }
  return { scope: { cluster: 'prod' }, time, seen: unixSeconds(500), deadline: seconds(5), ...more }
}

/** Tells the newest three. */
function cut(...times: readonly number[]) {
  return ({ start, end }: Window) => {
    const found = times.filter((at) => at >= start && at <= end).map(changeAt)
    return Promise.resolve({ changes: found.slice(-3), isCut: found.length > 3 })
  }
}

describe('what is known to have been done to a fleet', () => {
  it('costs a note where it cannot be read, in words of the one who would know', async () => {
    const tellers = {
      changesIn: () => Promise.reject(new Error('SQLITE_BUSY: secret path')),
      grafana: { changesIn: () => Promise.reject(new GrafanaError('annotations: HTTP 502')) },
    }
    expect(await changesKnown(tellers, aRequest())).toEqual({
      changes: [],
      reports: [
        { source: 'changes', status: 'failed', queries: 0, notes: ['what was done to the fleet could not be read'] },
        {
          source: 'grafana',
          status: 'failed',
          queries: 0,
          notes: ['what was done to the fleet could not be read: annotations: HTTP 502'],
        },
      ],
    })
  })

  it.each([
    ['a second', 60, 900, 1500],
    ['a part of a short triage', 1, 150, 600],
  ])('is not waited for longer than %s, whatever a teller does', async (_, deadline, least, most) => {
    const began = performance.now()
    const tellers = { changesIn: undefined, grafana: { changesIn: () => new Promise<never>(() => undefined) } }
    const { reports } = await changesKnown(tellers, aRequest({ deadline: seconds(deadline) }))
    expect(reports).toMatchObject([
      {
        source: 'grafana',
        status: 'failed',
        notes: ['what was done to the fleet could not be read: no answer in time'],
      },
    ])
    expect(performance.now() - began).toBeGreaterThan(least)
    expect(performance.now() - began).toBeLessThan(most)
  })

  it.each([
    ['all, where there are few', [100, 600], [100, 600], 0],
    ['the newest, where one is from before the trouble', [100, 200, 300, 600], [200, 300, 600], 1],
    ['the last one before the trouble and the newest', [100, 200, 600, 700, 800, 900], [200, 700, 800, 900], 1],
    ['the newest, where none was before', [600, 700, 800, 900], [700, 800, 900], 1],
  ])('is %s', async (_, times, told, notes) => {
    const by = { changesIn: cut(...times), grafana: { changesIn: cut(...times) } }
    for (const tellers of [
      { changesIn: (_scope: unknown, time: Window) => by.changesIn(time), grafana: undefined },
      { changesIn: undefined, grafana: by.grafana },
    ]) {
      const { changes, reports } = await changesKnown(tellers, aRequest())
      expect(changes.map(({ at }) => at)).toEqual(told)
      expect(reports.flatMap((report) => report.notes)).toHaveLength(notes)
    }
  })
})
