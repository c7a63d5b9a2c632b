import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** One independent stream of repeatable randomness. */
export interface Random {
  /** A number in [0, 1). */
  readonly uniform: () => number
  /** Waiting time until the next event of a Poisson process with this mean gap. */
  readonly exponential: (mean: number) => number
  /** A positive number with this mean and coefficient of variation (standard deviation / mean). */
  readonly lognormal: (mean: number, variation: number) => number
  /** A whole number in [0, below). */
  readonly integer: (below: number) => number
}

/**
 * A stream that depends on the seed and its own name only, so that a new client or instance never shifts
 * the numbers of the others.
 */
export function createRandom(seed: number, name: string): Random {
  const generator = xoroshiro128plus(mix(seed, name))
  function uniform(): number {
    return uniformFloat64(generator)
  }
  function exponential(mean: number): number {
    return -mean * Math.log(1 - uniform())
  }
  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  }
  function lognormal(mean: number, variation: number): number {
    if (variation <= 0) return mean
    const variance = Math.log(1 + variation * variation)
    return mean * Math.exp(normal() * Math.sqrt(variance) - variance / 2)
  }
  function integer(below: number): number {
    return Math.floor(uniform() * below)
  }
  return { uniform, exponential, lognormal, integer }
}

/** FNV-1a over the name, started from the seed: a 32-bit number. */
function mix(seed: number, name: string): number {
  let hash = (0x811c9dc5 ^ seed) | 0
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash
}
