import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { evidenceOfIncident } from '../../src/cli/incident-evidence.ts'
import { parseIncident } from '../../src/cli/incident-file.ts'
import type { Evidence } from '../../src/domain/evidence.ts'
import { absent, present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { decide } from '../../src/triage/decide.ts'

const NOW = unixSeconds(1_796_000_000)

describe('the evidence of an incident file', () => {
  it('has no reading of what is left out, and says so', () => {
    const { readings } = evidence('readings: { up: 1 }')
    expect(readings['waiting']).toEqual({ status: 'absent', signal: 'waiting', reason: 'not_configured' })
    expect(evidence('all_others: timeout').readings['waiting']).toMatchObject({ reason: 'timeout' })
    expect(evidence('readings: { up: stale }').readings['up']).toMatchObject({ status: 'absent', reason: 'stale' })
  })

  it('never takes silence for a fleet without metrics, for a healthy one or for one that is down', () => {
    for (const known of ['', 'readings: { up: 4 }', 'readings: { up: 4, running: 3, waiting: 0 }']) {
      const { headline } = decide(evidence(known), inEnglish)
      expect(headline).toMatchObject({ cause: 'inconclusive', certainty: 'none' })
    }
  })

  it.each(['', 'alert: { alertname: A, model_name: m }'])('makes one line of each instance: %s', (alert) => {
    const rows = '{ a: 1, b: 2 }'
    const told = `readings: { up: { now: 2, instances: ${rows} }, waiting: { now: 3, instances: ${rows} } }`
    const { instances } = decide(evidence(`${alert}\ninstances: [a, b]\n${told}`), inEnglish)
    expect(instances.map(({ key }) => key.instance).toSorted()).toEqual(['a', 'b'])
  })

  it('has each number where it was written', () => {
    const told =
      'readings: { completions: { now: 5, before: 4, week_ago: 3, instances: { a: { now: 2, before: 1 }, b/1: 3 } } }'
    expect(evidence(`alert: { alertname: X, model_name: m }\n${told}`).readings['completions']).toEqual({
      status: 'present',
      signal: 'completions',
      source: 'file',
      names: [],
      query: 'readings.completions',
      rowQuery: 'readings.completions.instances',
      partial: false,
      fleet: present(5),
      baselines: { hour_before: present(4), week_ago: present(3) },
      rows: [
        { key: { instance: 'a', engine: '0', modelName: 'm' }, now: present(2), before: present(1) },
        { key: { instance: 'b', engine: '1', modelName: 'm' }, now: present(3), before: absent('not_configured') },
      ],
    })
  })

  it('has of one instance the same number for it and for the fleet', () => {
    const { readings } = evidence('instances: [a]\nreadings: { waiting_mean: 7, kv_peak: { instances: { a: 0.5 } } }')
    expect(readings['waiting_mean']).toMatchObject({
      fleet: present(7),
      rows: [{ key: { instance: 'a' }, now: present(7) }],
    })
    expect(readings['kv_peak']).toMatchObject({ fleet: present(0.5), rows: [{ now: present(0.5) }] })
  })

  it('gives each instance what each has, but for those with their own', () => {
    const { readings } = evidence('instances: [a, b]\nreadings: { up: { instances: { each: 1, b: 0 } } }')
    expect(readings['up']).toMatchObject({
      fleet: absent('not_configured'),
      rows: [
        { key: { instance: 'a' }, now: present(1) },
        { key: { instance: 'b' }, now: present(0) },
      ],
    })
  })

  it('counts a line that was seen, and knows nothing of the others', () => {
    const { readings } = evidence('logs: { a: [gpu_fault] }')
    expect(readings['log_gpu_fault']).toMatchObject({
      fleet: present(1),
      rows: [{ key: { instance: 'a' }, now: present(1) }],
    })
    expect(readings['log_nccl_timeout']).toMatchObject({ status: 'absent' })
  })

  it('is of the time that it says', () => {
    expect(evidence('at: 2026-11-29T14:00:00Z\nwindow: 10m').window).toEqual({
      start: 1_795_960_200,
      end: 1_795_960_800,
    })
    expect(evidence('').window.end).toBe(NOW)
    expect(() => evidence('at: noon')).toThrow(/^x\.yml: at "noon" is not a time/u)
    expect(() => evidence('window: long')).toThrow(/^x\.yml: window "long" is not a duration/u)
  })

  it('comes to what the README says of its example', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, example = ''] = /## An incident as a file.*?```yaml\n(.*?)```/su.exec(readme) ?? []
    const incident = parseIncident(example, 'README.md')
    expect(decide(evidenceOfIncident(incident, 'README.md', NOW), inEnglish).headline).toMatchObject({
      cause: incident.expect?.cause,
      certainty: incident.expect?.certainty,
    })
  })
})

function evidence(text: string): Evidence {
  return evidenceOfIncident(parseIncident(`story: x\n${text}`, 'x.yml'), 'x.yml', NOW)
}
