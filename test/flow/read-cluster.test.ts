import { describe, expect, it } from 'vitest'
import type { FleetChange } from '../../src/domain/fleet-change.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { minutes, seconds, unixSeconds } from '../../src/domain/time.ts'
import type { GatherRequest } from '../../src/evidence/source.ts'
import type { Cluster } from '../../src/flow/cluster.ts'
import type { ChangesIn } from '../../src/flow/known-changes.ts'
import { readCluster } from '../../src/flow/read-cluster.ts'

const NOW = unixSeconds(1_796_000_000)

function changeAt(minutesAgo: number, source: FleetChange['source'] = 'event'): FleetChange {
  return { at: unixSeconds(NOW - 60 * minutesAgo), kind: 'deploy', text: `${minutesAgo}`, source, instances: [] }
}

const all = (...changes: readonly FleetChange[]) => ({ changes, isCut: false })

/** A triage of a cluster that reads nothing, and what its source was asked. */
async function read(told: {
  readonly changesIn?: ChangesIn
  readonly grafana?: Cluster['grafana']
  readonly startedAgo?: number
}) {
  const asked: GatherRequest[] = []
  const source = {
    name: 'prometheus',
    gather: (request: GatherRequest) => {
      asked.push(request)
      const readings = request.signals.map(({ id }) => ({ status: 'absent', signal: id, reason: 'timeout' }) as const)
      return Promise.resolve({
        readings,
        report: { source: 'prometheus', status: 'failed', queries: 1, notes: [] } as const,
      })
    },
  }
  const cluster: Cluster = {
    name: 'prod',
    sources: [source],
    expectations: {},
    start: () => undefined,
    close: () => Promise.resolve(),
    ...(told.grafana && { grafana: told.grafana }),
  }
  const startsAt = told.startedAgo === undefined ? {} : { startsAt: unixSeconds(NOW - 60 * told.startedAgo) }
  const request = {
    id: 'i',
    status: 'firing',
    alerts: ['A'],
    scope: { cluster: 'prod' },
    window: minutes(5),
    speak: inEnglish,
    ...startsAt,
  } as const
  const result = await readCluster(cluster, request, {
    deadlineSeconds: seconds(5),
    now: NOW,
    stopwatch: () => 0,
    ...(told.changesIn && { changesIn: told.changesIn }),
  })
  const compared = asked[0]?.baselines.find(({ name }) => name === 'before_change')
  return { result, before: compared && (NOW - compared.end) / 60 }
}

describe('what was done to the fleet', () => {
  it('is asked for from an hour before the trouble was seen', async () => {
    const asked: number[] = []
    const changesIn: ChangesIn = (_scope, { start, end }) => {
      asked.push((NOW - start) / 60, (NOW - end) / 60)
      return Promise.resolve({ changes: [], isCut: false })
    }
    await read({ changesIn, startedAgo: 20 })
    await read({ changesIn })
    expect(asked).toEqual([80, 0, 65, 0])
  })

  it('is told by both who know of it, the oldest first', async () => {
    const { result } = await read({
      changesIn: () => Promise.resolve(all(changeAt(30), changeAt(10))),
      grafana: { changesIn: () => Promise.resolve(all(changeAt(20, 'grafana'))) },
    })
    expect(result.evidence.changes.map(({ text, source }) => [text, source])).toEqual([
      ['30', 'event'],
      ['20', 'grafana'],
      ['10', 'event'],
    ])
  })

  it.each([
    ['the last one before an alert fired', 15, [30, 16, 3], 16],
    ['the last one where nobody was paged', undefined, [30, 16, 3], 3],
    ['none where all came after the alert', 15, [14, 3], undefined],
    ['none where nothing was done', 15, [], undefined],
  ])('is compared with the moments before %s', async (_, startedAgo, ago, expected) => {
    const changesIn = () => Promise.resolve(all(...ago.map((minutesAgo) => changeAt(minutesAgo))))
    const { before } = await read({ changesIn, ...(startedAgo === undefined ? {} : { startedAgo }) })
    expect(before).toBe(expected)
  })
})
