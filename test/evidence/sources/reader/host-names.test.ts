import { describe, expect, it } from 'vitest'
import { hostNames, hostOf } from '../../../../src/evidence/sources/reader/host-names.ts'

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

describe('hostNames', () => {
  it('are all that labels tell, each once', () => {
    expect(hostNames({ Hostname: 'a', node: 'a', kubernetes_node: 'b', hostname: '', instance: 'c:1' })).toEqual([
      'a',
      'b',
    ])
  })
})
