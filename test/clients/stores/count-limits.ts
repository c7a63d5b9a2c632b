import { expect, it } from 'vitest'
import type { LogLine } from '../../support/log-lines.ts'
import { OFFICE, STORY, WINDOW, ingressLine, spread, uvicornLine } from '../../support/gateway-log.ts'
import { type ReadStore, type Reply, present } from './read-store.ts'

const VLLM = [{ name: 'app', op: '=', value: 'vllm' }] as const

interface Store {
  /** Reads ingress-nginx' lines; those of vLLM where told so. */
  readonly read: (
    reply: Reply,
    settings?: { readonly lines: 'uvicorn'; readonly selector: typeof VLLM },
  ) => Promise<ReadStore>
  /** A store that holds these lines. */
  readonly fake: (lines: readonly LogLine[]) => Reply
  /** One that tells of fewer clients at a time than there are in a crowd of nine hundred. */
  readonly crowded: (lines: readonly LogLine[]) => Reply
}

/** What every store that counts by itself tells of a limit, and of how many speak from one address. */
export function itCountsWhatWasRefusedAndWhoSpeaks({ read, fake, crowded }: Store): void {
  it('tells how much a limit refused where the refused are too many to be told, and where nothing else came', async () => {
    const crowd = spread(900, WINDOW, { client: '', status: 429 }).map((asked, index) => ({
      ...asked,
      client: `10.2.${index >> 8}.${index & 255}`,
    }))
    const { clients, total } = present((await read(crowded([...STORY, ...crowd].map(ingressLine)))).reading)
    expect(total.now).toMatchObject({ requests: 114, limited: 900 })
    expect(clients[0]?.now).not.toHaveProperty('limited')
    const detail = 'no inference request is among the lines of the window but 900 that a limit refused (429)'
    const { reading } = await read(fake(crowd.map(ingressLine)))
    expect(reading).toMatchObject({ status: 'absent', reason: 'no_samples', detail })
  })

  it('tells how many speak from one address, whose gateway it is, and where that cannot be told', async () => {
    const office = present((await read(fake(OFFICE.map(ingressLine)))).reading)
    expect(office.clients.map(({ client, behind }) => [client, behind])).toEqual([
      ['10.9.0.7', 10],
      ['10.1.0.2', 1],
      ['10.1.0.9', undefined],
    ])
    expect(office.logOf).toBe('ingress-nginx')
    expect(office.notes.join()).not.toContain('speak from one address')
    const settings = { lines: 'uvicorn', selector: VLLM } as const
    const blind = present((await read(fake(STORY.map(uvicornLine)), settings)).reading)
    expect(blind.clients[0]).not.toHaveProperty('behind')
    expect(blind.logOf).toBe('uvicorn')
    expect(blind.notes.join()).toContain('its lines do not tell how many speak from one address')
  })

  it('says what else could not be read', async () => {
    const store = fake(STORY.map(ingressLine))
    const { reading } = await read((request) =>
      request.path.endsWith('_range') ||
      ((request.form.get('query') ?? '').includes('="429"') && !(request.form.get('query') ?? '').includes('!'))
        ? { status: 400, type: 'text/plain', body: 'query timed out' }
        : store(request),
    )
    const { clients, notes } = present(reading)
    expect(clients[0]).toMatchObject({ client: '10.9.0.7', now: { requests: 69 } })
    expect(clients[0]).not.toHaveProperty('byMinute')
    expect(notes).toEqual(
      expect.arrayContaining([
        'when each sent could not be read: query timed out',
        'what a limit refused could not be read: query timed out',
      ]),
    )
  })
}
