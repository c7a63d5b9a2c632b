import { describe, expect, it } from 'vitest'
import { asScraped, placementOf } from '../../../src/sandbox/fleet/placement.ts'
import { fourInstances } from '../../../src/sandbox/scenarios/building-blocks.ts'

const [first] = fourInstances()

describe('placementOf', () => {
  it.each([
    ['dcgm', ['10.0.1.21:8000', '10.0.1.21:9400', '10.0.1.21:9100']],
    ['amd', ['10.0.1.21:8000', '10.0.1.21:5000', '10.0.1.21:9100']],
    ['dcgm_pods', ['10.0.1.21:8000', '10.42.21.5:9400', '192.168.7.21:9100']],
  ] as const)('of %s', (exporter, addresses) => {
    if (first === undefined) throw new Error('no instance')
    const { engine, gpus, node } = placementOf(first, exporter)
    expect([engine, gpus, node].map(({ instance }) => instance)).toEqual(addresses)
  })
})

describe('asScraped', () => {
  it('keeps what the target is known by, and renames what the page says of the same', () => {
    const place = { job: 'dcgm', instance: '10.42.0.5:9400', labels: { pod: 'dcgm-x', namespace: 'gpu-operator' } }
    expect(asScraped({ gpu: '0', pod: 'vllm-0', namespace: 'llm' }, place)).toEqual({
      gpu: '0',
      exported_pod: 'vllm-0',
      exported_namespace: 'llm',
      pod: 'dcgm-x',
      namespace: 'gpu-operator',
      instance: '10.42.0.5:9400',
      job: 'dcgm',
    })
  })
})
