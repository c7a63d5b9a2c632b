import { expect, it } from 'vitest'
import { startForgetting } from '../../src/incidents/forget.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createLogger } from '../../src/lib/logger.ts'

const DAY = 86_400

it('forgets what is ninety days old, once a day, also after a failure, until it is ended', async () => {
  let now = 1_796_000_000
  let due: (() => void) | undefined
  const clock: Clock = {
    now: () => now,
    after: (seconds, task) => {
      expect(seconds).toBe(DAY)
      due = task
      return () => {
        due = undefined
      }
    },
  }
  const asked: number[] = []
  const prune = (before: number): Promise<number> => {
    asked.push(before)
    return asked.length === 1 ? Promise.reject(new Error('disk full')) : Promise.resolve(3)
  }
  const stop = startForgetting({ store: { prune }, clock, log: createLogger('silent') })
  await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  now += DAY
  due?.()
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toEqual([1_796_000_000 - 90 * DAY, 1_796_000_000 - 89 * DAY])
  stop()
  expect(due).toBeUndefined()
})
