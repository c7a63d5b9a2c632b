import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../incidents/manual-clock.ts'
import { within, withinBy } from '../../src/lib/within.ts'

const never = new AbortController().signal

function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'))
  })
}

describe('within', () => {
  it('ends in time, whatever the garbage collector takes', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const ended = within(100, never, untilAborted)
    setTimeout(collect, 20)
    expect(await ended).toBe('aborted')
  })

  it('ends with the outer signal, also when that is over already', async () => {
    const outer = new AbortController()
    const ended = within(60_000, outer.signal, untilAborted)
    outer.abort()
    expect(await ended).toBe('aborted')
    expect(await within(60_000, outer.signal, untilAborted)).toBe('aborted')
  })

  it('gives what the work gives, and its failure', async () => {
    expect(await within(60_000, never, () => Promise.resolve(1))).toBe(1)
    await expect(within(60_000, never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })

  it.each([0, 1])('ends with either of two outer signals', async (index) => {
    const outers = [new AbortController(), new AbortController()]
    const signals = outers.map(({ signal }) => signal)
    const ended = within(60_000, signals, untilAborted)
    outers[index]?.abort()
    expect(await ended).toBe('aborted')
    expect(await within(60_000, signals, untilAborted)).toBe('aborted')
  })

  it('leaves nothing behind on a signal that outlives it', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const outer = new AbortController()
    const used = async (): Promise<number> => {
      for (let call = 0; call < 50_000; call++) await within(60_000, [outer.signal, never], () => Promise.resolve())
      collect()
      return process.memoryUsage().heapUsed
    }
    const before = await used()
    const after = await used()
    expect(getEventListeners(outer.signal, 'abort')).toEqual([])
    expect((after - before) / 50_000).toBeLessThan(20)
  })

  it('ends by the clock it is given', async () => {
    const { clock, advance } = createManualClock(0)
    let ended: string | undefined
    void withinBy(clock)(2000, never, untilAborted).then((said) => {
      ended = said
    })
    await advance(1.9)
    expect(ended).toBeUndefined()
    await advance(0.2)
    expect(ended).toBe('aborted')
  })

  it('warns nobody of many that wait for one deadline at once', async () => {
    const warnings: string[] = []
    const onWarning = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', onWarning)
    const outer = new AbortController()
    const all = Array.from({ length: 50 }, () => within(60_000, outer.signal, untilAborted))
    // Warnings come with a later turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 20))
    outer.abort()
    expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, () => 'aborted'))
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })
})
