import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacedClock } from '../../../src/sandbox/demo/paced-clock.ts'
import { createPace } from '../../../src/sandbox/demo/pace.ts'

describe('the paced clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('goes by the machine until told otherwise, and never jumps', () => {
    const clock = createPacedClock()
    vi.advanceTimersByTime(2000)
    expect(clock.now()).toBe(1002)
    clock.setSpeed(30)
    expect(clock.now()).toBe(1002)
    vi.advanceTimersByTime(2000)
    expect(clock.now()).toBe(1062)
    clock.setSpeed(1)
    vi.advanceTimersByTime(1000)
    expect(clock.now()).toBe(1063)
  })

  it('calls what waits at its time, whatever the speed becomes meanwhile', () => {
    const clock = createPacedClock()
    const rung: number[] = []
    clock.after(60, () => rung.push(clock.now()))
    const cancel = clock.after(61, () => rung.push(0))
    vi.advanceTimersByTime(30_000)
    clock.setSpeed(30)
    vi.advanceTimersByTime(999)
    expect(rung).toEqual([])
    vi.advanceTimersByTime(2)
    expect(rung).toHaveLength(1)
    expect(rung[0]).toBeCloseTo(1060, 0)
    cancel()
    vi.advanceTimersByTime(10_000)
    expect(rung).toHaveLength(1)
  })

  it('does not ring early what waits longer than a timer can', () => {
    const clock = createPacedClock()
    let rung = 0
    clock.after(40 * 86_400, () => (rung += 1))
    vi.advanceTimersByTime(30 * 86_400_000)
    expect(rung).toBe(0)
    vi.advanceTimersByTime(10 * 86_400_000 + 1)
    expect(rung).toBe(1)
  })
})

describe('the pace', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('runs ahead for no longer than it was asked to', () => {
    const clock = createPacedClock()
    createPace(clock, 20).moveFor(100)
    expect(clock.speed()).toBe(20)
    vi.advanceTimersByTime(5100)
    expect(clock.speed()).toBe(1)
  })

  it('leaves a speed that a person chose alone', () => {
    const clock = createPacedClock()
    const pace = createPace(clock, 20)
    pace.moveFor(100)
    pace.hold(60)
    vi.advanceTimersByTime(60_000)
    expect(clock.speed()).toBe(60)
    pace.rest()
    expect(clock.speed()).toBe(1)
  })
})
