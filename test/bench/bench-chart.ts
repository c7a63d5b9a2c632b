import { seconds } from '../../src/domain/time.ts'
import type { EvidenceSource } from '../../src/evidence/source.ts'
import { drawChart, loadDrawing } from '../../src/flow/draw-chart.ts'
import { aHistory } from '../report/chart/histories.ts'
import { RESULT } from '../report/worked-incident.ts'
import { measured, summary } from './measure.ts'

// One incident's chart, from the answer of a source that takes no time to the PNG and its words. What draws it is loaded
// when whyslow starts to serve; the first one after that is still slower than the others.

const SIZES = [4, 40, 1000]
const WARM_UP = 2
const ROUNDS = 20

export async function benchChart(): Promise<unknown> {
  const [load, first] = [
    { wall: [], cpu: [] },
    { wall: [], cpu: [] },
  ]
  await measured(load, 0, loadDrawing)
  await measured(first, 0, () => pictureOf(4))
  const sizes = []
  for (const instances of SIZES) {
    const times = { wall: [], cpu: [] }
    let bytes = 0
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      bytes = (await measured(times, round, () => pictureOf(instances))).length
    }
    sizes.push({ instances, bytes, ...summary(times) })
  }
  return { goal_ms: 500, load: summary(load), first: summary(first), sizes }
}

async function pictureOf(instances: number): Promise<Uint8Array> {
  const names = Array.from({ length: instances }, (_, index) => `vllm-${index}.serving.svc:8000`)
  const source: EvidenceSource = {
    name: 'instant',
    gather: () => Promise.reject(new Error('not asked')),
    history: () => Promise.resolve({ status: 'ok', value: aHistory(RESULT, names) }),
  }
  const drawn = await drawChart(RESULT, { sources: [source], deadlineSeconds: seconds(5) })
  if (typeof drawn === 'string') throw new Error(drawn)
  return drawn.png
}
