import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countOf } from '../../../../src/sandbox/fleet/engine/histogram.ts'
import { abort, interrupt } from '../../../../src/sandbox/fleet/engine/run-engine.ts'
import { COST, loneEngine } from './lone-engine.ts'

describe('one request alone', () => {
  it('takes the time that its chunks and its tokens cost', () => {
    const { engine, firsts, finished, send, runUntil } = loneEngine({}, { perContextToken: 0 })
    const request = send({ promptTokens: 600, outputTokens: 5 }, 0)
    runUntil(10)
    // 600 tokens in chunks of 256, 256 and 88; the last chunk brings the first token.
    const prefill = 3 * COST.base + 600 * COST.perPrefillToken
    const decode = 4 * (COST.base + COST.perSequence)
    expect(request.scheduledAt).toBe(0)
    expect(firsts[0]?.at).toBeCloseTo(prefill, 9)
    expect(finished[0]?.at).toBeCloseTo(prefill + decode, 9)
    expect(engine.stats.generationTokens).toBe(5)
    expect(countOf(engine.stats.iterationTokens)).toBe(7)
    expect(countOf(engine.stats.interTokenLatency)).toBe(4)
    expect(engine.stats.interTokenLatency.sum).toBeCloseTo(decode, 9)
    expect(engine.busySeconds).toBeCloseTo(prefill + decode, 9)
    expect(engine.pool.used).toBe(0)
  })

  it('reads more context with every token', () => {
    const { finished, send, runUntil } = loneEngine({}, { perContextToken: 0.0001 })
    send({ promptTokens: 100, outputTokens: 4 }, 0)
    runUntil(10)
    const prefill = COST.base + 100 * COST.perPrefillToken
    const context = [101, 102, 103].reduce((sum, tokens) => sum + tokens * 0.0001, 0)
    expect(finished[0]?.at).toBeCloseTo(prefill + 3 * (COST.base + COST.perSequence) + context, 9)
  })

  it('is slower at a lower clock, from the next step on', () => {
    const { engine, finished, send, runUntil } = loneEngine({}, { perContextToken: 0 })
    send({ promptTokens: 100, outputTokens: 11 }, 0)
    const prefill = COST.base + 100 * COST.perPrefillToken
    const step = COST.base + COST.perSequence
    runUntil(prefill + 4.5 * step)
    interrupt(engine, prefill + 4.5 * step)
    engine.clock = 0.5
    runUntil(10)
    expect(finished[0]?.at).toBeCloseTo(prefill + 5 * step + 5 * 2 * step, 9)
  })
})

describe('several requests', () => {
  it('share one batch up to max_num_seqs; the rest waits', () => {
    const { engine, send, runUntil } = loneEngine({ maxNumSeqs: 3, maxNumBatchedTokens: 2048 })
    for (let index = 0; index < 5; index++) send({ outputTokens: 1000 }, 0)
    runUntil(0.1)
    expect(engine.stats.gauges).toMatchObject({ running: 3, waiting: 2 })
    expect(engine.stats.preemptions).toBe(0)
  })

  it('shows nobody waiting while there is room, however often they come in mid-step', () => {
    const { engine, send, runUntil } = loneEngine()
    let most = 0
    for (let index = 0; index < 6; index++) {
      send({ outputTokens: 500, promptTokens: 20 }, 0.013 * index)
      runUntil(0.013 * index + 0.005, () => {
        most = Math.max(most, engine.stats.gauges.waiting)
      })
    }
    expect(most).toBe(0)
  })

  it('evict the youngest when blocks run out, and let it recompute', () => {
    const { engine, finished, send, runUntil } = loneEngine({ numGpuBlocks: 40, maxModelLen: 640 })
    const requests = [0, 1, 2].map((index) => send({ promptTokens: 160, outputTokens: 120 }, index * 0.001))
    runUntil(100)
    expect(engine.stats.preemptions).toBeGreaterThan(0)
    expect(requests[0]?.preemptions).toBe(0)
    expect(requests[2]?.preemptions).toBeGreaterThan(0)
    expect(finished).toHaveLength(3)
    expect(engine.stats.generationTokens).toBe(360)
    expect(engine.pool.used).toBe(0)
  })

  it('keep the headroom free when they are admitted', () => {
    const { engine, send, runUntil } = loneEngine({ numGpuBlocks: 100, admissionHeadroom: 0.5, maxModelLen: 1600 })
    for (let index = 0; index < 6; index++) send({ promptTokens: 320, outputTokens: 400 }, 0)
    runUntil(0.2)
    expect(engine.running).toHaveLength(2)
  })
})

describe('a client that hangs up', () => {
  it('frees its blocks with the step in flight and is not counted', () => {
    const { engine, finished, send, runUntil } = loneEngine()
    const request = send({ promptTokens: 100, outputTokens: 1000 }, 0)
    runUntil(0.5)
    abort(engine, request, 0.5)
    runUntil(1)
    expect(finished).toEqual([])
    expect(engine.pool.used).toBe(0)
    expect(engine.stats.gauges.running).toBe(0)
    const tokens = engine.stats.generationTokens
    runUntil(2)
    expect(engine.stats.generationTokens).toBe(tokens)
  })
})

describe('the prefix cache', () => {
  it('finds what an earlier request of the group left', () => {
    const { engine, send, runUntil } = loneEngine()
    const shape = { promptTokens: 330, prefixTokens: 170, prefixGroup: 3, outputTokens: 2 }
    send(shape, 0)
    runUntil(1)
    const second = send(shape, 1)
    runUntil(2)
    expect(second.cachedTokens).toBe(160)
    expect(engine.stats.prefix).toEqual({ queries: 660, hits: 160 })
    expect(engine.stats.cachedPromptTokens).toBe(160)
  })

  it('holds shared blocks once', () => {
    const { engine, send, runUntil } = loneEngine({ maxNumBatchedTokens: 2048 })
    const shape = { promptTokens: 320, prefixTokens: 160, prefixGroup: 3, outputTokens: 500 }
    send(shape, 0)
    runUntil(0.2)
    const alone = engine.pool.used
    send(shape, 0.2)
    runUntil(0.3)
    expect(engine.pool.used - alone).toBeLessThan(16)
  })

  it('forgets a prefix when the free list has gone round', () => {
    const { send, runUntil } = loneEngine({ numGpuBlocks: 60, maxModelLen: 960 })
    send({ promptTokens: 330, prefixTokens: 320, prefixGroup: 1, outputTokens: 1 }, 0)
    runUntil(1)
    for (let index = 0; index < 5; index++) send({ promptTokens: 400, prefixGroup: 9, outputTokens: 1 }, 1 + index)
    const again = send({ promptTokens: 330, prefixTokens: 320, prefixGroup: 1, outputTokens: 1 }, 8)
    runUntil(9)
    expect(again.cachedTokens).toBe(0)
  })

  it('is off when it is switched off', () => {
    const { engine, send, runUntil } = loneEngine({ enablePrefixCaching: false })
    send({ promptTokens: 330, prefixTokens: 320 }, 0)
    send({ promptTokens: 330, prefixTokens: 320 }, 1)
    runUntil(2)
    expect(engine.stats.prefix).toEqual({ queries: 0, hits: 0 })
  })
})

const LOADS = fc.record({
  blocks: fc.integer({ min: 70, max: 300 }),
  seqs: fc.integer({ min: 1, max: 12 }),
  headroom: fc.constantFrom(0, 0.05, 0.2),
  /** Length of each group's shared prefix. */
  prefixes: fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 3, maxLength: 3 }),
  requests: fc.array(
    fc.record({
      gap: fc.double({ min: 0, max: 0.3, noNaN: true }),
      promptTokens: fc.integer({ min: 1, max: 700 }),
      outputTokens: fc.integer({ min: 1, max: 300 }),
      prefixGroup: fc.integer({ min: 0, max: 2 }),
      hangsUpAfter: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
    }),
    { minLength: 1, maxLength: 25 },
  ),
})

describe('any load', () => {
  it('never uses more blocks than there are, loses no request and gives all blocks back', () => {
    fc.assert(
      fc.property(LOADS, ({ blocks, seqs, headroom, prefixes, requests }) => {
        const lone = loneEngine({
          numGpuBlocks: blocks,
          maxNumSeqs: seqs,
          admissionHeadroom: headroom,
          maxModelLen: 1000,
        })
        const { engine, finished, send, runUntil } = lone
        const look = (): void => {
          expect(engine.pool.used).toBeGreaterThanOrEqual(0)
          expect(engine.pool.used).toBeLessThanOrEqual(blocks)
          expect(engine.running.length).toBeLessThanOrEqual(seqs)
        }
        let at = 0
        let aborted = 0
        for (const { gap, hangsUpAfter, ...shape } of requests) {
          at += gap
          runUntil(at, look)
          const request = send({ ...shape, prefixTokens: prefixes[shape.prefixGroup] ?? 0 }, at)
          if (hangsUpAfter === null) continue
          runUntil(at + hangsUpAfter, look)
          at += hangsUpAfter
          if (request.status === 'finished') continue
          abort(engine, request, at)
          aborted += 1
        }
        runUntil(at + 10_000, look)
        expect(finished.length + aborted).toBe(requests.length)
        expect(engine.pool.used).toBe(0)
        expect(engine.running).toEqual([])
        expect(engine.waiting).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('comes to the same step by step, looked at often, or all at once', () => {
    fc.assert(
      fc.property(LOADS, ({ blocks, seqs, prefixes, requests }) => {
        const tell = (interval: number, isCut: boolean): unknown => {
          const { engine, finished, send, runUntil } = loneEngine({
            numGpuBlocks: blocks,
            maxNumSeqs: seqs,
            maxModelLen: 1000,
          })
          // A cut run plans every step anew, as vLLM does.
          const lookAt = (time: number): void => {
            runUntil(time)
            if (isCut) interrupt(engine, time)
          }
          let at = 0
          for (const { gap, hangsUpAfter: _, ...shape } of requests) {
            for (let look = at; look < at + gap; look += interval) lookAt(look)
            at += gap
            send({ ...shape, prefixTokens: prefixes[shape.prefixGroup] ?? 0 }, at)
          }
          for (let look = at; look < at + 30; look += interval) lookAt(look)
          runUntil(at + 10_000)
          const { stats } = engine
          return {
            order: finished.map(({ id }) => id),
            tokens: stats.generationTokens,
            steps: countOf(stats.iterationTokens),
            preemptions: stats.preemptions,
            busy: Math.round(engine.busySeconds * 1e6),
            latency: Math.round(stats.interTokenLatency.sum * 1e6),
          }
        }
        const atOnce = tell(1e9, false)
        expect(tell(0.017, false)).toEqual(atOnce)
        expect(tell(0.009, true)).toEqual(atOnce)
      }),
      { numRuns: 40 },
    )
  })
})
