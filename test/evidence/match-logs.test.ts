import { describe, expect, it } from 'vitest'
import { matchLogs } from '../../src/evidence/match-logs.ts'

describe('whose log it is', () => {
  it.each([
    ['is the only one’s', ['/var/log/vllm.log'], ['10.0.0.7:8000'], { '/var/log/vllm.log': '10.0.0.7:8000' }],
    [
      'is known by its address',
      ['/logs/10.0.0.7.log'],
      ['10.0.0.7:8000', '10.0.0.70:8000'],
      { '/logs/10.0.0.7.log': '10.0.0.7:8000' },
    ],
    [
      'is known by its address and port',
      ['/logs/10.0.0.7:8001.log'],
      ['10.0.0.7:8000', '10.0.0.7:8001'],
      { '/logs/10.0.0.7:8001.log': '10.0.0.7:8001' },
    ],
    [
      'is known by its pod',
      ['vllm-0', 'vllm-1'],
      ['vllm-0.vllm.ns.svc:8000', 'vllm-1.vllm.ns.svc:8000'],
      { 'vllm-0': 'vllm-0.vllm.ns.svc:8000', 'vllm-1': 'vllm-1.vllm.ns.svc:8000' },
    ],
    [
      'is known by its port',
      ['/logs/vllm-8001.log'],
      ['localhost:8000', 'localhost:8001'],
      { '/logs/vllm-8001.log': 'localhost:8001' },
    ],
    ['is not known by a part of a name', ['/logs/vllm-01.log'], ['vllm-0:8000', 'vllm-1:8000'], {}],
    ['is not known by a part of an address', ['/logs/110.0.0.7.log'], ['10.0.0.7:8000', '10.0.0.8:8000'], {}],
    ['is not known where two instances have the sign', ['/logs/gpu-host.log'], ['gpu-host:8000', 'gpu-host:8001'], {}],
    [
      'is not known where two logs have it',
      ['/a/vllm-8001.log', '/b/vllm-8001.log'],
      ['localhost:8000', 'localhost:8001'],
      {},
    ],
    [
      'is not another’s whose log is stated',
      ['localhost:8001', '/b/vllm-8001.log'],
      ['localhost:8000', 'localhost:8001'],
      {},
    ],
    ['is not the only one’s where there are two logs', ['/a.log', '/b.log'], ['10.0.0.7:8000'], {}],
    ['is left alone where it is stated', ['10.0.0.7:8000'], ['10.0.0.7:8000', '10.0.0.8:8000'], {}],
    ['is left alone where no instance is known', ['/a.log'], [], {}],
  ])('%s', (_, names, fleet, expected) => {
    expect(Object.fromEntries(matchLogs(names, fleet).instances)).toEqual(expected)
  })

  it('is said with what it rests on, or how to state it', () => {
    const { notes } = matchLogs(['/logs/8001.log', '/logs/x.log'], ['localhost:8000', 'localhost:8001'])
    expect(notes).toEqual([
      "/logs/8001.log is taken for localhost:8001's log, by its port",
      '/logs/x.log: no instance is known by this name: write `instance` beside its `file`',
    ])
  })

  it('takes no long for names that nobody has, and says little of many', () => {
    const began = performance.now()
    const { notes } = matchLogs(
      Array.from({ length: 250 }, (_, index) => `${'a-'.repeat(2000)}${index}`),
      ['a:1', 'b:2'],
    )
    expect(performance.now() - began).toBeLessThan(1000)
    expect(notes).toHaveLength(7)
  })
})
