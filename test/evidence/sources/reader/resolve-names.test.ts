import { describe, expect, it } from 'vitest'
import { seconds, unixSeconds } from '../../../../src/domain/time.ts'
import { windowEnding } from '../../../../src/domain/window.ts'
import { createRecordingBackend } from '../../../../src/evidence/sources/recording/backend.ts'
import type { Backend } from '../../../../src/evidence/sources/reader/backend.ts'
import { type NamesFound, resolveNames } from '../../../../src/evidence/sources/reader/resolve-names.ts'
import { createSeriesIndex } from '../../../../src/signals/evaluate/series-index.ts'
import type { Family } from '../../../../src/signals/family.ts'

const END = unixSeconds(1_760_000_000)
const KV: Family = { id: 'kv', type: 'gauge', names: ['vllm:new', 'vllm:old', 'vllm:oldest'] }
const TTFT: Family = { id: 'ttft', type: 'histogram', names: ['vllm:ttft', 'vllm:old_ttft'] }

/** Which instances expose which names; each instance as one series of the value 1. */
function backendOf(exposes: Readonly<Record<string, readonly string[]>>): Backend {
  const series = Object.entries(exposes).flatMap(([name, instances]) =>
    instances.map((instance) => ({
      name,
      labels: { instance, job: 'vllm' },
      samples: [{ at: unixSeconds(END - 60), value: 1 }],
      staleAt: [],
    })),
  )
  return createRecordingBackend({
    name: 'recording',
    series: createSeriesIndex(series),
    time: END,
    rangeStart: 'open',
  })
}

function resolve(backend: Backend, exposed: readonly string[]): Promise<NamesFound> {
  const places = [KV, TTFT].map((family) => ({ family, matchers: [], instanceLabel: 'instance' }))
  return resolveNames({ backend, places, exposed: new Set(exposed), window: windowEnding(END, seconds(600)) })
}

describe('resolveNames', () => {
  it('asks nothing where each family has one name', async () => {
    const backend = backendOf({ 'vllm:old': ['a'], 'vllm:ttft_count': ['a'] })
    const { names, notes } = await resolve(backend, ['vllm:old', 'vllm:ttft_count'])
    expect(names).toEqual({ kv: [{ name: 'vllm:old', matchers: [] }], ttft: [{ name: 'vllm:ttft', matchers: [] }] })
    expect(notes).toEqual([])
    expect(backend.queries()).toBe(0)
  })

  it('reads instances that expose two names by the first of them alone', async () => {
    const exposes = { 'vllm:new': ['a', 'b'], 'vllm:old': ['a', 'b'] }
    const { names, notes } = await resolve(backendOf(exposes), Object.keys(exposes))
    expect(names['kv']).toMatchObject([{ name: 'vllm:new', matchers: [] }])
    expect(notes).toEqual([])
  })

  it('reads each instance of a mixed fleet by a name of its own, and says so', async () => {
    const exposes = {
      'vllm:new': ['both:1', 'new.a:1'],
      'vllm:old': ['both:1', 'old.a:1'],
      'vllm:oldest': ['old.a:1', 'x:1', 'y:1', 'z:1', 'w:1'],
      'vllm:ttft_count': ['new.a:1'],
      'vllm:old_ttft_count': ['old.a:1'],
    }
    const { names, notes } = await resolve(backendOf(exposes), Object.keys(exposes))
    expect(names['kv']).toMatchObject([
      { name: 'vllm:new', matchers: [] },
      { name: 'vllm:old', matchers: [{ name: 'instance', op: '=~', value: String.raw`old\.a:1` }] },
      {
        name: 'vllm:oldest',
        matchers: [{ name: 'instance', op: '!~', value: String.raw`both:1|new\.a:1|old\.a:1` }],
      },
    ])
    expect(names['ttft']).toMatchObject([{ name: 'vllm:ttft' }, { name: 'vllm:old_ttft' }])
    expect(notes).toEqual([
      'versions are mixed: read as vllm:new of 2 and vllm:old of 1 and vllm:oldest of 4 instances',
      'versions are mixed: read as vllm:ttft of 1 and vllm:old_ttft of 1 instances',
    ])
  })

  it('reads an instance without the label by its own name too', async () => {
    const exposes = { 'vllm:new': ['a'], 'vllm:old': [''] }
    const { names } = await resolve(backendOf(exposes), Object.keys(exposes))
    expect(names['kv']).toMatchObject([{ name: 'vllm:new' }, { matchers: [{ op: '=~', value: '' }] }])
  })

  it('reads by the preferred names when it cannot be told who exposes which, and says so', async () => {
    const backend = backendOf({})
    const failing: Backend = { ...backend, read: () => Promise.resolve({ status: 'failed', reason: 'timeout' }) }
    const { names, notes } = await resolve(failing, ['vllm:new', 'vllm:old', 'vllm:old_ttft_count'])
    expect(names).toMatchObject({ kv: [{ name: 'vllm:new' }], ttft: [{ name: 'vllm:old_ttft' }] })
    expect(notes).toEqual(['read by the newer names only: which instances expose older ones could not be looked up'])
  })
})
