import { describe, expect, it } from 'vitest'
import { createAccessLogClients } from '../../../src/clients/access-log-source.ts'
import type { ClientUse } from '../../../src/domain/clients.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { parseNetwork } from '../../../src/lib/ip.ts'
import { NOON, aFile, aFolder } from './logs.ts'

const WINDOW = { start: unixSeconds(NOON), end: unixSeconds(NOON + 600) }

const TRUSTED = parseNetwork('10.9.0.0/16') ?? failed()

interface Sent {
  readonly from: string
  readonly agent?: string
  readonly forwarded?: string
  readonly path?: string
}

function line({ from, agent = 'curl/8', forwarded = '-', path = '/v1/completions' }: Sent, at: number): string {
  const time = new Date(at * 1000).toISOString().slice(11, 19)
  return `${from} - - [29/Nov/2026:${time} +0000] "POST ${path} HTTP/1.1" 200 80 "-" "${agent}" "${forwarded}"\n`
}

const text = (sent: readonly Sent[]): string =>
  Array.from({ length: 600 }, (_, second) => line(sent[second % sent.length] ?? { from: '-' }, NOON + second + 1)).join(
    '',
  )

async function read(...texts: readonly string[]): Promise<readonly ClientUse[]> {
  const folder = aFolder()
  const paths = texts.map((own, index) => aFile(own, `${index}.log`, folder))
  const source = createAccessLogClients({ paths, trusted: [TRUSTED] })
  const [reading] = await source.read({
    window: WINDOW,
    top: 5,
    deadline: new AbortController().signal,
    takenAt: WINDOW.end,
  })
  await source.close()
  if (reading?.status !== 'present') throw new Error(JSON.stringify(reading))
  return reading.clients
}

describe('what speaks from an address', () => {
  it('is one where one program does, and many behind a NAT, by user agents', async () => {
    const office = Array.from({ length: 9 }, (_, index) => ({ from: '10.0.0.1', agent: `App/${index}` }))
    const clients = await read(text([...office, ...office.map(() => ({ from: '10.0.0.2' }))]))
    expect(clients.map(({ client, behind }) => [client, behind])).toEqual([
      ['10.0.0.1', 9],
      ['10.0.0.2', 1],
    ])
  })

  it('is many behind a proxy that nobody trusts, by the addresses that it forwards', async () => {
    const proxy = Array.from({ length: 7 }, (_, index) => ({ from: '10.0.0.1', forwarded: `192.168.7.${index}` }))
    expect(await read(text(proxy))).toMatchObject([{ client: '10.0.0.1', behind: 7 }])
  })

  it('is not made many by what it makes up, where a trusted proxy says who it is', async () => {
    const forger = Array.from({ length: 7 }, (_, index) => ({
      from: '10.9.0.1',
      forwarded: `192.168.7.${index}, 10.0.0.1`,
    }))
    expect(await read(text(forger))).toMatchObject([{ client: '10.0.0.1', behind: 1 }])
  })

  it('is told by requests alone that are load, and by no words for nobody', async () => {
    const browsers = Array.from({ length: 9 }, (_, index) => ({
      from: '10.0.0.1',
      agent: `App/${index}`,
      path: '/health',
    }))
    const clients = await read(text([...browsers, { from: '10.0.0.1', agent: '-' }]))
    expect(clients).toMatchObject([{ client: '10.0.0.1', now: { requests: 60 } }])
    expect(clients[0]).not.toHaveProperty('behind')
  })

  it('is looked for at the end of each file, and not in all that is there', async () => {
    const old = text(Array.from({ length: 9 }, (_, index) => ({ from: '10.0.0.1', agent: `Old/${index}` })))
    const young = Array.from({ length: 4000 }, () => line({ from: '10.0.0.1' }, NOON + 600)).join('')
    expect((await read(old + young))[0]?.behind).toBe(1)
    expect((await read(old, young))[0]?.behind).toBe(10)
  })

  it('is not told where lines tell no more than an address', async () => {
    const uvicorn = Array.from(
      { length: 60 },
      (_, second) =>
        `${new Date((NOON + second) * 1000).toISOString()} stdout F INFO:     10.0.0.1:80 - "POST /v1/completions HTTP/1.1" 200 OK\n`,
    )
    expect((await read(uvicorn.join('')))[0]).not.toHaveProperty('behind')
  })
})

function failed(): never {
  throw new Error('no network')
}
