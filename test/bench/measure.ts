/** Milliseconds of each round. */
export interface Times {
  readonly wall: number[]
  readonly cpu: number[]
}

/** Runs one step; the rounds before the first are warm-up and are not kept. */
export async function measured<Value>(times: Times, round: number, run: () => Value | Promise<Value>): Promise<Value> {
  const cpu = process.cpuUsage()
  const wall = performance.now()
  const value = await run()
  const wallTook = performance.now() - wall
  const { user, system } = process.cpuUsage(cpu)
  if (round >= 0) {
    times.wall.push(wallTook)
    times.cpu.push((user + system) / 1000)
  }
  return value
}

/** Median and 99th percentile by nearest rank, as measured. */
export function summary({
  wall,
  cpu,
}: Times): Readonly<Record<string, { readonly median: number; readonly p99: number }>> {
  return {
    wall_ms: { median: rounded(rank(wall, 0.5)), p99: rounded(rank(wall, 0.99)) },
    cpu_ms: { median: rounded(rank(cpu, 0.5)), p99: rounded(rank(cpu, 0.99)) },
  }
}

/** Of wall time, in milliseconds. */
export function median({ wall }: Times): number {
  return rank(wall, 0.5)
}

/** How many times as long as the other, by the medians of wall time. */
export function ratio(times: Times, other: Times): number {
  return rounded(rank(times.wall, 0.5) / rank(other.wall, 0.5))
}

function rank(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? NaN
}

function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
