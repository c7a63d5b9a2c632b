import { NOISES } from './noise.ts'
import type { NoisyRun } from './try-noise.ts'

/** Of the runs with noise must come to the cause that they come to without. */
const LEAST_STABLE = 0.95

/** Stable runs of all, by cause and kind of noise. */
export function noiseTable(runs: readonly NoisyRun[]): string {
  const causes = [...new Set(runs.map(({ truth }) => truth))].toSorted()
  const rows = causes.map((truth) =>
    row(
      truth,
      NOISES.map((noise) => of(runs, { truth, noise })),
    ),
  )
  const moved = runs.filter(({ isStable }) => !isStable)
  return [
    `with noise: ${runs.length} runs, ${Math.round(stableShare(runs) * 1000) / 10} % as without`,
    row('cause', NOISES),
    ...rows,
    ...moved.map(({ id, noise, cause, certainty }) => `    ${id}, ${noise}: ${cause}, ${certainty}`),
    '',
  ].join('\n')
}

export function noiseFaults(runs: readonly NoisyRun[]): readonly string[] {
  const wrong = runs
    .filter(({ isWrongFirm }) => isWrongFirm)
    .map(({ id, noise, truth, cause }) => `noise: WRONG FIRM: ${id}, ${noise}: ${truth} was called ${cause}`)
  return stableShare(runs) < LEAST_STABLE ? [...wrong, `noise: less than ${LEAST_STABLE * 100} % as without`] : wrong
}

function stableShare(runs: readonly NoisyRun[]): number {
  return runs.length === 0 ? 1 : runs.filter(({ isStable }) => isStable).length / runs.length
}

function of(runs: readonly NoisyRun[], which: Pick<NoisyRun, 'truth' | 'noise'>): string {
  const those = runs.filter(({ truth, noise }) => truth === which.truth && noise === which.noise)
  return `${those.filter(({ isStable }) => isStable).length}/${those.length}`
}

function row(first: string, cells: readonly string[]): string {
  return `  ${first.padEnd(34)}${cells.map((cell) => cell.padStart(16)).join('')}`
}
