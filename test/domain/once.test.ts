import { describe, expect, it, vi } from 'vitest'
import { groupedBy, keptIn, oncePer } from '../../src/domain/once.ts'

describe('what is made once', () => {
  it('is made anew for each object, also for one that looks the same', () => {
    const make = vi.fn(({ name }: { readonly name: string }) => [name])
    const made = oncePer(make)
    const [one, other] = [{ name: 'a' }, { name: 'a' }]
    expect(made(one)).toBe(made(one))
    expect(made(other)).toEqual(made(one))
    expect(made(other)).not.toBe(made(one))
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('is kept under its key alone', () => {
    const make = vi.fn(() => new Set<number>())
    const map = new Map<string, Set<number>>()
    keptIn(map, 'a', make).add(1)
    keptIn(map, 'a', make).add(2)
    keptIn(map, 'b', make).add(3)
    expect([...map]).toEqual([
      ['a', new Set([1, 2])],
      ['b', new Set([3])],
    ])
    expect(make).toHaveBeenCalledTimes(2)
  })

  it('are groups, in the order of their first and of their things', () => {
    expect([...groupedBy(['bee', 'ant', 'bug', 'ape'], (word) => word[0])]).toEqual([
      ['b', ['bee', 'bug']],
      ['a', ['ant', 'ape']],
    ])
  })
})
