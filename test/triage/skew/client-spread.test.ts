import { describe, expect, it } from 'vitest'
import type { ClientLine, PresentAttribution } from '../../../src/domain/client-attribution.ts'
import type { Evidence } from '../../../src/domain/evidence.ts'
import { present } from '../../../src/domain/reading.ts'
import { minutes } from '../../../src/domain/time.ts'
import { windowEnding } from '../../../src/domain/window.ts'
import { alikeOf, allSendThere, keepersOf, someKeepThere } from '../../../src/triage/skew/client-spread.ts'
import { END, MODEL, anEvidence } from '../../support/evidence.ts'

const HOT = { instance: 'a:8000', engine: '0', modelName: MODEL }
const PEERS = ['a:8000', 'b:8000', 'c:8000', 'd:8000']

/** The parts of a client's requests that went to a, b, c and d. */
type Parts = readonly [number, number, number, number]

const EVEN: Parts = [0.25, 0.25, 0.25, 0.25]
const KEPT: Parts = [1, 0, 0, 0]
const MOSTLY: Parts = [0.7, 0.1, 0.1, 0.1]
const ELSEWHERE: Parts = [0, 1, 0, 0]

interface More extends Partial<Pick<ClientLine, 'requestShare' | 'requestsPerSecond'>> {
  readonly nameOf?: (instance: string) => string
}

function aClient(client: string, parts: Parts, { nameOf = (name) => name, ...more }: More = {}): ClientLine {
  const instances = parts.map((share, index) => ({ instance: nameOf(PEERS[index] ?? ''), share }))
  return {
    client,
    names: 1,
    role: 'bystander',
    share: 0.2,
    requestShare: 0.2,
    requestsPerSecond: 1,
    instances: instances.filter(({ share }) => share > 0),
    ...more,
  }
}

function fleet(clients: readonly ClientLine[], more: Partial<PresentAttribution> = {}): Evidence {
  const rows = Object.fromEntries(PEERS.map((peer) => [peer, peer === 'a:8000' ? 900 : 100]))
  return {
    ...anEvidence({ arrivals: { now: 1200, rows } }),
    clients: {
      status: 'present',
      source: 'access_log',
      query: 'access.log',
      identity: 'address',
      by: 'requests',
      window: windowEnding(END, minutes(5)),
      clients,
      requests: 1200,
      unattributedShare: 0,
      coverage: present(1),
      mayBeGateways: false,
      isForgeable: false,
      isPartial: false,
      others: [],
      notes: [],
      ...more,
    },
  }
}

const several = (count: number, parts: Parts, more?: More) =>
  Array.from({ length: count }, (_, index) => aClient(`client-${index}`, parts, more))

describe('where clients send', () => {
  it.each<readonly [string, readonly ClientLine[], readonly [all: string, some: string]]>([
    ['three that send most of theirs there and some elsewhere', several(3, MOSTLY), ['yes', 'no']],
    ['six that send all of theirs there', several(6, KEPT), ['yes', 'no']],
    ['three that send all of theirs there: keys that fall so by chance', several(3, KEPT), ['no', 'no']],
    ['three that are spread evenly', several(3, EVEN), ['no', 'no']],
    [
      'one that keeps there, and two that are spread',
      [aClient('k', KEPT, { requestShare: 0.6 }), ...several(2, EVEN)],
      ['no', 'yes'],
    ],
    ['a small one that keeps there', [aClient('k', KEPT, { requestShare: 0.01 }), ...several(2, EVEN)], ['no', 'no']],
    ['one that keeps there, and one that is spread', [aClient('k', KEPT), ...several(1, EVEN)], ['unknown', 'unknown']],
    ['one that keeps there, and two that keep elsewhere', [aClient('k', KEPT), ...several(2, ELSEWHERE)], ['no', 'no']],
    ['nobody who sends there', several(6, ELSEWHERE), ['unknown', 'unknown']],
    [
      'clients with so few requests that it is chance',
      several(6, MOSTLY, { requestsPerSecond: 0.06 }),
      ['unknown', 'unknown'],
    ],
    ['clients of another pool', several(6, MOSTLY, { nameOf: () => 'another:8000' }), ['unknown', 'unknown']],
    [
      'three that send most of theirs there, and four of another pool',
      [...several(3, MOSTLY), ...several(4, MOSTLY, { nameOf: () => 'another:8000' })],
      ['yes', 'no'],
    ],
    ['names with a scheme and a path', several(3, MOSTLY, { nameOf: (name) => `http://${name}/v1` }), ['yes', 'no']],
  ])('%s', (_, clients, answers) => {
    const evidence = fleet(clients)
    expect([allSendThere, someKeepThere].map((test) => test.answer(evidence, HOT))).toEqual(answers)
    expect([allSendThere, someKeepThere].map((test) => test.evaluate(evidence, HOT).answer)).toEqual(answers)
  })

  it('is not told by gateways, behind which others are', () => {
    const blind = fleet(several(6, MOSTLY), { stopsAt: { why: 'they are few', mend: 'forward addresses' } })
    expect(allSendThere.evaluate(blind, HOT)).toMatchObject({ answer: 'unknown', rows: [] })
  })

  it('shows the greatest part, and names the instance where it is a yes', () => {
    const outcome = allSendThere.evaluate(fleet(several(3, MOSTLY)), HOT)
    expect(outcome).toMatchObject({ rows: [HOT], missing: [], used: [{ row: HOT, query: 'access.log' }] })
    const [used] = outcome.used
    expect(used?.now.status === 'present' ? used.now.value : undefined).toBeCloseTo(0.7)
  })
})

describe('who keeps there', () => {
  const evidence = fleet([
    aClient('small', KEPT, { requestShare: 0.1 }),
    aClient('large', KEPT, { requestShare: 0.4 }),
    aClient('most', MOSTLY),
    aClient('even', EVEN),
  ])

  it('is those who send all of theirs there, the most first', () => {
    expect(keepersOf(evidence, HOT).map(({ client }) => client)).toEqual(['large', 'small'])
  })

  it('is counted among those who send at least half there', () => {
    expect(alikeOf(evidence, HOT)).toBe(3)
  })
})
