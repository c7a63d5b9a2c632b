import { expect, it } from 'vitest'
import type { ClientLine, PresentAttribution } from '../../src/domain/client-attribution.ts'
import { present } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { columnsOf } from '../../src/report/columns.ts'
import { clientBlocks } from '../../src/slack/render-clients.ts'
import { END } from '../support/evidence.ts'
import { EVIL } from './fits.ts'

function aClient(client: string, more: Partial<ClientLine> = {}): ClientLine {
  return {
    client,
    names: 1,
    role: 'bystander',
    share: 0.08,
    shareBefore: 0.11,
    requestShare: 0.1,
    requestsPerSecond: 0.93,
    growthShare: 0.03,
    failedShare: 0,
    instances: [{ instance: '10.0.1.22:8000', share: 0.86 }],
    ...more,
  }
}

function linesOf(clients: readonly ClientLine[]): readonly string[] {
  const attribution: PresentAttribution = {
    status: 'present',
    source: 'access log',
    query: '',
    identity: 'address',
    by: 'request_bytes',
    window: { start: END, end: END },
    clients,
    requests: 100,
    unattributedShare: 0,
    coverage: present(1),
    mayBeGateways: false,
    isForgeable: false,
    isPartial: false,
    others: [],
    notes: [],
  }
  const texts = JSON.stringify(clientBlocks(attribution, 10, inEnglish)).match(
    /"rich_text_preformatted","elements":\[\{"type":"text","text":("(?:[^"\\]|\\.)*")/u,
  )
  return (JSON.parse(texts?.[1] ?? '""') as string).split('\n')
}

it('shows clients in the thread as a phone shows them: the numbers below each name, then what is said of it', () => {
  const batch = aClient('10.42.9.80', { role: 'culprit', share: 0.74, shareBefore: 0.48, growthShare: 1.14 })
  expect(linesOf([batch, aClient('10.42.5.20', { instances: [] })])).toEqual([
    'request bytes',
    '             was  growth   req/s  failed',
    '10.42.9.80',
    '    74 %    48 %   114 %    0.93     0 %',
    '  mostly to 10.0.1.22:8000 86 %',
    '  grew before the queue',
    '10.42.5.20',
    '     8 %    11 %     3 %    0.93     0 %',
    '… and others, with 80 % of the requests',
  ])
})

it.each(['10.42.9.80', 'a'.repeat(200), EVIL, '批处理作业'.repeat(20)])(
  'shows no line wider than a phone for %j',
  (name) => {
    const line = aClient(name, { role: 'victim', instances: [{ instance: name, share: 1 }] })
    for (const text of linesOf([line, line])) expect(columnsOf(text)).toBeLessThanOrEqual(40)
  },
)
