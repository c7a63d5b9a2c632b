import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressName, isWithin, parseAddress, parseNetwork } from '../../src/lib/ip.ts'

function nameOf(text: string): string | undefined {
  const address = parseAddress(text)
  return address === undefined ? undefined : addressName(address)
}

describe('addressName', () => {
  it.each([
    ['10.1.0.7', '10.1.0.7'],
    ['2001:db8:0:1::42', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
    ['::ffff:10.1.0.7', '10.1.0.7'],
    ['::ffff:a01:7', '10.1.0.7'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::1'],
    ['10', undefined],
    ['0x7f.1', undefined],
    ['010.1.0.7', undefined],
    ['10.1.0.7:80', undefined],
    ['localhost', undefined],
    ['', undefined],
  ])('names %s %s', (text, name) => {
    expect(nameOf(text)).toBe(name)
  })

  it('reads anything without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        nameOf(text)
        parseNetwork(text)
        parseNetwork(`${text}/24`)
      }),
    )
  })
})

describe('isWithin', () => {
  it.each([
    ['10.1.0.7', '10.0.0.0/8', true],
    ['11.1.0.7', '10.0.0.0/8', false],
    ['10.1.0.7', '10.1.0.7', true],
    ['10.1.0.8', '10.1.0.7', false],
    ['10.1.0.7', '0.0.0.0/0', true],
    ['2001:db8::1', '0.0.0.0/0', false],
    ['2001:db8::1', '2001:db8::/32', true],
    ['10.1.0.7', '::/0', false],
    ['10.1.0.7', '::ffff:10.0.0.0/104', true],
    ['11.1.0.7', '::ffff:10.0.0.0/104', false],
  ])('%s in %s: %s', (text, cidr, expected) => {
    const [address, network] = [parseAddress(text), parseNetwork(cidr)]
    expect(address !== undefined && network !== undefined && isWithin(address, [network])).toBe(expected)
  })

  it.each(['10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '/8', '::/129', '::ffff:10.0.0.0/8', 'a/8', ''])(
    'takes %j for no network',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined()
    },
  )
})
