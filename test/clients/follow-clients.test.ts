import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type LiveClients, followClients } from '../../src/clients/follow-clients.ts'
import type { ClientsRequest } from '../../src/domain/clients.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { NOON, aFile, aFolder, uvicornLine } from './scan/logs.ts'
import { RULES } from './scan/rules.ts'

const bare = (client: string): string => `INFO:     ${client}:4711 - "POST /v1/completions HTTP/1.1" 200 OK\n`

interface Following {
  readonly live: LiveClients
  /** Lets a look happen at a moment. */
  readonly lookAt: (at: number) => Promise<void>
  /** The same for a look that none follows. */
  readonly lookLastAt: (at: number) => Promise<void>
}

/** Follows with a clock that stands still but for the looks. */
async function following(path: string): Promise<Following> {
  const hands = { now: NOON - 3600 }
  const tasks: (() => void)[] = []
  const waits: (() => void)[] = []
  const clock = {
    now: () => hands.now,
    after: (_: number, task: () => void) => {
      tasks.push(task)
      waits.shift()?.()
      return () => undefined
    },
  }
  const waited = (): Promise<void> => new Promise((resolve) => waits.push(resolve))
  const begun = waited()
  const live = followClients({ paths: [path], rules: RULES, hasTrust: false, zone: () => 0 }, clock)
  onTestFinished(() => live.close())
  await begun
  return {
    live,
    lookAt: async (at) => {
      hands.now = at
      const done = waited()
      tasks.shift()?.()
      await done
    },
    lookLastAt: async (at) => {
      hands.now = at
      tasks.shift()?.()
      await setTimeout(200)
      expect(tasks).toEqual([])
    },
  }
}

const REQUEST: ClientsRequest = {
  window: { start: unixSeconds(NOON), end: unixSeconds(NOON + 300) },
  baseline: { start: unixSeconds(NOON - 1800), end: unixSeconds(NOON) },
  top: 5,
  deadline: new AbortController().signal,
  takenAt: unixSeconds(NOON + 300),
}

describe('followClients', () => {
  it('counts lines without a time in the minute in which they are read', async () => {
    const path = aFile(bare('10.0.0.9').repeat(5))
    const { live, lookAt } = await following(path)
    expect(live.read(REQUEST, 'access log')).toBeUndefined()
    appendFileSync(path, bare('10.0.0.1').repeat(7))
    await lookAt(NOON - 600)
    appendFileSync(path, bare('10.0.0.1').repeat(2) + bare('10.0.0.2').repeat(3) + bare('10.0.0.2').slice(0, 20))
    await lookAt(NOON + 61)
    appendFileSync(path, bare('10.0.0.2').slice(20))
    await lookAt(NOON + 66)
    expect(live.read(REQUEST, 'access log')).toMatchObject({
      status: 'present',
      window: REQUEST.window,
      baseline: REQUEST.baseline,
      clients: [
        { client: '10.0.0.2', now: { requests: 4 }, before: { requests: 0 }, byMinute: [0, 4, 0, 0, 0] },
        { client: '10.0.0.1', now: { requests: 2 }, before: { requests: 7 }, byMinute: [0, 2, 0, 0, 0] },
      ],
      total: { now: { requests: 6 }, before: { requests: 7 } },
    })
  })

  it('loses nothing when the file is rotated, cut or made anew', async () => {
    const folder = aFolder()
    const path = aFile('', 'a.log', folder)
    const { live, lookAt } = await following(path)
    appendFileSync(path, bare('10.0.0.1'))
    await lookAt(NOON + 5)
    appendFileSync(path, bare('10.0.0.2'))
    renameSync(path, join(folder, 'a.log.1'))
    writeFileSync(path, bare('10.0.0.3'))
    await lookAt(NOON + 10)
    truncateSync(path)
    await lookAt(NOON + 15)
    appendFileSync(path, bare('10.0.0.4'))
    await lookAt(NOON + 20)
    const reading = live.read(REQUEST, 'access log')
    const named = reading?.status === 'present' ? reading.clients.map(({ client, now }) => [client, now.requests]) : []
    expect(Object.fromEntries(named)).toEqual({ '10.0.0.1': 1, '10.0.0.2': 1, '10.0.0.3': 1, '10.0.0.4': 1 })
  })

  it('leaves lines that tell their time to those who read the file, and looks no more', async () => {
    const path = aFile('')
    const { live, lookLastAt } = await following(path)
    appendFileSync(path, uvicornLine(NOON, '10.0.0.1'))
    await lookLastAt(NOON + 5)
    expect(live.read(REQUEST, 'access log')).toBeUndefined()
  })

  it('says nothing of the time before it began', async () => {
    const path = aFile('')
    const { live, lookAt } = await following(path)
    appendFileSync(path, bare('10.0.0.1'))
    await lookAt(NOON + 5)
    const early = { start: unixSeconds(NOON - 10_000), end: unixSeconds(NOON - 5000) }
    const reading = live.read({ ...REQUEST, baseline: early }, 'access log')
    expect(reading).not.toHaveProperty('baseline')
    expect(live.read({ ...REQUEST, window: early }, 'access log')).toBeUndefined()
  })
})
