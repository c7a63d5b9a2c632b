import { describe, expect, it } from 'vitest'
import { minutes, seconds, unixSeconds } from '../../../../src/domain/time.ts'
import { windowEnding } from '../../../../src/domain/window.ts'
import { createEngineSource } from '../../../../src/evidence/sources/engine/create-source.ts'
import { createEngineHistory } from '../../../../src/evidence/sources/engine/history.ts'
import { SIGNALS } from '../../../../src/signals/catalog.ts'
import { createManualClock } from '../../../incidents/manual-clock.ts'
import { aPage } from './a-page.ts'
import { type FakeEngine, createFakeEngines, page } from './fake-engines.ts'

const START = 1_700_000_000

function fleet(count: number, answerOf: (index: number) => FakeEngine['answer']) {
  const urls = Array.from({ length: count }, (_, index) => `http://e${index}:8000`)
  const engines = createFakeEngines(Object.fromEntries(urls.map((url, index) => [url, answerOf(index)])))
  return { engines, targets: urls.map((url) => ({ url, instance: new URL(url).host })) }
}

async function cold({ engines, targets }: ReturnType<typeof fleet>, { pageDelay = 0, time = 8 } = {}) {
  const { clock, advance } = createManualClock(START)
  let open = 0
  let most = 0
  const openPool: typeof engines.openPool = (options) => {
    const pool = engines.openPool(options)
    return {
      ...pool,
      request: async (request) => {
        most = Math.max(most, ++open)
        try {
          await new Promise<void>((resolve) => void clock.after(pageDelay, resolve))
          return await pool.request(request)
        } finally {
          open--
        }
      },
    }
  }
  const source = createEngineSource(
    { engines: targets, interval: seconds(15) },
    { openPool, clock, tryConnect: () => Promise.resolve(true) },
  )
  const deadline = new AbortController()
  clock.after(time, () => deadline.abort())
  const answer = source.gather({
    scope: { cluster: 'prod' },
    window: windowEnding(unixSeconds(clock.now()), minutes(5)),
    baselines: [],
    signals: SIGNALS,
    deadline: deadline.signal,
  })
  await advance(time + 1)
  const { readings, report } = await answer
  await source.close()
  const running = readings.find(({ signal }) => signal === 'running')
  const seen = running?.status === 'present' ? running.rows.map(({ key }) => key.instance ?? '') : []
  return { most, seen, notes: report.notes.join('\n') }
}

describe('a first look at many engines', () => {
  it('has at most sixteen pages on their way, and reads all', async () => {
    const { most, seen, notes } = await cold(
      fleet(100, () => () => page(aPage())),
      { pageDelay: 0.05 },
    )
    expect(most).toBe(16)
    expect(seen).toHaveLength(100)
    expect(notes).not.toContain('nothing is known')
  })

  it.each([1, 20, 60])('sees all others beside %i that hang, the last of them, too', async (hanging) => {
    const { seen } = await cold(fleet(100, (index) => (index < hanging ? () => 'nothing' : () => page(aPage()))))
    expect(seen).toHaveLength(100 - hanging)
  })

  it('says of how many it knows nothing', async () => {
    const { notes, seen } = await cold(
      fleet(100, () => () => page(aPage())),
      { pageDelay: 0.5, time: 1 },
    )
    expect(seen.length).toBeGreaterThan(15)
    expect(seen.length).toBeLessThan(100)
    const [, count] = /(\d+) of 100 instances gave no answer before the time was up/.exec(notes) ?? []
    expect(Number(count)).toBe(100 - seen.length)
  })
})

describe('an engine that does not answer a whyslow', () => {
  async function kindsWhile(isBusy: boolean) {
    const { engines, targets } = fleet(1, () => () => 'nothing')
    const kinds = new Set<string>()
    const history = createEngineHistory()
    const source = createEngineSource(
      { engines: targets, interval: seconds(0.5) },
      {
        openPool: engines.openPool,
        history,
        random: () => 0,
        tryConnect: () => Promise.resolve(true),
        onFinding: (kind) => kinds.add(kind),
      },
    )
    const work = setInterval(() => {
      const until = Date.now() + (isBusy ? 80 : 0)
      while (Date.now() < until);
    }, 10)
    source.start()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    clearInterval(work)
    await source.close()
    return { kinds: [...kinds], scrapes: history.size().instances }
  }

  it('that has time hangs', async () => {
    expect((await kindsWhile(false)).kinds).toContain('hung')
  })

  it('that is too busy to hear it is not blamed: nothing is known, and no scrape counts as failed', async () => {
    expect(await kindsWhile(true)).toEqual({ kinds: ['unasked'], scrapes: 0 })
  })
})
