import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEventQueue } from '../../../src/sandbox/fleet/event-queue.ts'

it('gives events in order of time, and those of one time in order of making', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 }), (times) => {
      const queue = createEventQueue()
      const ran: number[] = []
      for (const [index, at] of times.entries()) queue.add(at, () => ran.push(index))
      for (let event = queue.take(); event !== undefined; event = queue.take()) event.run()
      const expected = times.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at || a.index - b.index)
      expect(ran).toEqual(expected.map(({ index }) => index))
      expect(queue.nextAt()).toBe(Infinity)
    }),
  )
})

it('may grow while it runs', () => {
  const queue = createEventQueue()
  const ran: string[] = []
  queue.add(2, () => ran.push('second'))
  queue.add(1, () => {
    ran.push('first')
    queue.add(3, () => ran.push('third'))
  })
  for (let event = queue.take(); event !== undefined; event = queue.take()) event.run()
  expect(ran).toEqual(['first', 'second', 'third'])
})
