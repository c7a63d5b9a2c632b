import { describe, expect, it } from 'vitest'
import { NO_NAMING, isIn, nameFor, showClient } from '../../../src/clients/merge/name-client.ts'

const MASKED = { names: [], mask: { addresses: true, emails: true } }

describe('a client as it is shown', () => {
  it.each([
    ['10.42.9.80', '10.42.9.80', '10.42.9.x'],
    ['2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1:…'],
    ['ada@example.com', 'ada@example.com', 'a…@example.com'],
    [
      'batch-docs-embedding-7f9c4d8b6f-x2x9z',
      'batch-docs-embedding-7f9c4d8b6f-x2x9z',
      'batch-docs-embedding-7f9c4d8b6f-x2x9z',
    ],
    ['team/alpha prod', 'team/alpha prod', 'team/alpha prod'],
  ])('%s is %s, and masked %s', (client, open, masked) => {
    expect(showClient(client, NO_NAMING)).toBe(open)
    expect(showClient(client, MASKED)).toBe(masked)
  })

  it.each([
    'sk-proj-Zb1XyYpQ0aT5sN8wRkUvE3mL',
    'sk-1234',
    'Bearer abcdef0123456789',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    'AKIAIOSFODNN7EXAMPLE',
    'hf_QwErTyUiOpAsDfGhJkLzXc',
    'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2Q=',
  ])('%s is a key, and only told apart', (key) => {
    const shown = showClient(key, NO_NAMING)
    expect(shown).toMatch(/^key#[\da-f]{8}$/u)
    expect(showClient(`user ${key}`, NO_NAMING)).not.toContain(key.slice(3, 12))
  })

  it('a hash of a key keeps its head', () => {
    expect(showClient('88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b', NO_NAMING)).toBe('88dc28d0…')
  })

  it('a name with a line break, a colour and a turn of direction is one line, and a long one is cut', () => {
    expect(showClient('a\n\u001B[31mb\u202Ec', NO_NAMING)).toMatch(/^a \[31mb c$/u)
    expect(showClient('x y '.repeat(500), NO_NAMING).length).toBeLessThanOrEqual(64)
    expect(showClient('  ', NO_NAMING)).toBe('(blank)')
  })
})

describe('an address within a range', () => {
  it.each([
    ['10.42.9.80', '10.42.0.0/16', true],
    ['10.43.0.1', '10.42.0.0/16', false],
    ['::ffff:10.42.9.80', '10.42.0.0/16', true],
    ['2001:db8:1:2::/64', '2001:db8::/32', true],
    ['2001:db8::/32', '2001:db8:1:2::/64', false],
    ['10.42.9.80', '10.42.9.80', true],
    ['batch-docs', '10.0.0.0/8', false],
    ['10.1', '10.0.0.0/8', false],
    ['10.1.2.3', '10.0.0.0/99', false],
  ])('%s in %s: %s', (address, range, isInside) => {
    expect(isIn(address, range)).toBe(isInside)
  })
})

describe("a configuration's name", () => {
  const names = [
    { kind: 'cidr', cidr: '10.42.9.0/24', name: 'batch' },
    { kind: 'key', key: 'docs-key', name: 'docs' },
    { kind: 'pattern', pattern: /^svc-/u, name: 'services' },
  ] as const

  it.each([
    ['10.42.9.80', 'batch'],
    ['docs-key', 'docs'],
    ['svc-search', 'services'],
    ['docs-key-2', undefined],
  ])('%s is %s', (client, name) => {
    expect(nameFor(client, { ...NO_NAMING, names })).toBe(name)
  })
})
