import { outcomeOf } from './outcome.ts'
import type { Headline } from './outcome.ts'
import { headlineOf } from './score.ts'
import { createRandom } from '../../src/sandbox/fleet/random.ts'
import { NOISES, bystandersOf, noisy, withRestart } from './noise.ts'
import type { Noise, NoiseAt } from './noise.ts'
import { askSeries, record, seriesOf } from './simulate.ts'
import type { Told } from './simulate.ts'

/** One story told with one kind of noise. */
export interface NoisyRun extends Headline {
  readonly id: string
  readonly truth: string
  readonly noise: Noise
  /** Whether the cause is the one without noise. */
  readonly isStable: boolean
  readonly isWrongFirm: boolean
}

/** Each kind of noise as often as asked, each time elsewhere. */
export async function tryNoise({ id, scenario }: Told, times: number): Promise<readonly NoisyRun[]> {
  const history = seriesOf(await record(scenario))
  const quiet = headlineOf(await askSeries(history, scenario))
  const bystanders = bystandersOf(scenario)
  const runs: NoisyRun[] = []
  for (const noise of NOISES) {
    for (let time = 0; time < times; time += 1) {
      const random = createRandom(time + 1, `${id} ${noise}`)
      const at: NoiseAt = { random, bystander: bystanders[random.integer(bystanders.length)] ?? '' }
      const headline = headlineOf(await heard(noise, at))
      runs.push({ id, truth: scenario.expectedCause, noise, ...headline, ...judged(headline, quiet) })
    }
  }
  return runs

  async function heard(noise: Noise, at: NoiseAt): ReturnType<typeof askSeries> {
    if (noise !== 'restart') return askSeries(noisy(history, noise, at), scenario)
    const restarted = withRestart(scenario, at)
    return askSeries(seriesOf(await record(restarted)), restarted)
  }

  function judged(headline: Headline, usual: Headline): Pick<NoisyRun, 'isStable' | 'isWrongFirm'> {
    const isWrongFirm = outcomeOf({ truth: scenario.expectedCause }, headline) === 'wrong_firm'
    return { isStable: headline.cause === usual.cause, isWrongFirm }
  }
}
