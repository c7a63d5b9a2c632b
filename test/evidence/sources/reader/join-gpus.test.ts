import { describe, expect, it } from 'vitest'
import { hostOf, joinGpus } from '../../../../src/evidence/sources/reader/join-gpus.ts'

const instanceLabel = 'instance'

describe('joinGpus', () => {
  it('joins by the host part of the address', () => {
    const join = joinGpus({
      engines: [{ instance: '10.0.0.1:8000' }, { instance: '10.0.0.2:8000' }],
      gpus: [{ instance: '10.0.0.1:9400' }, { instance: '10.0.0.2:9400' }, { instance: '10.9.9.9:9400' }],
      nodes: [],
      instanceLabel,
    })
    expect(join).toMatchObject({ label: 'instance', isWhole: false })
    expect(Object.fromEntries(join?.instances ?? [])).toEqual({
      '10.0.0.1:9400': ['10.0.0.1:8000'],
      '10.0.0.2:9400': ['10.0.0.2:8000'],
    })
    expect(join?.note).toBe('GPUs are matched to instances by host part of the address (label instance)')
  })

  it('says when instances of one host share a reading', () => {
    const join = joinGpus({
      engines: [{ instance: 'gpu-1:8000' }, { instance: 'gpu-1:8001' }],
      gpus: [{ instance: 'gpu-1:9400', Hostname: 'gpu-1' }],
      nodes: [],
      instanceLabel,
    })
    expect(join?.instances.get('gpu-1:9400')).toEqual(['gpu-1:8000', 'gpu-1:8001'])
    expect(join?.note).toContain('share a reading')
  })

  it.each([
    ['the pod that uses the GPU', { exported_pod: 'vllm-0', pod: 'dcgm-x' }, { pod: 'vllm-0' }, [], 'exported_pod'],
    ['the pod', { pod: 'vllm-0' }, { pod: 'vllm-0' }, [], 'pod'],
    ['the host name', { Hostname: 'gpu-1' }, { node: 'gpu-1' }, [], 'Hostname'],
    ['the node', { node: 'gpu-1' }, { node: 'gpu-1' }, [], 'node'],
    ['a name that is its address', { Hostname: 'gpu-1' }, { instance: 'gpu-1:8000' }, [], 'Hostname'],
    ['uname', { Hostname: 'gpu-1' }, {}, [{ instance: '10.0.0.1:9100', nodename: 'gpu-1' }], 'Hostname'],
  ])('joins by %s', (_, gpu, engine, nodes, label) => {
    const engines = [{ instance: '10.0.0.1:8000', ...engine }]
    const join = joinGpus({ engines, gpus: [{ instance: '10.42.0.7:9400', ...gpu }], nodes, instanceLabel })
    expect(join).toMatchObject({ label, isWhole: true })
    expect([...(join?.instances.values() ?? [])]).toEqual([[engines[0]?.instance]])
  })

  it('names instances by the label that the cluster uses', () => {
    const engines = [{ instance: '10.0.0.1:8000', pod: 'vllm-0' }]
    const join = joinGpus({ engines, gpus: [{ instance: '10.0.0.1:9400' }], nodes: [], instanceLabel: 'pod' })
    expect(join?.instances.get('10.0.0.1:9400')).toEqual(['vllm-0'])
  })

  it('joins nothing where no label tells', () => {
    const engines = [{ instance: '10.0.0.1:8000' }, {}]
    expect(joinGpus({ engines, gpus: [{ instance: 'other:9400' }, {}], nodes: [], instanceLabel })).toBeUndefined()
  })
})

describe('hostOf', () => {
  it.each([
    ['10.0.0.1:8000', '10.0.0.1'],
    ['[fd00::1]:8000', 'fd00::1'],
    ['fd00::1', 'fd00::1'],
    ['gpu-1', 'gpu-1'],
    ['http://gpu-1:8000/metrics', 'gpu-1'],
    ['', ''],
  ])('of %s is %s', (address, host) => {
    expect(hostOf(address)).toBe(host)
  })
})
