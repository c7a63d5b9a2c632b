import { describe, expect, it } from 'vitest'
import { joinGpus } from '../../../../src/evidence/sources/reader/join-gpus.ts'
import { joinHosts } from '../../../../src/evidence/sources/reader/join-hosts.ts'
import { ownersOf } from '../../../../src/evidence/sources/reader/join.ts'

const instanceLabel = 'instance'
const ENGINE = { instance: '10.42.0.9:8000', pod: 'vllm-0' }

describe('joinHosts', () => {
  it.each([
    ['address', { instance: '10.42.0.9:8000' }, { instance: '10.42.0.9:9100' }, [], 'host part of the address'],
    [
      'the name of the node',
      { ...ENGINE, node: 'gpu-1' },
      { instance: '10.0.0.1:9100', nodename: 'gpu-1' },
      [],
      'node name',
    ],
    [
      'the label of the node',
      { ...ENGINE, node: 'gpu-1' },
      { instance: '10.0.0.1:9100', node: 'gpu-1' },
      [],
      'node name',
    ],
    [
      'the host that its GPU names',
      ENGINE,
      { instance: '10.0.0.1:9100', nodename: 'gpu-1' },
      [{ instance: '10.42.0.3:9400', exported_pod: 'vllm-0', Hostname: 'gpu-1' }],
      'the host of their GPUs',
    ],
  ])('joins by %s', (_, engine, node, gpus, said) => {
    const gpuJoin = joinGpus({ engines: [engine], gpus, nodes: [node], instanceLabel })
    const join = joinHosts({ engines: [engine], nodes: [node], gpus, gpuJoin, instanceLabel })
    expect(ownersOf(join, { instance: node.instance })).toEqual({ instances: [engine.instance], isShared: false })
    expect(join?.note).toBe(`hosts are matched to instances by ${said} (label instance)`)
  })

  it('gives a host to all instances that it runs: they do share it', () => {
    const engines = [{ instance: 'gpu-1:8000' }, { instance: 'gpu-1:8001' }]
    const join = joinHosts({
      engines,
      nodes: [{ instance: 'gpu-1:9100' }],
      gpus: [],
      gpuJoin: undefined,
      instanceLabel,
    })
    expect(ownersOf(join, { instance: 'gpu-1:9100' })).toEqual({
      instances: ['gpu-1:8000', 'gpu-1:8001'],
      isShared: false,
    })
  })

  it('joins nothing where no label tells', () => {
    const nodes = [{ instance: '10.0.0.1:9100', nodename: 'gpu-1' }]
    expect(joinHosts({ engines: [ENGINE], nodes, gpus: [], gpuJoin: undefined, instanceLabel })).toBeUndefined()
  })
})
