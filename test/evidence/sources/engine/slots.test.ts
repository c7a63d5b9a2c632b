import { describe, expect, it } from 'vitest'
import { seconds } from '../../../../src/domain/time.ts'
import { createSlots } from '../../../../src/evidence/sources/engine/slots.ts'
import { createManualClock, rest } from '../../../incidents/manual-clock.ts'

const never = new AbortController().signal

function slotsOf(count: number) {
  const { clock, advance } = createManualClock(0)
  return { slots: createSlots({ count, patience: seconds(0.25), clock }), advance }
}

describe('createSlots', () => {
  it('lets so many work at once, the others in the order they came', async () => {
    const { slots } = slotsOf(3)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const all = Array.from({ length: 8 }, (_, index) =>
      slots.use(never, async () => {
        begun.push(index)
        await new Promise<void>((resolve) => ends.push(resolve))
        return index
      }),
    )
    await rest()
    for (let done = 0; done < 8; done++) {
      expect(begun).toEqual(Array.from({ length: Math.min(8, done + 3) }, (_, index) => index))
      ends[done]?.()
      await rest()
    }
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('passes on the slot of work that only waits, and has it no second time when that ends', async () => {
    const { slots, advance } = slotsOf(1)
    const ends: (() => void)[] = []
    const hanging = (): Promise<void> => new Promise((resolve) => ends.push(resolve))
    const all = [slots.use(never, hanging), slots.use(never, hanging), slots.use(never, hanging)]
    await rest()
    expect(ends).toHaveLength(1)
    await advance(0.3)
    expect(ends).toHaveLength(2)
    ends[0]?.()
    await rest()
    expect(ends).toHaveLength(2)
    await advance(0.3)
    expect(ends).toHaveLength(3)
    for (const end of ends) end()
    await Promise.all(all)
  })

  it('keeps the slot of work that whyslow itself is late for', async () => {
    const late = { now: 0, tasks: new Set<() => void>() }
    const clock = {
      now: () => late.now,
      after: (_: number, task: () => void) => {
        late.tasks.add(task)
        return () => late.tasks.delete(task)
      },
    }
    const slots = createSlots({ count: 1, patience: seconds(0.25), clock })
    let second = false
    void slots.use(never, () => new Promise<void>(() => undefined))
    void slots.use(never, () => Promise.resolve().then(() => (second = true)))
    await rest()
    const turn = async (by: number): Promise<void> => {
      late.now += by
      const due = [...late.tasks]
      late.tasks.clear()
      for (const task of due) task()
      await rest()
    }
    await turn(1)
    expect(second).toBe(false)
    await turn(0)
    expect(second).toBe(true)
  })

  it('works for nobody who has left', async () => {
    const { slots, advance } = slotsOf(1)
    const leaving = new AbortController()
    let worked = 0
    void slots.use(never, () => new Promise<void>(() => undefined))
    const left = slots.use(leaving.signal, () => Promise.resolve(worked++))
    leaving.abort()
    expect(await left).toBeUndefined()
    await advance(1)
    expect(worked).toBe(0)
    expect(await slots.use(leaving.signal, () => Promise.resolve(worked++))).toBeUndefined()
    expect(await slots.use(never, () => Promise.resolve('free'))).toBe('free')
  })

  it('frees the slot of work that fails', async () => {
    const { slots } = slotsOf(1)
    await expect(slots.use(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await slots.use(never, () => Promise.resolve('next'))).toBe('next')
  })
})
