import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { within } from '../../src/lib/within.ts'

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
})
