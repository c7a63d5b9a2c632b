import { describe, expect, it } from 'vitest'
import type { Labels } from '../../../../src/domain/series.ts'
import { type JoinInput, joinGpus } from '../../../../src/evidence/sources/reader/join-gpus.ts'
import { narrowedBy, ownersOf } from '../../../../src/evidence/sources/reader/join.ts'

function join(over: Partial<JoinInput>): ReturnType<typeof joinGpus> {
  return joinGpus({ engines: [], gpus: [], nodes: [], instanceLabel: 'instance', ...over })
}

/** Whose each of the GPUs is. */
function owners(over: Partial<JoinInput> & { readonly gpus: readonly Labels[] }): readonly (readonly string[])[] {
  const found = join(over)
  return over.gpus.map((gpu) => ownersOf(found, gpu).instances)
}

const A = '10.0.0.1:8000'
const B = '10.0.0.2:8000'

describe('joinGpus', () => {
  it('joins by the host part of the address, and narrows to those that belong to instances', () => {
    const engines = [{ instance: A }, { instance: B }]
    const gpus = [{ instance: '10.0.0.1:9400' }, { instance: '10.0.0.2:9400' }, { instance: '10.9.9.9:9400' }]
    expect(owners({ engines, gpus })).toEqual([[A], [B], []])
    const found = join({ engines, gpus })
    expect(narrowedBy(found)).toEqual([
      { name: 'instance', op: '=~', value: String.raw`10\.0\.0\.1:9400|10\.0\.0\.2:9400` },
    ])
    expect(found?.note).toBe('GPUs are matched to instances by host part of the address (label instance)')
  })

  it.each([
    ['the pod that uses the GPU', { exported_pod: 'vllm-0', pod: 'dcgm-x' }, { pod: 'vllm-0' }, [], 'exported_pod'],
    ['the pod', { pod: 'vllm-0' }, { pod: 'vllm-0' }, [], 'pod'],
    ['the pod in its namespace', { pod: 'v-0', namespace: 'llm' }, { pod: 'v-0', namespace: 'llm' }, [], 'pod'],
    ['the host name', { Hostname: 'gpu-1' }, { node: 'gpu-1' }, [], 'Hostname'],
    ["AMD's host name", { hostname: 'gpu-1', gpu_id: '0' }, { node: 'gpu-1' }, [], 'hostname'],
    ['the node', { node: 'gpu-1' }, { node: 'gpu-1' }, [], 'node'],
    ['the node as older rules call it', { kubernetes_node: 'gpu-1' }, { node: 'gpu-1' }, [], 'kubernetes_node'],
    ['a name that is its address', { Hostname: 'gpu-1' }, { instance: 'gpu-1:8000' }, [], 'Hostname'],
    ['uname', { Hostname: 'gpu-1' }, {}, [{ instance: '10.0.0.1:9100', nodename: 'gpu-1' }], 'Hostname'],
  ])('joins by %s', (_, gpu, engine, nodes, label) => {
    const engines = [{ instance: A, ...engine }]
    const gpus = [{ instance: '10.42.0.7:9400', ...gpu }]
    expect(join({ engines, gpus, nodes })).toMatchObject({ labels: expect.arrayContaining([label]), isWhole: true })
    expect(owners({ engines, gpus, nodes })).toEqual([[engines[0]?.instance]])
    expect(narrowedBy(join({ engines, gpus, nodes }))).toEqual([])
  })

  it("gives an instance its pod's GPUs only, and not its neighbours'", () => {
    const engines = [
      { instance: '10.0.0.1:8000', pod: 'vllm-0' },
      { instance: '10.0.0.1:8001', pod: 'vllm-1' },
    ]
    const host = { instance: '10.0.0.1:9400', Hostname: 'gpu-1' }
    const gpus = [
      { ...host, gpu: '0', exported_pod: 'vllm-0' },
      { ...host, gpu: '1', exported_pod: 'vllm-1' },
      { ...host, gpu: '2', exported_pod: 'training' },
      { ...host, gpu: '3' },
    ]
    expect(owners({ engines, gpus })).toEqual([['10.0.0.1:8000'], ['10.0.0.1:8001'], [], []])
    const found = join({ engines, gpus })
    expect(ownersOf(found, gpus[0] ?? {}).isShared).toBe(false)
    expect(found?.note).toBe('GPUs are matched to instances by pod (label exported_pod)')
  })

  it('tells pods of one name in two namespaces apart', () => {
    const engines = [
      { instance: A, pod: 'vllm-0', namespace: 'blue' },
      { instance: B, pod: 'vllm-0', namespace: 'green' },
    ]
    const gpus = [
      { exported_pod: 'vllm-0', exported_namespace: 'green' },
      { exported_pod: 'vllm-0', exported_namespace: 'blue' },
      { exported_pod: 'vllm-0', exported_namespace: 'red' },
    ]
    expect(owners({ engines, gpus })).toEqual([[B], [A], []])
    expect(narrowedBy(join({ engines, gpus }))).toEqual([
      { name: 'exported_pod', op: '=~', value: 'vllm-0' },
      { name: 'exported_namespace', op: '=~', value: 'green|blue' },
    ])
  })

  it('finds pods by name alone where one side knows no namespace', () => {
    const gpus = [{ exported_pod: 'vllm-0', exported_namespace: 'blue' }, { exported_pod: 'other' }]
    expect(owners({ engines: [{ instance: A, pod: 'vllm-0' }], gpus })).toEqual([[A], []])
    const bare = [{ exported_pod: 'vllm-0' }, { exported_pod: 'other' }]
    expect(owners({ engines: [{ instance: A, pod: 'vllm-0', namespace: 'blue' }], gpus: bare })).toEqual([[A], []])
    expect(narrowedBy(join({ engines: [{ instance: A, pod: 'vllm-0' }], gpus: bare }))).toEqual([
      { name: 'exported_pod', op: '=~', value: 'vllm-0' },
      // None: what has no such label.
      { name: 'exported_namespace', op: '=~', value: '' },
    ])
  })

  it('takes an empty pod for none, as dcgm-exporter writes it of a GPU that nobody has', () => {
    const gpus = [{ instance: '10.0.0.1:9400', pod: '', namespace: '' }]
    expect(join({ engines: [{ instance: A, pod: '' }], gpus })?.labels).toEqual(['instance'])
  })

  it('does not take the pod of the exporter for the pod that has the GPU', () => {
    const gpus = [{ instance: '10.0.0.1:9400', pod: 'dcgm-exporter-lcxpl' }]
    const found = join({ engines: [{ instance: A, pod: 'vllm-0' }], gpus })
    expect(found?.labels).toEqual(['instance'])
    expect(ownersOf(found, gpus[0] ?? {}).isShared).toBe(false)
  })

  it.each([
    [
      'instances of one host share a reading',
      [{ instance: 'gpu-1:8000' }, { instance: 'gpu-1:8001' }],
      [{ instance: 'gpu-1:9400', Hostname: 'gpu-1' }],
      'some hosts run several instances',
    ],
    [
      'the GPUs of a host are given to several pods, and none is known to be the instance',
      [{ instance: 'gpu-1:8000' }],
      [
        { instance: 'gpu-1:9400', pod: 'vllm-0' },
        { instance: 'gpu-1:9400', pod: 'training' },
      ],
      'given to several pods',
    ],
  ])('says when %s, and marks it', (_, engines, gpus, said) => {
    const found = join({ engines, gpus })
    expect(found?.note).toContain(said)
    expect(found?.note).toContain('nothing firm rests on')
    expect(ownersOf(found, gpus[0] ?? {})).toEqual({
      instances: engines.map(({ instance }) => instance),
      isShared: true,
    })
  })

  it('names instances by the label that the cluster uses', () => {
    const engines = [{ instance: A, pod: 'vllm-0' }]
    const gpus = [{ instance: '10.0.0.1:9400' }]
    expect(owners({ engines, gpus, instanceLabel: 'pod' })).toEqual([['vllm-0']])
  })

  it('joins nothing where no label tells', () => {
    expect(join({ engines: [{ instance: A }, {}], gpus: [{ instance: 'other:9400' }, {}] })).toBeUndefined()
  })
})
