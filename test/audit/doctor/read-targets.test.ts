import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTargets } from '../../../src/audit/doctor/read-targets.ts'
import { CORPUS, describeWithCorpus } from '../../support/needs.ts'

const SECRET = 'hunter2'

describe('readTargets', () => {
  it.each([undefined, null, [], 'targets', { activeTargets: 'none' }])('takes %j for no answer of the API', (data) => {
    expect(readTargets(data)).toBeUndefined()
  })

  it('takes a missing list for an empty one', () => {
    expect(readTargets({ activeTargets: null })).toEqual([])
  })

  it('reads what is there, and leaves out what lets its reader in', () => {
    const target = {
      labels: { job: 'vllm', instance: 'a:8000', odd: 7 },
      scrapeUrl: `http://me:${SECRET}@a:8000/metrics?token=${SECRET}`,
      lastError: `Get "http://me:${SECRET}@a:8000/metrics?token=${SECRET}": refused`,
      health: 'down',
      scrapeInterval: '1m30s',
      scrapeTimeout: '500ms',
    }
    expect(readTargets({ activeTargets: [target, 'odd'] })).toEqual([
      {
        labels: { job: 'vllm', instance: 'a:8000' },
        url: 'http://a:8000/metrics',
        address: 'a:8000',
        health: 'down',
        lastError: 'Get "http://a:8000/metrics": refused',
        interval: 90,
        timeout: 0.5,
      },
    ])
  })

  it('takes an odd health for unknown and an odd length for none', () => {
    const [read] = readTargets({ activeTargets: [{ health: 'odd', scrapeInterval: 'often' }] }) ?? []
    expect(read).toEqual({ labels: {}, url: '', address: '', health: 'unknown', lastError: '' })
  })
})

describeWithCorpus('prometheus-api/vm179_targets.json', 'readTargets of VictoriaMetrics', () => {
  it('finds the interval among the discovered labels', () => {
    const text = readFileSync(join(CORPUS, 'prometheus-api/vm179_targets.json'), 'utf8')
    const targets = readTargets((JSON.parse(text) as { data: unknown }).data) ?? []
    expect(targets.map(({ address, health, interval }) => [address, health, interval])).toEqual([
      ['127.0.0.1:19078', 'up', 2],
      ['127.0.0.1:19090', 'up', 2],
      ['127.0.0.1:19999', 'down', 2],
    ])
  })
})
