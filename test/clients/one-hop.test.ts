import { describe, expect, it } from 'vitest'
import { hopToCount } from '../../src/clients/one-hop.ts'

describe('hopToCount', () => {
  it.each([
    ['one side alone', { outbound: 9, inbound: 0 }, undefined],
    ['each request twice', { outbound: 100, inbound: 100 }, 'outbound'],
    ['far more on the servers’ side', { outbound: 100, inbound: 300 }, 'inbound'],
    ['some tries', { outbound: 100, inbound: 130 }, 'outbound'],
    ['callers without a proxy', { outbound: 10, inbound: 300 }, 'inbound'],
  ] as const)('of %s', (_, requests, hop) => {
    expect(hopToCount(requests)).toBe(hop)
  })
})
