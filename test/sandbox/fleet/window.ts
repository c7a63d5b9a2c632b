import type { Labels, Series } from '../../../src/domain/series.ts'

/** Reads numbers out of a recording as PromQL would, over the samples in [from, to]. */
export interface Window {
  readonly increase: (name: string, labels?: Labels) => number
  /** Sum over count of a histogram; NaN when nothing was counted. */
  readonly mean: (histogram: string, labels?: Labels) => number
  readonly average: (name: string, labels?: Labels) => number
  readonly min: (name: string, labels?: Labels) => number
  readonly max: (name: string, labels?: Labels) => number
  readonly last: (name: string, labels?: Labels) => number
  readonly first: (name: string, labels?: Labels) => number
  /** Finished requests plus what grew inside: how many arrived. */
  readonly arrivals: (instance: string) => number
}

export function windowOf(series: readonly Series[], from: number, to: number): Window {
  const byName = new Map<string, Series[]>()
  for (const one of series) byName.set(one.name, [...(byName.get(one.name) ?? []), one])
  function values(name: string, labels: Labels = {}): readonly (readonly number[])[] {
    return (byName.get(name) ?? [])
      .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
      .map(({ samples }) => samples.filter(({ at }) => at >= from && at <= to).map(({ value }) => value))
  }
  function flat(name: string, labels?: Labels): readonly number[] {
    return values(name, labels).flat()
  }
  function increase(name: string, labels?: Labels): number {
    return sum(values(name, labels).map(increaseOf))
  }
  function ends(name: string, labels: Labels | undefined, index: number): number {
    return sum(values(name, labels).map((one) => one.at(index) ?? 0))
  }
  function arrivals(instance: string): number {
    const inside = ['vllm:num_requests_running', 'vllm:num_requests_waiting']
    const grown = inside.map((name) => ends(name, { instance }, -1) - ends(name, { instance }, 0))
    return increase('vllm:request_success_total', { instance }) + sum(grown)
  }
  return {
    increase,
    mean: (histogram, labels) => increase(`${histogram}_sum`, labels) / increase(`${histogram}_count`, labels),
    average: (name, labels) => sum(flat(name, labels)) / flat(name, labels).length,
    min: (name, labels) => Math.min(...flat(name, labels)),
    max: (name, labels) => Math.max(...flat(name, labels)),
    last: (name, labels) => ends(name, labels, -1),
    first: (name, labels) => ends(name, labels, 0),
    arrivals,
  }
}

function increaseOf(samples: readonly number[]): number {
  let total = 0
  for (let index = 1; index < samples.length; index++) {
    const before = samples[index - 1] ?? 0
    const now = samples[index] ?? 0
    total += now >= before ? now - before : now
  }
  return total
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
