import { describe, expect, it } from 'vitest'
import { parseStats } from '../../src/vllm-log/parse-stats.ts'

describe('the stats line of every version', () => {
  it.each([
    [
      'V0 0.4',
      'Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 30.1 tokens/s, Running: 1 reqs, Swapped: 0 reqs, Pending: 0 reqs, GPU KV cache usage: 0.3%, CPU KV cache usage: 0.0%',
      { isV0: true, running: 1, waiting: 0, kvUsage: 0.003, generation: 30.1, prompt: 0 },
    ],
    [
      'V0 0.6, with its final dot',
      'Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 7220.5 tokens/s, Running: 2 reqs, Swapped: 0 reqs, Pending: 98 reqs, GPU KV cache usage: 73.8%, CPU KV cache usage: 0.0%.',
      { isV0: true, running: 2, waiting: 98, kvUsage: 0.738, generation: 7220.5, prompt: 0 },
    ],
    [
      'V1 0.7, without an engine',
      'Avg prompt throughput: 5.0 tokens/s, Avg generation throughput: 9.0 tokens/s, Running: 4 reqs, Waiting: 0 reqs, GPU KV cache usage: 3.1%, Prefix cache hit rate: 0.0%',
      { isV0: false, running: 4, waiting: 0, kvUsage: 0.031, generation: 9, prompt: 5 },
    ],
    [
      'V1 0.10',
      'Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 240.8 tokens/s, Running: 8 reqs, Waiting: 0 reqs, GPU KV cache usage: 93.9%, Prefix cache hit rate: 0.0%',
      { engine: '0', isV0: false, running: 8, waiting: 0, kvUsage: 0.939, generation: 240.8, prompt: 0 },
    ],
    [
      'V1 of today, with all that may stand between',
      'Engine 012: Avg prompt throughput: 23998.2 tokens/s, Avg generation throughput: 1.0 tokens/s, Running: 3 reqs, Waiting: 90 reqs, Deferred: 4 reqs, Preemptions: 7, GPU KV cache usage: 50.0%, Prefix cache hit rate: 92.0%, Corrupted: 1 reqs, External prefix cache hit rate: 1.0%, MM cache hit rate: 3.0%',
      { engine: '12', isV0: false, running: 3, waiting: 90, kvUsage: 0.5, generation: 1, prompt: 23998.2 },
    ],
    [
      'all ranks as one',
      '4 Engines Aggregated: Avg prompt throughput: 1.0 tokens/s, Avg generation throughput: 2.0 tokens/s, Running: 40 reqs, Waiting: 0 reqs, GPU KV cache usage: 25.0%, Prefix cache hit rate: 0.0%',
      { aggregated: 4, isV0: false, running: 40, waiting: 0, kvUsage: 0.25, generation: 2, prompt: 1 },
    ],
    [
      'in another order, with a key nobody knows',
      'Avg prompt throughput: 1.0 tokens/s, Sparkles: 9, GPU KV cache usage: 25.0%, Waiting: 2 reqs, Running: 1 reqs',
      { isV0: false, running: 1, waiting: 2, kvUsage: 0.25, prompt: 1 },
    ],
    [
      'a number that is none',
      'Engine 000: Avg prompt throughput: nan tokens/s, Avg generation throughput: nan tokens/s, Running: 0 reqs, Waiting: 0 reqs, GPU KV cache usage: nan%, Prefix cache hit rate: nan%',
      { engine: '0', isV0: false, running: 0, waiting: 0 },
    ],
  ])('%s', (_, text, expected) => {
    expect(parseStats(text)).toEqual({
      ...expected,
      ...('kvUsage' in expected && { kvUsage: expect.closeTo(expected.kvUsage, 9) }),
    })
  })

  it.each([
    ['its own line of the prefix cache', 'Prefix cache hit rate: GPU: 41.23%, CPU: 0.00%'],
    ['speculation', 'SpecDecoding metrics: Mean acceptance length: 3.30, Accepted throughput: 1.00 tokens/s'],
    ['KV transfer', 'KV Transfer metrics: Num successful transfers=3, Avg xfer time (ms)=1.2'],
    ['an iteration', 'Engine 000: Iteration(123): 2 context requests, 900 context tokens, GPU KV cache usage: 41.0%'],
    ['a client who writes one', 'hello Avg prompt throughput: 1.0 tokens/s, Running: 4 reqs'],
    ['nothing', ''],
  ])('is not %s', (_, text) => {
    expect(parseStats(text)).toBeUndefined()
  })

  it('takes no percentage beyond a hundred, no sign and no second word of one key', () => {
    expect(
      parseStats(
        'Avg prompt throughput: 1.0 tokens/s, Running: -4 reqs, GPU KV cache usage: 101.0%, Waiting: 1 reqs, Waiting: 9 reqs',
      ),
    ).toEqual({ isV0: false, prompt: 1, waiting: 1 })
  })
})
