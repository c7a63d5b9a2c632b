import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeClients } from '../../../src/clients/merge/merge-clients.ts'
import type { PresentAttribution } from '../../../src/domain/client-attribution.ts'
import { accusedOf, blameDoubts } from '../../../src/domain/client-doubts.ts'
import type { ClientReading, PresentClients } from '../../../src/domain/clients.ts'
import { present } from '../../../src/domain/reading.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { earlier, minutes } from '../../../src/domain/time.ts'
import { END } from '../../support/evidence.ts'
import { type Uses, aContext, aLead, aReading } from './readings.ts'

/** Many addresses, so that none may be a gateway; each a tenth of a request a second. */
const CROWD: Uses = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`10.0.7.${index}`, [{ requests: 30 }, { requests: 360 }] as const]),
)
const BATCH = '10.42.9.80'
const SURGE: Uses = { ...CROWD, [BATCH]: [{ requests: 600 }, { requests: 360 }] }
const QUEUE = { from: earlier(END, minutes(6)), to: earlier(END, minutes(5)) }
const ENGINES = { requestsPerSecond: 3.2, promptTokensPerSecond: 6000, queue: QUEUE }

function merged(readings: readonly ClientReading[], more: Parameters<typeof aContext>[0] = {}): PresentAttribution {
  const attribution = mergeClients(readings, aContext({ engines: ENGINES, ...more }))
  if (attribution.status === 'absent') throw new Error('nobody was read')
  return attribution
}

function doubtsAbout(clients: PresentAttribution): readonly string[] {
  return blameDoubts(clients, accusedOf(clients)).map(inEnglish)
}

describe('who made the load grow', () => {
  const reading = aReading(SURGE)

  it.each([
    ['began before requests waited', 10, 'culprit'],
    ['began in the minute in which they began to wait', 5, 'suspect'],
    ['began when they had waited for long', 2, 'victim'],
  ])('%s: %i minutes ago, %s', (_, ago, role) => {
    const { clients } = merged([aReading(withSeconds(SURGE))], {
      lead: [aLead(aReading(withSeconds(SURGE)), { [BATCH]: ago })],
    })
    expect(clients[0]).toMatchObject({ client: BATCH, role })
  })

  it('is a suspect where no minute was read, or nobody waits', () => {
    expect(merged([reading]).clients[0]).toMatchObject({ client: BATCH, role: 'suspect' })
    const calm = merged([reading], { lead: [aLead(reading, { [BATCH]: 10 })], engines: { requestsPerSecond: 3.2 } })
    expect(calm.clients[0]?.role).toBe('suspect')
  })

  it('is no victim by a log that may be late by as long as requests take', () => {
    const { clients } = merged([reading], { lead: [aLead(reading, { [BATCH]: 4 })] })
    expect(clients[0]?.role).toBe('suspect')
  })

  it('is a victim whose requests mostly fail, unless it began before', () => {
    const fails = aReading({ ...CROWD, [BATCH]: [{ requests: 600, failures: 500 }, { requests: 360 }] })
    expect(merged([fails]).clients[0]?.role).toBe('victim')
    expect(accusedOf(merged([fails]))).toBeUndefined()
    expect(merged([fails], { lead: [aLead(fails, { [BATCH]: 10 })] }).clients[0]?.role).toBe('culprit')
  })

  it.each<readonly [string, Uses]>([
    [
      'all grew alike',
      Object.fromEntries(Object.keys(CROWD).map((client) => [client, [{ requests: 90 }, { requests: 360 }]])),
    ],
    ['it has as much as ever', { ...CROWD, [BATCH]: [{ requests: 600 }, { requests: 7200 }] }],
    ['it grew twentyfold and is still nothing', { ...CROWD, [BATCH]: [{ requests: 20 }, { requests: 12 }] }],
    ['there are too few to tell', { a: [{ requests: 9 }, { requests: 12 }], b: [{ requests: 2 }, { requests: 24 }] }],
  ])('is nobody where %s', (_, uses) => {
    expect(merged([aReading(uses)]).clients.map(({ role }) => role)).not.toContain('suspect')
  })

  it('is not accused firmly where most of what it sends fails, whenever it began', () => {
    const fails = aReading(asTokens({ ...CROWD, [BATCH]: [{ requests: 600, failures: 540 }, { requests: 360 }] }))
    const clients = merged([fails], { lead: [aLead(fails, { [BATCH]: 10 })] })
    expect(accusedOf(clients)).toMatchObject({ client: BATCH, role: 'culprit', failedShare: 0.9 })
    expect(doubtsAbout(clients)).toEqual(['most of its requests fail: it may only send again'])
  })

  it('is not accused firmly by an address that many may sit behind, unless the configuration names it', () => {
    const told = aReading(asTokens(SURGE))
    const shared = { ...told, clients: told.clients.map((use) => (use.client === BATCH ? { ...use, behind: 9 } : use)) }
    const lead = [aLead(told, { [BATCH]: 10 })]
    const clients = merged([shared], { lead })
    expect(doubtsAbout(clients)).toEqual(['many may sit behind it: 9 user agents or forwarded addresses'])
    const naming = {
      names: [{ kind: 'key', key: BATCH, name: 'docs' } as const],
      mask: { addresses: false, emails: false },
    }
    const named = merged([shared], { lead, naming })
    expect(doubtsAbout(named)).toEqual([])
  })

  it("is none of the fleet's own: a proxy that is known, or an engine that asks another", () => {
    const lead = [aLead(aReading(SURGE), { [BATCH]: 10 })]
    const clients = merged([aReading({ '10.1.1.1': [{ requests: 700 }, { requests: 8400 }], ...SURGE })], {
      lead,
      own: [`${BATCH}/32`],
    })
    expect(clients.stopsAt).toBeUndefined()
    expect(clients.clients.find(({ client }) => client === BATCH)?.role).toBe('bystander')
    expect(accusedOf(clients)).toBeUndefined()
  })

  it('is judged without what a limit refused, which is told apart', () => {
    const limited = aReading({ ...CROWD, [BATCH]: [{ requests: 30, limited: 5000 }, { requests: 360 }] })
    const total = { now: { requests: 390, failures: 0, limited: 5400 }, before: { requests: 4680, failures: 0 } }
    const { clients, notes } = merged([{ ...limited, total }], { top: 20 })
    expect(clients.find(({ client }) => client === BATCH)).toMatchObject({ role: 'bystander', requestShare: 30 / 390 })
    expect(notes).toContain(
      '5400 requests had 429 for an answer, 93 % of them of 10.42.9.80: a limit refused them, so they are in no part',
    )
    // Of whom most was refused may be among those who are not listed.
    const others = { ...total, now: { ...total.now, limited: 20_000 } }
    expect(merged([{ ...limited, total: others }], { top: 20 }).notes).toContain(
      '20000 requests had 429 for an answer: a limit refused them, so they are in no part',
    )
  })

  it('is accused firmly only by tokens, and not where others send less by most of what it sends more', () => {
    const lead = (told: PresentClients) => [aLead(told, { [BATCH]: 10 })]
    const doubts = (told: PresentClients): string => {
      const clients = merged([told], { lead: lead(told) })
      expect(accusedOf(clients)).toMatchObject({ client: BATCH, role: 'culprit' })
      return doubtsAbout(clients).join('; ')
    }
    expect(doubts(reading)).toBe('only requests are counted, and some are little load')
    expect(doubts(aReading(asTokens(SURGE)))).toBe('')
    const gone = { ...SURGE, '10.42.9.79': [{ requests: 0 }, { requests: 4320 }] } satisfies Uses
    expect(doubts(aReading(asTokens(gone)))).toBe('others send as much less: it may be one of them by another name')
  })

  it('has no growth without a baseline, and nobody grew', () => {
    const { baseline: _, ...alone } = aReading(SURGE, {
      total: { now: { requests: 960 } },
      unattributed: { now: { requests: 0 } },
    })
    const { clients } = merged([alone])
    expect(clients[0]).toMatchObject({ client: BATCH, role: 'bystander' })
    expect(clients[0]).not.toHaveProperty('growthShare')
  })
})

describe('what a part is of', () => {
  const few = { requests: 20, requestBytes: 2e8 }
  const many = { requests: 300, requestBytes: 3e6 }
  const beforeFew = { requests: 12, requestBytes: 1e6 }
  const beforeMany = { requests: 3600, requestBytes: 3.6e7 }

  it('is of bytes where nobody counts tokens, and says so', () => {
    const { by, clients, notes } = merged([
      aReading({ long: [few, beforeFew], chat: [many, beforeMany] }, { identity: 'consumer' }),
    ])
    expect(by).toBe('request_bytes')
    expect(clients[0]).toMatchObject({ client: 'long', share: expect.closeTo(0.985, 2), requestShare: 20 / 320 })
    expect(notes.join()).toContain('stand in for prompt tokens')
  })

  it('is of tokens where a source has them, and covers the part that it says', () => {
    const uses: Uses = {
      long: [
        { ...few, promptTokens: 900_000, outputTokens: 1000 },
        { ...beforeFew, promptTokens: 12_000, outputTokens: 100 },
      ],
      chat: [
        { ...many, promptTokens: 600_000, outputTokens: 9000 },
        { ...beforeMany, promptTokens: 7_200_000, outputTokens: 1e5 },
      ],
    }
    const { by, coverage, clients } = merged([aReading(uses, { identity: 'key_alias', source: 'litellm' })])
    expect(by).toBe('tokens')
    expect(coverage).toEqual(present(1_500_000 / 300 / 6000))
    expect(clients[0]).toMatchObject({ client: 'long', promptTokensMean: 45_000, promptTokensMeanBefore: 1000 })
  })

  it('believes the source with tokens, hears the others, and adds nothing up', () => {
    const tokens = aReading(
      {
        docs: [
          { requests: 600, promptTokens: 3e6 },
          { requests: 360, promptTokens: 3e5 },
        ],
      },
      { identity: 'key_alias', source: 'litellm' },
    )
    const { source, others, requests } = merged([aReading(SURGE), tokens])
    expect(source).toBe('litellm')
    expect(requests).toBe(600)
    expect(others).toEqual([{ source: 'access log', by: 'requests', client: BATCH, share: 0.625 }])
  })

  it('leaves those without a name out of the coverage', () => {
    const reading = aReading(SURGE, { unattributed: { now: { requests: 480 }, before: { requests: 0 } } })
    expect(merged([reading])).toMatchObject({ unattributedShare: 0.5, coverage: present(480 / 300 / 3.2) })
  })
})

describe('bytes of requests', () => {
  const byBytes = (each: number, eachBefore = each): PresentClients =>
    aReading(
      Object.fromEntries(
        Object.entries(SURGE).map(([client, [now, before]]) => [
          client,
          [
            { ...now, requestBytes: now.requests * each },
            { requests: 360, ...before, requestBytes: (before?.requests ?? 360) * eachBefore },
          ],
        ]),
      ),
    )
  /** The engines' prompt tokens per second now and before. */
  const doubtsOf = (told: PresentClients, tokens: readonly [number, number]): readonly string[] => {
    const engines = { ...ENGINES, promptTokensPerSecond: tokens[0], promptTokensPerSecondBefore: tokens[1] }
    const clients = merged([told], { engines, lead: [aLead(told, { [BATCH]: 10 })] })
    expect(clients.by).toBe('request_bytes')
    return doubtsAbout(clients)
  }
  const STAND_IN = ['bytes of requests stand in for tokens']

  it('are tokens where the engines count so many for them, now and before, and then may accuse', () => {
    expect(doubtsOf(byBytes(4200), [3200, 1300])).toEqual([])
  })

  it.each<readonly [string, PresentClients, readonly [number, number]]>([
    ['they are a thousand for each token, as those of images are', byBytes(400_000), [3200, 1300]],
    ['they are far fewer, as those of compressed bodies are', byBytes(400), [3200, 1300]],
    ['they are more for each token than they were: of something else', byBytes(8000, 4200), [3200, 1300]],
    ['the engines count more tokens than before for no more bytes', byBytes(4200), [6400, 1300]],
  ])('stand in for tokens where %s', (_, told, tokens) => {
    expect(doubtsOf(told, tokens)).toEqual(STAND_IN)
  })

  it('stand in for tokens where the engines were not asked, or see only a part', () => {
    const told = byBytes(4200)
    const lead = [aLead(told, { [BATCH]: 10 })]
    const alone = merged([told], { lead })
    expect(doubtsAbout(alone)).toEqual(STAND_IN)
    const engines = {
      requestsPerSecond: 5,
      promptTokensPerSecond: 3200,
      promptTokensPerSecondBefore: 1300,
      queue: QUEUE,
    }
    const part = merged([told], { lead, engines })
    expect(doubtsAbout(part)).toEqual(STAND_IN)
  })
})

describe('a gateway that is taken for a client', () => {
  const gateway = aReading({
    '10.0.0.5': [{ requests: 900 }, { requests: 5000 }],
    '10.0.0.6': [{ requests: 40 }, { requests: 200 }],
  })

  it('stops the attribution, and nobody is accused', () => {
    const clients = merged([
      { ...gateway, lines: { total: 0, accessLines: 0, broken: 0, other: 0, formats: ['uvicorn in cri'] } },
    ])
    expect(clients.stopsAt?.why).toContain('10.0.0.5 carries 96 % of the requests, as before')
    expect(clients.stopsAt?.mend).toContain('FORWARDED_ALLOW_IPS')
    expect(accusedOf(clients)).toBeUndefined()
    expect(clients.clients.map(({ role }) => role)).toEqual(['bystander', 'bystander'])
  })

  it.each([
    ['ingress-nginx', 'use-forwarded-headers'],
    ['uvicorn', 'FORWARDED_ALLOW_IPS set to'],
    ['envoy-ai-gateway', 'xff_num_trusted_hops'],
    [undefined, 'add the access log of the gateway itself'],
  ])('is told the one change for it, too, where a store keeps the log of %s', (logOf, mend) => {
    const clients = merged([{ ...gateway, source: 'loki', ...(logOf !== undefined && { logOf }) }])
    expect(clients.stopsAt?.mend).toContain(mend)
  })

  it('is known by its address, however small its part', () => {
    const own = aReading({ ...CROWD, '10.0.0.5': [{ requests: 90 }, { requests: 400 }] })
    expect(merged([own], { own: ['10.0.0.0/30', '10.0.0.5'] }).stopsAt?.why).toContain('10.0.0.5')
  })

  it('may be meant by few addresses whose parts moved: then nobody is accused firmly', () => {
    const few = aReading({
      [BATCH]: [{ requests: 600 }, { requests: 300 }],
      '10.42.3.17': [{ requests: 300 }, { requests: 3600 }],
    })
    const clients = merged([few], { lead: [aLead(few, { [BATCH]: 10 })] })
    expect(clients.stopsAt).toBeUndefined()
    expect(accusedOf(clients)?.client).toBe(BATCH)
    expect(doubtsAbout(clients)).toContain('so few addresses may be gateways')
  })

  it('is none where the configuration names the addresses', () => {
    const naming = {
      names: [{ kind: 'cidr', cidr: '10.0.0.0/24', name: 'shop' } as const],
      mask: { addresses: false, emails: false },
    }
    const { stopsAt, clients } = merged([gateway], { naming })
    expect(stopsAt).toBeUndefined()
    expect(clients[0]?.client).toBe('shop (2 names)')
  })

  it('gives way to a source that sees further, whatever that counts by', () => {
    const tokens = { promptTokens: 100 }
    const blind = aReading({
      '10.0.0.5': [
        { requests: 900, ...tokens },
        { requests: 5000, ...tokens },
      ],
    })
    expect(merged([blind, aReading(SURGE, { source: 'loki' })]).source).toBe('loki')
  })
})

describe('requests that are sent again', () => {
  it('are counted from the tries that the log lists', () => {
    const reading = aReading({
      ...CROWD,
      [BATCH]: [
        { requests: 600, attempts: 1800 },
        { requests: 360, attempts: 360 },
      ],
    })
    const total = { now: { requests: 960, attempts: 2160 }, before: { requests: 4680, attempts: 4680 } }
    expect(merged([{ ...reading, total }]).amplification).toEqual({ now: 2.25, before: 1 })
  })

  it("are seen between the gateway's log and the engines', which are never added", () => {
    const lines = { total: 0, accessLines: 0, broken: 0, other: 0 }
    const outer = aReading(SURGE, { source: 'gateway', lines: { ...lines, formats: ['ingress-nginx'] } })
    const twice = aReading(
      Object.fromEntries(
        Object.entries(SURGE).map(([client, [now]]) => [client, [{ requests: now.requests * 2 }, { requests: 360 }]]),
      ),
      { source: 'engines', lines: { ...lines, formats: ['uvicorn'] } },
    )
    const both = merged([outer, twice])
    expect(both.amplification).toEqual({ now: 2, before: 1 })
  })
})

describe('no source that answers', () => {
  it('is absent, each with its reason, and one beside another is noted', () => {
    const late: ClientReading = { status: 'absent', source: 'loki', reason: 'timeout' }
    expect(mergeClients([late], aContext())).toEqual({
      status: 'absent',
      sources: [{ source: 'loki', reason: 'timeout' }],
    })
    expect(merged([late, aReading(SURGE)]).notes).toContain('loki: not read (timeout)')
  })
})

describe('an instance', () => {
  it('is named without the password of its URL', () => {
    const upstreams = { 'https://vllm:Zq7Rk2mW9xLp4TvB@10.0.1.1:8000/v1': 9 }
    const [first] = merged([aReading({ ...CROWD, [BATCH]: [{ requests: 600, upstreams }, { requests: 360 }] })]).clients
    expect(first?.instances[0]?.instance).toMatch(/^https:\/\/vllm:key#[\da-f]{8}@10\.0\.1\.1:8000\/v1$/u)
  })
})

describe('any reading', () => {
  const count = fc.oneof(fc.nat(1e6), fc.constant(0))
  const counts = fc.record(
    { requests: count, failures: count, promptTokens: count, requestBytes: count },
    { requiredKeys: ['requests'] },
  )
  const uses = fc.dictionary(fc.string({ unit: 'binary', maxLength: 80 }), fc.tuple(counts, counts), { maxKeys: 6 })

  it('gives parts that are numbers, and names that are one short line without a key', () => {
    fc.assert(
      fc.property(uses, (told) => {
        const attribution = mergeClients([aReading(told)], aContext({ engines: ENGINES }))
        expect(JSON.stringify(attribution)).not.toMatch(/null|NaN/u)
        if (attribution.status === 'absent') return
        for (const { client, share } of attribution.clients) {
          expect(client).toMatch(/^[^\p{C}]{1,200}$/u)
          expect(share).toBeLessThanOrEqual(1.000_001)
        }
      }),
      { numRuns: 300, seed: 5 },
    )
  })
})

/** Each request is as long as text is. */
function asTokens(uses: Uses): Uses {
  return Object.fromEntries(
    Object.entries(uses).map(([client, [now, before = { requests: 0 }]]) => [
      client,
      [
        { ...now, promptTokens: now.requests * 1900 },
        { ...before, promptTokens: before.requests * 1900 },
      ],
    ]),
  )
}

function withSeconds(uses: Uses): Uses {
  return Object.fromEntries(
    Object.entries(uses).map(([client, [now, ...before]]) => [
      client,
      [{ ...now, busySeconds: now.requests * 10 }, ...before],
    ]),
  )
}
