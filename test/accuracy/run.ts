import { writeFile } from 'node:fs/promises'
import { messageOf } from '../../src/lib/errors.ts'
import { findProgram } from '../support/needs.ts'
import { ablate } from './ablate.ts'
import type { Ablation } from './ablate.ts'
import type { Case, CaseSet } from './case.ts'
import { type Flags, parseFlags } from './flags.ts'
import { noiseFaults, noiseTable } from './noise-table.ts'
import { scoreSet, scoreTable } from './score.ts'
import { askPrometheus, askSeries, record, seriesOf, toldStories } from './simulate.ts'
import { tryNoise } from './try-noise.ts'
import type { NoisyRun } from './try-noise.ts'
import { incidentSet, storySet } from './written-cases.ts'

// How often the tree is right, of everything whose cause is known: what was written down, and what is simulated and read
// from a real Prometheus. Ends with 1 when it is firmly wrong, cries wolf, or is right too rarely.

/** A large fleet takes as long as ten small ones, and one seed moves each of its instances otherwise. */
const LARGE = 10
const MOST_SHOWN = 12
const values = flagsOrExit()
const { sizes, seeds } = values
const ofSize = (size: number): number => (size > LARGE ? 1 : seeds)
const isReal = findProgram('prometheus') !== undefined && findProgram('promtool') !== undefined

const sets: readonly CaseSet[] = [incidentSet(), storySet(), ...(await simulatedSets())]
const scores = sets.map(scoreSet)
for (const score of scores) console.log(scoreTable(score))

const ablations = values.ablate ? sets.flatMap(({ cases }) => cases).flatMap(ablate) : []
if (values.ablate) console.log(ablationText(ablations))

const runs = values.noise ? await noisyRuns() : []
if (values.noise) console.log(noiseTable(runs))

const faults = [
  ...scores.flatMap((score) => score.faults),
  ...ablations.flatMap((one) => one.faults),
  ...noiseFaults(runs),
]
console.log(faults.length === 0 ? 'nothing is amiss' : faults.join('\n'))
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ scores, ablations, runs, faults }, undefined, 1)}\n`)
}
process.exitCode = faults.length === 0 ? 0 : 1

function flagsOrExit(): Flags {
  try {
    return parseFlags(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`accuracy: ${messageOf(error)}\n`)
    process.exit(2)
  }
}

async function simulatedSets(): Promise<readonly CaseSet[]> {
  const simulated: CaseSet[] = []
  for (const size of sizes) {
    const cases: Case[] = []
    for (const { id, scenario } of toldStories([size], ofSize)) {
      process.stderr.write(`${id}\n`)
      const history = await record(scenario)
      const evidence = isReal ? await askPrometheus(history, scenario) : await askSeries(seriesOf(history), scenario)
      const { expectedCause: truth, expectedAlso: alsoTrue = [] } = scenario
      cases.push({ id, truth, alsoTrue, evidence })
    }
    const by = isReal ? 'read from Prometheus' : 'read from a recording: no prometheus and promtool are installed'
    simulated.push({ name: `simulated, instances: ${size} (${by})`, cases })
  }
  return simulated
}

async function noisyRuns(): Promise<readonly NoisyRun[]> {
  const noisy: NoisyRun[] = []
  for (const told of toldStories([4], () => 1)) {
    process.stderr.write(`${told.id} with noise\n`)
    noisy.push(...(await tryNoise(told, seeds)))
  }
  return noisy
}

function ablationText(all: readonly Ablation[]): string {
  const changed = all.filter(({ isSame }) => !isSame)
  const bySignal = [...new Set(changed.map(({ signal }) => signal))]
    .map((signal) => ({ signal, count: changed.filter((one) => one.signal === signal).length }))
    .toSorted((left, right) => right.count - left.count)
  return [
    `readings taken away: ${all.length}; the headline changed in ${changed.length}, most often without`,
    ...bySignal.slice(0, MOST_SHOWN).map(({ signal, count }) => `  ${signal.padEnd(34)}${String(count).padStart(6)}`),
    '',
  ].join('\n')
}
