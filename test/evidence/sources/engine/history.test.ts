import { describe, expect, it } from 'vitest'
import { type UnixSeconds, seconds, unixSeconds } from '../../../../src/domain/time.ts'
import { createEngineHistory } from '../../../../src/evidence/sources/engine/history.ts'
import { createSeriesIndex } from '../../../../src/signals/evaluate/series-index.ts'
import { aPage } from './a-page.ts'

const START = 1_700_000_000
const at = (after: number): UnixSeconds => unixSeconds(START + after)
const EVER = unixSeconds(0)

describe('createEngineHistory', () => {
  it('keeps what signals are read from, and nothing else', () => {
    const history = createEngineHistory()
    history.add('a:8000', aPage({ start: 1000 }), at(0))
    const names = [...history.series(EVER).byName.keys()].toSorted()
    expect(names).toEqual([
      'process_start_time_seconds',
      'up',
      'vllm:generation_tokens_total',
      'vllm:num_requests_running',
      'vllm:num_requests_waiting',
      'vllm:request_queue_time_seconds_count',
      'vllm:request_queue_time_seconds_sum',
      'vllm:request_success_total',
      'whyslow_engine_answers',
    ])
  })

  it('gives back samples and ends of series as a store that had scraped would, across blocks', () => {
    const history = createEngineHistory({ keep: seconds(1e6) })
    const samples = []
    const staleAt = []
    for (let index = 0; index < 200; index++) {
      if (index % 50 === 49) {
        history.addFailure('a:8000', at(index * 15))
        staleAt.push(at(index * 15))
        continue
      }
      history.add('a:8000', aPage({ running: index % 7, generated: index * 1234.5 }), at(index * 15))
      samples.push({ at: at(index * 15), value: index * 1234.5 })
    }
    const labels = { engine: '0', model_name: 'qwen', instance: 'a:8000', job: 'vllm' }
    const expected = createSeriesIndex([{ name: 'x', labels, samples, staleAt }]).byName.get('x')?.[0]
    const [kept, ...others] = history.series(EVER).byName.get('vllm:generation_tokens_total') ?? []
    expect(others).toEqual([])
    expect({ ...kept }).toEqual({ ...expected })
  })

  it('unpacks no more blocks than the time asked for needs', () => {
    const history = createEngineHistory()
    for (let index = 0; index < 200; index++) history.add('a:8000', aPage(), at(index * 15))
    const [all] = history.series(EVER).byName.get('up') ?? []
    const [late] = history.series(at(190 * 15)).byName.get('up') ?? []
    expect(all?.times.length).toBe(200)
    expect(late?.times.length).toBe(200 - 128)
  })

  it.each(Array.from({ length: 11 }, (_, index) => 60 + index))(
    'keeps whether the instance answers beside a failure at scrape %i, and packs it',
    (failing) => {
      const history = createEngineHistory()
      const words: { time: number; value: number }[] = []
      for (let scrape = 1; scrape <= 140; scrape++) {
        const time = START + scrape * 15
        if (scrape === failing) {
          history.addFailure('a:8000', unixSeconds(time))
          history.setAnswers('a:8000', false)
        } else history.add('a:8000', aPage(), unixSeconds(time))
        words.push({ time: time * 1000, value: scrape === failing ? 0 : 1 })
        if (scrape < failing) continue
        const [kept] = history.series(EVER).byName.get('whyslow_engine_answers') ?? []
        expect([...(kept?.times ?? [])]).toEqual(words.map((word) => word.time))
        expect([...(kept?.values ?? [])]).toEqual(words.map((word) => word.value))
      }
    },
  )

  it('lets go of what is older than it keeps, and of series that are gone with it', () => {
    const history = createEngineHistory({ keep: seconds(600) })
    for (let index = 0; index < 1000; index++) {
      history.add('a:8000', aPage({ more: `vllm:num_preemptions_total{pid="${index}"} 1` }), at(index * 15))
    }
    const { series, samples } = history.size()
    expect(series).toBeLessThan(200)
    expect(samples).toBeLessThan(200 * 10)
    expect(history.start()).toBeGreaterThan(at(1000 * 15 - 600 - 64 * 15 * 2))
  })
})
