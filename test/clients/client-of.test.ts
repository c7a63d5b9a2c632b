import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccessLine } from '../../src/clients/access-line.ts'
import { type LineClient, addressOf, clientOf, consumerOf } from '../../src/clients/client-of.ts'
import { type Network, parseNetwork } from '../../src/lib/ip.ts'

const PROXIES = networks('10.0.0.0/8', 'fd00::/8')

function networks(...cidrs: readonly string[]): readonly Network[] {
  return cidrs.map((cidr) => parseNetwork(cidr)).filter((network) => network !== undefined)
}

function named(client: string, more: Partial<LineClient> & object = {}): LineClient {
  return { kind: 'named', client, identity: 'address', ...more } as LineClient
}

describe('addressOf', () => {
  it.each<[string, AccessLine, LineClient]>([
    ['a peer', { peer: '203.0.113.5' }, named('203.0.113.5')],
    ['a peer of IPv6', { peer: '2001:db8:0:1::42' }, named('2001:db8:0:1::/64')],
    ['a mapped peer', { peer: '::ffff:203.0.113.5' }, named('203.0.113.5')],
    [
      'a peer that forges',
      { peer: '203.0.113.5', forwardedFor: '198.51.100.1' },
      named('203.0.113.5', { claimed: '198.51.100.1' }),
    ],
    ['a peer that says the same', { peer: '203.0.113.5', forwardedFor: '203.0.113.5' }, named('203.0.113.5')],
    ['a proxy’s client', { peer: '10.0.0.1', forwardedFor: '203.0.113.5' }, named('203.0.113.5')],
    [
      'a client that forges before a proxy',
      { peer: '10.0.0.1', forwardedFor: '198.51.100.1, 203.0.113.5' },
      named('203.0.113.5'),
    ],
    ['two proxies', { peer: '10.0.0.1', forwardedFor: '198.51.100.1, 203.0.113.5, 10.0.0.2' }, named('203.0.113.5')],
    [
      'one that claims to be a proxy',
      { peer: '203.0.113.5', forwardedFor: '198.51.100.1, 10.0.0.2' },
      named('203.0.113.5', { claimed: '198.51.100.1' }),
    ],
    ['a proxy alone', { peer: '10.0.0.1' }, named('10.0.0.1', { isTrustedHop: true })],
    [
      'proxies alone',
      { peer: '10.0.0.1', forwardedFor: '10.0.0.3, 10.0.0.2' },
      named('10.0.0.3', { isTrustedHop: true }),
    ],
    ['a proxy of IPv6', { peer: 'fd00::1', forwardedFor: '203.0.113.5' }, named('203.0.113.5')],
    [
      'an address out of a header',
      { peer: '203.0.113.5', isPeerFromHeader: true },
      named('203.0.113.5', { isFromHeader: true }),
    ],
    [
      'a hidden hop',
      { peer: '10.0.0.1', forwardedFor: '198.51.100.1, unknown' },
      { kind: 'unattributed', why: 'hidden', claimed: '198.51.100.1' },
    ],
    [
      'no peer at all',
      { forwardedFor: '198.51.100.1, 10.0.0.2' },
      { kind: 'unattributed', why: 'no_address', claimed: '198.51.100.1' },
    ],
    ['a socket', { peer: 'unix:' }, { kind: 'unattributed', why: 'hidden' }],
  ])('of %s', (_, line, client) => {
    expect(addressOf(line, PROXIES)).toEqual(client)
  })

  it('names nobody but the peer as long as nobody is trusted', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (peer, forwardedFor) => {
        expect(addressOf({ peer, forwardedFor }, [])).toMatchObject({ kind: 'named', client: peer })
      }),
    )
  })

  it('names the one whom the last trusted proxy saw, whatever was written before it', () => {
    const forged = fc.array(fc.oneof(fc.ipV4(), fc.constantFrom('10.0.0.9', 'unknown', '', 'for=10.0.0.8', '"')))
    fc.assert(
      fc.property(forged, (before) => {
        const forwardedFor = [...before, '203.0.113.5', '10.0.0.2'].join(', ')
        expect(addressOf({ peer: '10.0.0.1', forwardedFor }, PROXIES)).toEqual(named('203.0.113.5'))
      }),
    )
  })
})

describe('clientOf', () => {
  it.each<[string, AccessLine, LineClient]>([
    [
      'a consumer before an address',
      { peer: '10.0.0.1', consumer: 'search' },
      { kind: 'named', client: 'search', identity: 'consumer' },
    ],
    ['a team', { consumer: 'search', consumerIs: 'team' }, { kind: 'named', client: 'search', identity: 'team' }],
    ['nobody, so by address', { peer: '203.0.113.5', consumer: 'None' }, named('203.0.113.5')],
    ['nobody without an address', { consumer: 'none' }, { kind: 'unattributed', why: 'no_address' }],
  ])('takes %s', (_, line, client) => {
    expect(clientOf(line, PROXIES)).toEqual(client)
  })
})

describe('consumerOf', () => {
  it.each([
    ['None', undefined],
    ['', undefined],
    ['-', undefined],
    ['search', 'search'],
    ['se\u001B[31march\n', 'se [31march'],
    ['88aaf00dfeedfacecafebeef0123456789abcdef0123456789abcdef01234567', '88aaf00d…'],
    ['sk-abcdefghijklmnopqrstuvwx', 'key#3d71bea2'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'key#169ecd42'],
    ['sk-1234', 'key#e01992d6'],
    ['gsk_abcdefghijklmnop', 'key#9fbd4279'],
    ['Basic YWRtaW46c2VjcmV0', 'key#9e456bdc'],
    ['basic plan', 'basic plan'],
    ['desk-team', 'desk-team'],
    ['0f1a4101-3327-4274-b1e4-484a4ab0c030', '0f1a4101-3327-4274-b1e4-484a4ab0c030'],
  ])('of %j is %j', (consumer, client) => {
    const found = consumerOf({ consumer })
    expect(found.kind === 'named' ? found.client : undefined).toBe(client)
  })
})
