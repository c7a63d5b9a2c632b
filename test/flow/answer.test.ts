import { describe, expect, it } from 'vitest'
import type { Incident } from '../../src/domain/incident.ts'
import { present } from '../../src/domain/reading.ts'
import type { Reading } from '../../src/domain/reading.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { minutes, seconds } from '../../src/domain/time.ts'
import type { EvidenceSource, GatherRequest } from '../../src/evidence/source.ts'
import { answer } from '../../src/flow/answer.ts'
import type { Cluster } from '../../src/flow/cluster.ts'
import type { Desk } from '../../src/flow/commands/desk.ts'
import type { ReadRequest } from '../../src/flow/read-cluster.ts'
import { parseCommand } from '../../src/slack/command.ts'
import { textOf } from '../slack/text-of.ts'
import { AT_WORK, END, anEvidence } from '../support/evidence.ts'
import { aResult, anIncident } from '../support/incident.ts'

const AT_WORK_EVIDENCE = anEvidence(AT_WORK)

function aSource(name: string, report: Partial<Awaited<ReturnType<EvidenceSource['gather']>>['report']> = {}) {
  const asked: GatherRequest[] = []
  const source: EvidenceSource = {
    name,
    gather: (request) => {
      asked.push(request)
      const readings = request.signals.map(({ id }): Reading => ({
        status: 'present',
        signal: id,
        source: name,
        names: [id],
        query: id,
        partial: false,
        fleet: present(4),
        baselines: {},
        rows: ['a', 'b'].map((instance) => ({ key: { instance }, now: present(2), before: present(1) })),
      }))
      return Promise.resolve({ readings, report: { source: name, status: 'ok', queries: 1, notes: [], ...report } })
    },
  }
  return { source, asked }
}

function aCluster(name: string, sources: readonly EvidenceSource[]): Cluster {
  return { name, sources, expectations: {}, start: () => undefined, close: () => Promise.resolve() }
}

/** A desk with two clusters, and what is read at it. */
function aDesk(open: readonly Incident[] = []) {
  const prometheus = aSource('prometheus')
  const broken = aSource('prometheus', { status: 'failed', notes: ['HTTP 503 after 20 ms'] })
  const reads: ReadRequest[] = []
  const silenced: unknown[] = []
  const desk: Desk = {
    clusters: [aCluster('prod', [prometheus.source]), aCluster('edge', [broken.source])],
    window: minutes(5),
    deadline: seconds(5),
    now: () => END,
    read: (request) => {
      reads.push(request)
      return Promise.resolve(aResult({ ...AT_WORK_EVIDENCE, scope: request.scope }))
    },
    examine: (cluster) =>
      Promise.resolve({
        cluster,
        standing: 'broken',
        findings: [{ id: 'selector', status: 'broken', says: 'it matches nothing' }],
        mend: { text: 'write another', paste: ['selector: job="vllm"'] },
        signals: { available: 12, all: 80 },
      }),
    store: {
      openIncidents: () => Promise.resolve({ incidents: open, total: open.length }),
      latestTriage: (id) => Promise.resolve(id === 'read' ? AT_WORK_EVIDENCE : undefined),
      people: { countFeedback: () => Promise.resolve([{ cause: 'queue.skew', useful: 3, wrong: 1 }]) },
    },
    silencing: {
      list: () => Promise.resolve([{ cluster: 'prod', silences: [], problem: 'Alertmanager does not answer' }]),
      silenceThread: (asked) => {
        silenced.push(asked)
        return Promise.resolve()
      },
    },
  }
  return { desk, reads, silenced, asked: prometheus.asked }
}

async function say(text: string, { desk }: ReturnType<typeof aDesk>, incident?: Incident) {
  const asker = {
    person: { id: 'U1', name: 'alice' },
    speak: inEnglish,
    ...(incident === undefined ? {} : { incident }),
  }
  return textOf(await answer(parseCommand(text), asker, desk))
}

describe('a question', () => {
  it.each([
    ['why-slow', { cluster: 'prod' }],
    ['skew edge', { cluster: 'edge' }],
    ['latency qwen', { cluster: 'prod', modelName: 'qwen' }],
    ['why-slow 10.0.1.22:8000', { cluster: 'prod', instance: '10.0.1.22:8000' }],
  ])('%s is about %j', async (text, scope) => {
    const at = aDesk()
    await say(text, at)
    expect(at.reads.map((read) => read.scope)).toEqual([scope])
  })

  it('in a thread is about its incident where nothing is named', async () => {
    const at = aDesk()
    const incident = anIncident({ scope: { cluster: 'edge', modelName: 'llama' } })
    await say('latency 15m', at, incident)
    await say('skew 10.0.1.9:8000', at, incident)
    expect(at.reads).toMatchObject([
      { scope: { cluster: 'edge', modelName: 'llama' }, window: 900, id: incident.id },
      { scope: { cluster: 'edge', modelName: 'llama', instance: '10.0.1.9:8000' }, window: 300 },
    ])
  })
})

describe('latency', () => {
  it('reads the stages of each instance beside the budget', async () => {
    const at = aDesk()
    const told = await say('latency', at)
    expect(told).toMatch(/Slow where.*By instance\n *queue +prefill +decode +whole.*\na\n( +2\.0 s){4}\nb\n/su)
    const signals = at.asked.flatMap((request) => request.signals)
    expect(signals.map(({ id, rows }) => [id, rows])).toEqual([
      ['queue_time', 'now'],
      ['prefill_time', 'now'],
      ['decode_time', 'now'],
      ['e2e_time', 'now'],
    ])
  })
})

describe('status', () => {
  it('has a line for each open incident and each source', async () => {
    const told = await say('status', aDesk([anIncident({ id: 'read' }), anIncident({ id: 'new' })]))
    expect(told).toMatch(/Open incidents: 2\n🟢 VLLMTTFTHigh · prod \/ qwen2\.5-7b · 6 min: /u)
    expect(told).toContain('⚪ VLLMTTFTHigh · prod / qwen2.5-7b · 6 min: reading evidence…')
    expect(told).toContain('prod · prometheus answers · 4 instances up')
    expect(told).toContain('queue.skew: 3 useful, 1 wrong')
    expect(told).toContain('edge · prometheus does not answer · 4 instances up: HTTP 503 after 20 ms')
  })

  it('says that nothing is open', async () => {
    expect(await say('status', aDesk())).toContain('No incident is open.')
  })
})

describe('tree', () => {
  it("is the trunk, and in a thread the way its incident's last triage took", async () => {
    expect(await say('tree', aDesk())).toContain('Are instances missing?')
    const path = await say('tree', aDesk(), anIncident({ id: 'read' }))
    expect(path).toMatch(/Path through the tree\n[✓✗?] /u)
    expect(await say('tree', aDesk(), anIncident({ id: 'new' }))).toContain('The decision tree')
  })
})

describe('clients', () => {
  it('says that nobody was asked where no source of clients is there', async () => {
    const told = await say('clients by tokens', aDesk())
    expect(told).toContain('Who sends the load · prod')
    expect(told).toContain('not read (no source of clients)')
  })
})

describe('silence', () => {
  it('lists what was made here, and what could not be asked', async () => {
    expect(await say('silence', aDesk())).toMatch(
      /^No silence of mine is in force\.\nprod: Alertmanager does not answer/u,
    )
  })

  it('makes one in the thread of an incident, and nowhere else', async () => {
    const at = aDesk()
    expect(await say('silence 1h', at)).toContain('in the thread of an incident')
    expect(at.silenced).toEqual([])
    const incident = anIncident()
    expect(await say('silence 1h', at, incident)).toContain('Done')
    expect(at.silenced).toEqual([{ incident, length: 3600, person: { id: 'U1', name: 'alice' } }])
  })
})

describe('doctor', () => {
  it('says what is broken and what to mend first', async () => {
    const told = await say('doctor edge', aDesk())
    expect(told).toContain('The path of the metrics · edge')
    expect(told).toContain('✗ selector: it matches nothing')
    expect(told).toContain('selector: job="vllm"')
    expect(told).toContain('12 of 80 signals can be read')
  })

  it('knows no other cluster', async () => {
    await expect(say('doctor moon', aDesk())).rejects.toThrow('there is no cluster moon; there is prod, edge')
  })
})

it.each(['help', 'wat'])('%s is answered without reading', async (text) => {
  const at = aDesk()
  expect(await say(text, at)).not.toBe('')
  expect(at.reads).toEqual([])
})
