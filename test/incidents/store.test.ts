import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Alert } from '../../src/domain/alert.ts'
import type { Correlation } from '../../src/domain/correlation.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import { alertNames } from '../../src/domain/incident.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import { TEXT_JOBS } from '../../src/incidents/jobs.ts'
import { MIGRATIONS } from '../../src/incidents/migrations.ts'
import type { Store } from '../../src/incidents/store.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { createMemory } from '../alerts/remember.ts'
import { aStore, aStoreFile } from './a-store.ts'
import { incidentsIn } from './incidents-in.ts'

const NOW = unixSeconds(5000)

async function receive(store: Store, ...alerts: readonly Alert[]) {
  return (await store.receive(aGroup(alerts), NOW)).changes
}

function kindsOf({ changes }: Correlation): readonly string[] {
  return changes.map(({ kind }) => kind).toSorted()
}

async function open(store: Store, alert = anAlert()): Promise<string> {
  const [change] = await receive(store, alert)
  if (change === undefined) throw new Error('nothing changed')
  return change.incident.id
}

async function jobsOf(store: Store, now = unixSeconds(9e9)) {
  return (await store.takeDueJobs({ kinds: TEXT_JOBS, now, limit: 100 })).map(({ kind, dueAt }) => [kind, dueAt])
}

function anEvidence(takenAt: number): Evidence {
  const window = { start: unixSeconds(0), end: unixSeconds(takenAt) }
  const scope = { cluster: 'prod' }
  return {
    scope,
    takenAt: unixSeconds(takenAt),
    window,
    baselines: [],
    expectations: {},
    alerts: [],
    changes: [],
    readings: {},
    sources: [],
  }
}

describe('receive', () => {
  it('remembers an incident with its episodes', async () => {
    const store = aStore()
    const id = await open(store, anAlert({ labels: { instance: 'a:8000' }, startsAt: 1000.123456 }))
    expect(await store.incident(id)).toEqual({
      id,
      scope: { cluster: 'prod', modelName: 'qwen', instance: 'a:8000' },
      status: 'firing',
      startsAt: 1000.123456,
      episodes: [expect.objectContaining({ alertName: 'VLLMTTFTHigh', status: 'firing', startsAt: 1000.123456 })],
    })
    await receive(store, anAlert({ labels: { instance: 'a:8000' }, startsAt: 1000.123456, endsAt: 1500 }))
    expect(await store.incident(id)).toMatchObject({ status: 'resolved', endsAt: 1500 })
  })

  it('names the alerts, and no instance when there are several', async () => {
    const store = aStore()
    const id = await open(store, anAlert({ labels: { instance: 'a:8000' } }))
    await receive(store, anAlert({ name: 'B', labels: { instance: 'b:8000' } }))
    const incident = await store.incident(id)
    expect(incident && alertNames(incident)).toEqual(['VLLMTTFTHigh', 'B'])
    expect(incident?.scope).toEqual({ cluster: 'prod', modelName: 'qwen' })
  })

  it('keeps hostile text as it is', async () => {
    const store = aStore()
    const text = `'); drop table episodes; -- "\\ \u{1F600} <!channel> {"a":1}`
    const id = await open(store, anAlert({ name: text, labels: { ['__proto__']: text, constructor: text } }))
    expect((await store.incident(id))?.episodes[0]).toMatchObject({ alertName: text, labels: { constructor: text } })
  })

  it('takes ten thousand alerts in one notification', async () => {
    const store = aStore()
    const alerts = Array.from({ length: 10_000 }, (_, index) => anAlert({ labels: { instance: `10.0.0.${index}` } }))
    expect(await receive(store, ...alerts)).toMatchObject([{ kind: 'opened', incident: { firing: 10_000 } }])
    expect(await receive(store, ...alerts)).toEqual([])
  })

  it('gives those that come together one incident and each its answer', async () => {
    const store = aStore()
    const all = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        receive(store, anAlert({ labels: { instance: `10.0.0.${index % 100}` } })),
      ),
    )
    expect(new Set(all.flat().map(({ incident }) => incident.id)).size).toBe(1)
    expect(all.filter((changes) => changes.length > 0)).toHaveLength(100)
  })

  it('does not let one notification that fails spoil its neighbours', async () => {
    const store = aStore()
    const broken = { ...anAlert({ name: 'broken' }), startsAt: unixSeconds(NaN) }
    const results = await Promise.allSettled([
      receive(store, anAlert()),
      receive(store, broken),
      receive(store, anAlert({ name: 'B' })),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await incidentsIn(store, 'open'))[0]?.episodes).toHaveLength(2)
  })

  it('correlates as the plain memory does, across restarts', async () => {
    const alert = fc
      .record({
        name: fc.constantFrom('A', 'B', 'C'),
        startsAt: fc.integer({ min: 1, max: 30 }).map((step) => step * 100),
        isResolved: fc.boolean(),
        model: fc.constantFrom('qwen', 'llama'),
      })
      .map(({ name, startsAt, isResolved, model }) =>
        anAlert({ name, startsAt, labels: { model_name: model }, ...(isResolved && { endsAt: startsAt + 150 }) }),
      )
    const groups = fc.array(fc.array(alert, { minLength: 1, maxLength: 4 }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(groups, async (told) => {
        const file = aStoreFile()
        const memory = createMemory()
        let store = aStore(file)
        for (const [index, alerts] of told.entries()) {
          if (index % 5 === 4) {
            await store.close()
            store = aStore(file)
          }
          const expected = memory.receive(aGroup(alerts))
          const actual = await store.receive(aGroup(alerts), NOW)
          expect(kindsOf(actual)).toEqual(kindsOf(expected))
        }
        const shown = (await incidentsIn(store)).map(({ episodes }) =>
          episodes
            .map(({ fingerprint, startsAt, status, endsAt }) => `${fingerprint} ${startsAt} ${status} ${endsAt ?? ''}`)
            .toSorted(),
        )
        const expected = (memory.view() as { episodes: string[] }[]).map(({ episodes }) => episodes)
        expect(shown.map(String).toSorted()).toEqual(expected.map(String).toSorted())
      }),
      {
        numRuns: 40,
        // Two incidents equally near to a third alert.
        examples: [
          [
            [
              [anAlert({ name: 'A', startsAt: 1300 })],
              [anAlert({ name: 'C', startsAt: 600 })],
              [anAlert({ name: 'A', startsAt: 600 })],
              [anAlert({ name: 'B', startsAt: 100 })],
            ],
          ],
        ],
      },
    )
  })
})

describe('jobs', () => {
  it.each([
    ['a new incident is triaged at once', [[anAlert()]], [['triage', NOW]]],
    [
      'one that is joined is triaged again when things have settled',
      [[anAlert()], [anAlert({ name: 'B' })]],
      [['triage', NOW]],
    ],
    ['a repeat asks for nothing', [[anAlert()], [anAlert()]], [['triage', NOW]]],
    ['what resolved unseen asks for nothing', [[anAlert({ endsAt: 1200 })]], []],
  ])('%s', async (_name, notifications, jobs) => {
    const store = aStore()
    for (const alerts of notifications) await receive(store, ...alerts)
    expect(await jobsOf(store)).toEqual(jobs)
  })

  it('are of one kind once, and of one incident one at a time', async () => {
    const store = aStore()
    await open(store)
    const [first] = await store.takeDueJobs({ kinds: TEXT_JOBS, now: NOW, limit: 9 })
    await receive(store, anAlert({ name: 'B' }))
    await receive(store, anAlert({ endsAt: 1200 }), anAlert({ name: 'B', endsAt: 1200 }))
    const whileRunning = unixSeconds(NOW + 30)
    expect(await jobsOf(store, whileRunning)).toEqual([])
    await store.finishJob(first?.id ?? 0)
    expect(await jobsOf(store, whileRunning)).toEqual([['verify', NOW]])
  })

  it('drop a verification when the incident is reopened', async () => {
    const store = aStore()
    await open(store)
    await receive(store, anAlert({ endsAt: 1200 }))
    await receive(store, anAlert({ startsAt: 1300 }))
    expect(await jobsOf(store)).toEqual([['triage', NOW]])
  })

  it('are given out once, however long they take, and come back after a restart', async () => {
    const file = aStoreFile()
    const store = aStore(file)
    await open(store)
    expect(await jobsOf(store, NOW)).toHaveLength(1)
    expect(await jobsOf(store)).toHaveLength(0)
    expect(await store.nextJobDue(TEXT_JOBS)).toBeUndefined()
    const again = aStore(file)
    await again.releaseJobs(TEXT_JOBS)
    const [job] = await again.takeDueJobs({ kinds: TEXT_JOBS, now: NOW, limit: 1 })
    expect(job).toMatchObject({ kind: 'triage', attempt: 2 })
  })

  it('that failed wait, and are given up when told so', async () => {
    const store = aStore()
    await open(store)
    const [job] = await store.takeDueJobs({ kinds: TEXT_JOBS, now: NOW, limit: 1 })
    await store.failJob(job?.id ?? 0, { error: 'prometheus: 503', retryAt: unixSeconds(NOW + 10) })
    expect(await store.nextJobDue(TEXT_JOBS)).toBe(NOW + 10)
    expect(await jobsOf(store, unixSeconds(NOW + 9))).toEqual([])
    const [second] = await store.takeDueJobs({ kinds: TEXT_JOBS, now: unixSeconds(NOW + 10), limit: 1 })
    await store.failJob(second?.id ?? 0, { error: 'prometheus: 503' })
    expect(await jobsOf(store)).toEqual([])
  })

  it('come in the order in which their incidents came', async () => {
    const store = aStore()
    for (const model of ['a', 'b', 'c']) await open(store, anAlert({ labels: { model_name: model } }))
    const taken = await store.takeDueJobs({ kinds: TEXT_JOBS, now: NOW, limit: 2 })
    const models = await Promise.all(
      taken.map(async ({ incidentId }) => (await store.incident(incidentId))?.scope.modelName),
    )
    expect(models).toEqual(['a', 'b'])
  })
})

describe('evidence', () => {
  it('keeps the worst and the newest', async () => {
    const store = aStore()
    const id = await open(store)
    for (const [index, severity] of [1, 9, 3, 9, 2, 2, 2, 2].entries()) {
      await store.saveEvidence({ incidentId: id, kind: 'triage', severity, evidence: anEvidence(100 + index) })
    }
    await store.saveEvidence({ incidentId: id, kind: 'verify', severity: 99, evidence: anEvidence(200) })
    expect((await store.worstEvidence(id))?.takenAt).toBe(101)
    expect(await store.latestEvidenceAt(id, 'triage')).toBe(107)
    expect(await store.latestEvidenceAt(id, 'verify')).toBe(200)
    expect(await store.latestEvidenceAt('nobody', 'verify')).toBeUndefined()
    expect(await store.worstEvidence('nobody')).toBeUndefined()
  })
})

describe('the store', () => {
  it('takes over the file of every older version with what is in it', async () => {
    for (let version = 1; version < MIGRATIONS.length; version += 1) {
      const file = aStoreFile()
      mkdirSync(dirname(file), { recursive: true })
      const older = new Database(file)
      for (const step of MIGRATIONS.slice(0, version).flat()) older.exec(step)
      older.exec(`pragma user_version = ${version}`)
      older.exec("insert into incidents values ('i0', 'prod', 'qwen', 1000, 1000, 1, 1000)")
      older.exec("insert into jobs (incident_id, kind, due_at, state) values ('i0', 'triage', 1000, 'running')")
      older.close()
      const store = aStore(file)
      await store.releaseJobs(TEXT_JOBS)
      expect(await jobsOf(store)).toEqual([['triage', 1000]])
      expect(await incidentsIn(store, 'open')).toMatchObject([{ id: 'i0', scope: { cluster: 'prod' } }])
    }
  })

  it('forgets what is over and old, with all that hangs on it', async () => {
    const store = aStore()
    const id = await open(store)
    await store.put({ incidentId: id, channel: 'C1', slot: 'card' }, { text: 'a', blocks: [] }, NOW)
    expect(await store.prune(unixSeconds(1e9))).toBe(0)
    await receive(store, anAlert({ endsAt: 1200 }))
    expect(await store.prune(unixSeconds(1e9))).toBe(1)
    expect(await store.incident(id)).toBeUndefined()
    expect(await store.posts(id)).toEqual([])
    expect(await receive(store, anAlert())).toMatchObject([{ kind: 'opened' }])
  })

  it('says whether it can be written to', async () => {
    const file = aStoreFile()
    const store = aStore(file)
    expect(await store.healthy()).toBe(true)
    expect(await incidentsIn(store)).toEqual([])
    const other = new Database(file)
    other.exec('drop table incidents')
    other.close()
    expect(await store.healthy()).toBe(false)
  })

  it('names the file that is no database', () => {
    const file = aStoreFile()
    aStore(file)
    const broken = file.replace('whyslow.db', 'broken.db')
    writeFileSync(broken, 'this is no database, but long enough to be looked at as if it were one'.repeat(20))
    expect(() => aStore(broken)).toThrow(/^store .*broken\.db: /u)
    expect(readFileSync(broken, 'utf8')).toContain('this is no database')
  })

  it('refuses a file of a newer version', () => {
    const file = aStoreFile()
    aStore(file)
    const newer = new Database(file)
    newer.exec('pragma user_version = 99')
    newer.close()
    expect(() => aStore(file)).toThrow(/written by a newer whyslow \(schema 99/u)
  })

  it('is durable: every commit reaches the disk', async () => {
    const store = aStore()
    const pragma = async (name: string): Promise<unknown> => {
      const { sql } = await import('kysely')
      return (await sql.raw(`pragma ${name}`).execute(store.db)).rows[0]
    }
    expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
    expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(await pragma('foreign_keys')).toEqual({ foreign_keys: 1 })
  })

  it('keeps time apart: the window is ten minutes', async () => {
    const store = aStore()
    await open(store, anAlert({ startsAt: 1000 }))
    expect(await receive(store, anAlert({ name: 'B', startsAt: 1000 + minutes(10) }))).toMatchObject([
      { kind: 'joined' },
    ])
    expect(await receive(store, anAlert({ name: 'C', startsAt: 1001 + minutes(20) }))).toMatchObject([
      { kind: 'opened' },
    ])
  })
})
