import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { familiesOf } from '../../src/signals/term.ts'
import { namePattern, plainNames, vllmNames } from '../../src/signals/vllm-names.ts'

const ALL = SIGNALS.flatMap(({ term }) => familiesOf(term)).flatMap(({ names }) => names)

describe('vllmNames', () => {
  it('writes each name as vLLM, as Ray of old and of now, and without colons, the first name before the second', () => {
    const ofA = ['vllm:a', 'ray_vllm:a', 'ray_vllm_a', 'vllm_a']
    const ofB = ['vllm:b', 'ray_vllm:b', 'ray_vllm_b', 'vllm_b']
    expect(vllmNames('a', 'b')).toEqual([...ofA, ...ofB])
  })
})

describe('plainNames', () => {
  it('leaves one spelling of each name, and names that are not of vLLM', () => {
    expect(plainNames([...vllmNames('a', 'b'), 'up'])).toEqual(['vllm:a', 'vllm:b', 'up'])
  })
})

describe('namePattern', () => {
  it('matches these names and no others', () => {
    const rest = fc.stringMatching(/^[a-z_.]{1,6}$/)
    const some = fc.array(
      fc.oneof(
        rest,
        rest.map((name) => `vllm:${name}`),
        rest.map((name) => `ray_vllm_${name}`),
      ),
    )
    fc.assert(
      fc.property(fc.tuple(some, some), ([names, others]) => {
        fc.pre(names.length > 0)
        const pattern = new RegExp(`^(?:${namePattern(names)})$`)
        for (const name of names) expect(pattern.test(name)).toBe(true)
        for (const name of others) expect(pattern.test(name)).toBe(names.includes(name))
      }),
    )
  })

  it('is short enough for a URL with every name of the catalogue', () => {
    const pattern = new RegExp(`^(?:${namePattern(ALL)})$`)
    expect(ALL.filter((name) => !pattern.test(name))).toEqual([])
    // nginx reads a request line of 8 KiB (large_client_header_buffers); half of it is left for the rest.
    expect(encodeURIComponent(namePattern(ALL)).length).toBeLessThan(4096)
  })
})
