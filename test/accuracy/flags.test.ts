import { describe, expect, it } from 'vitest'
import { parseFlags } from './flags.ts'

describe('the flags of the accuracy script', () => {
  it('have defaults', () => {
    expect(parseFlags([])).toEqual({ ablate: false, noise: false, sizes: [1, 4, 40], seeds: 3 })
    expect(parseFlags(['--written', '--seeds', '1'])).toMatchObject({ sizes: [], seeds: 1 })
    expect(parseFlags(['--sizes', '2, 8'])).toMatchObject({ sizes: [2, 8] })
  })

  it.each([
    [['--sizes', '0'], '--sizes: "0" is no whole number from 1 on'],
    [['--sizes', ''], '--sizes: "" is no whole number from 1 on'],
    [['--sizes', '4,x'], '--sizes: "x" is no'],
    [['--sizes', '1e9'], '--sizes: "1e9" is no'],
    [['--seeds', '1.5'], '--seeds: "1.5" is no'],
    [['--seeds=-1'], '--seeds: "-1" is no'],
    [['--size', '4'], "Unknown option '--size'"],
    [['x'], 'Unexpected argument'],
  ])('%s are refused', (args, message) => {
    expect(() => parseFlags(args)).toThrow(message)
  })
})
