import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ClientReading, PresentClients } from '../../../src/domain/clients.ts'
import { toIso, unixSeconds } from '../../../src/domain/time.ts'
import { createKubernetesClients, type KubernetesClientsSettings } from '../../../src/clients/stores/kubernetes.ts'
import {
  type FakePrometheus,
  type FakeReply,
  type FakeRequest,
  startFakePrometheus,
} from '../../evidence/fake-prometheus.ts'
import { type FakePod, fakeKubernetes } from '../../support/fake-kubernetes.ts'
import {
  BASELINE,
  END,
  OFFICE,
  STORY,
  WINDOW,
  aClientsRequest,
  ingressLine,
  spread,
  uvicornLine,
} from '../../support/gateway-log.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))))

const LABELS = { app: 'ingress-nginx', tier: 'edge' }
/** Somebody looks after its health all the time. */
const PROBES = spread(180, { start: BASELINE.start, end: END }, { client: '10.0.0.1', method: 'GET', path: '/health' })
const LINES = [...STORY, ...PROBES].toSorted((one, other) => one.at - other.at).map(ingressLine)
const OLD = END - 100_000

/** Two pods that share the traffic. */
const PODS: readonly FakePod[] = [0, 1].map((index) => ({
  name: `ingress-${index}`,
  labels: LABELS,
  startedAt: OLD,
  log: LINES.filter((_, place) => place % 2 === index),
}))

async function read(
  pods: readonly FakePod[] | ((request: FakeRequest) => FakeReply),
  settings: Partial<KubernetesClientsSettings> = {},
  deadline = AbortSignal.timeout(10_000),
): Promise<{ readonly readings: readonly ClientReading[]; readonly requests: FakePrometheus['requests'] }> {
  const server = await startFakePrometheus(typeof pods === 'function' ? pods : fakeKubernetes(pods, { now: END }))
  stops.push(server.stop)
  const source = createKubernetesClients({
    server: { url: server.url, bearerToken: 'account-token' },
    namespace: 'gateways',
    labelSelector: 'app=ingress-nginx,tier=edge',
    ...settings,
  })
  stops.push(() => source.close())
  return { readings: await source.read(aClientsRequest({ deadline })), requests: server.requests }
}

function present([reading]: readonly ClientReading[]): PresentClients {
  if (reading?.status !== 'present') throw new Error(`${reading?.reason}: ${reading?.detail}`)
  return reading
}

describe('createKubernetesClients', () => {
  it('reads the logs of all pods with the labels into one count', async () => {
    const other: FakePod = { name: 'shop', labels: { app: 'shop' }, startedAt: OLD, log: LINES }
    const { readings, requests } = await read([...PODS, other])
    const { source, clients, total, lines, isPartial } = present(readings)
    expect(source).toBe('kubernetes')
    expect(clients.slice(0, 2)).toMatchObject([
      { client: '10.9.0.7', now: { requests: 69, failures: 9, requestBytes: 69 * 90_000 }, before: { requests: 4 } },
      { client: '10.1.0.2', now: { requests: 40 }, before: { requests: 40 } },
    ])
    expect(total.now.requests).toBe(114)
    expect(lines?.formats[0]).toContain('ingress-nginx')
    expect(isPartial).toBe(false)
    const asked = requests.filter(({ path }) => path.endsWith('/log')).map(({ form }) => form)
    const [window, baseline] = [WINDOW, BASELINE].map(({ start }) => toIso(start))
    expect(asked.map((form) => form.get('sinceTime'))).toEqual([window, window, baseline, baseline])
    expect(asked.map((form) => form.get('limitBytes'))).toEqual(Array.from({ length: 4 }, () => '536870912'))
  })

  it('tells how many speak from one address, as far as the first lines tell', async () => {
    const log = OFFICE.toSorted((one, other) => one.at - other.at).map(ingressLine)
    const { clients } = present((await read([{ name: 'ingress-0', labels: LABELS, startedAt: OLD, log }])).readings)
    expect(clients.map(({ client, behind }) => [client, behind])).toEqual([
      ['10.9.0.7', 10],
      ['10.1.0.2', 1],
      ['10.1.0.9', undefined],
    ])
  })

  it('has the times from the node, where the lines have none', async () => {
    const log = STORY.toSorted((one, other) => one.at - other.at).map(uvicornLine)
    const engines = [{ name: 'vllm-0', labels: LABELS, startedAt: OLD, log }]
    const { clients } = present((await read(engines)).readings)
    expect(clients[0]).toMatchObject({ client: '10.9.0.7', now: { requests: 69 }, before: { requests: 4 } })
  })

  it('chooses the container as kubectl does, or as it is told', async () => {
    const annotations = { 'kubectl.kubernetes.io/default-container': 'proxy' }
    const pods = PODS.map((pod) => ({ ...pod, containers: ['init', 'proxy', 'sidecar'], annotations }))
    const containers = async (settings: Partial<KubernetesClientsSettings>) =>
      (await read(pods, settings)).requests.flatMap(({ form }) => form.get('container') ?? [])
    expect(await containers({})).toEqual(['proxy', 'proxy', 'proxy', 'proxy'])
    expect(await containers({ container: 'sidecar' })).toEqual(['sidecar', 'sidecar', 'sidecar', 'sidecar'])
    expect(await containers({ container: 'nothing' })).toEqual([])
  })

  it('reads what a container wrote before it was restarted, and compares with no time that is lost', async () => {
    const restartedAt = END - 900
    const [first, second] = PODS
    if (first === undefined || second === undefined) throw new Error('two pods')
    const restarted = {
      ...first,
      startedAt: restartedAt,
      restartedAt,
      log: first.log.filter(({ at }) => at > restartedAt),
    }
    const kept = { ...restarted, previous: first.log.filter(({ at }) => at <= restartedAt) }
    expect(present((await read([kept, second])).readings)).toMatchObject({
      total: { now: { requests: 114 }, before: { requests: 44 } },
    })
    const lost = present((await read([restarted, second])).readings)
    expect(lost.total.now.requests).toBe(114)
    expect(lost.baseline).toBeUndefined()
    expect(lost.isPartial).toBe(true)
  })

  it('compares with no time of which the pods are gone', async () => {
    const young = PODS.map((pod) => ({ ...pod, startedAt: END - 900, log: pod.log.filter(({ at }) => at > END - 900) }))
    expect(present((await read(young)).readings).baseline).toBeUndefined()
  })

  it('says which pod could not be read', async () => {
    const api = fakeKubernetes(PODS, { now: END })
    const { readings } = await read((request) =>
      request.path.includes('ingress-1/log')
        ? { status: 500, body: JSON.stringify({ message: 'dial tcp 10.0.0.9:10250: i/o timeout' }) }
        : api(request),
    )
    const { isPartial, notes } = present(readings)
    expect(isPartial).toBe(true)
    expect(notes.join('\n')).toContain('ingress-1: dial tcp 10.0.0.9:10250: i/o timeout')
  })

  it('says until when it counted a log that is longer than it may be, and compares with nothing', async () => {
    const { readings, requests } = await read(PODS, { mostBytes: 4000 })
    const { isPartial, notes, baseline, total, clients } = present(readings)
    expect(isPartial).toBe(true)
    expect(notes.join('\n')).toMatch(
      /ingress-0: its log is longer than 0 MiB: what it wrote after 2026-08-05T11:5\d:\d\dZ is not counted/u,
    )
    expect(baseline).toBeUndefined()
    expect(clients[0]).not.toHaveProperty('before')
    expect(total.now.requests).toBeGreaterThan(0)
    expect(requests.filter(({ path }) => path.endsWith('/log'))).toHaveLength(2)
  })

  it('reads the window first, and of a day before no more than is compared with', async () => {
    const yesterday = { start: unixSeconds(WINDOW.start - 86_400), end: unixSeconds(WINDOW.end - 86_400) }
    const steady = { client: '10.1.0.2' }
    const log = [
      ...spread(40, yesterday, steady),
      ...spread(80_000, { start: unixSeconds(yesterday.end + 900), end: WINDOW.start }, steady),
      ...spread(60, WINDOW, { client: '10.9.0.7' }),
    ].map(ingressLine)
    const pod = { name: 'ingress-0', labels: LABELS, startedAt: END - 1_000_000, log }
    const api = fakeKubernetes([pod], { now: END })
    const server = await startFakePrometheus(api)
    stops.push(server.stop)
    const source = createKubernetesClients({
      server: { url: server.url, bearerToken: 'account-token' },
      namespace: 'gateways',
      labelSelector: 'app=ingress-nginx',
    })
    stops.push(() => source.close())
    const reading = present(await source.read(aClientsRequest({ baseline: yesterday })))
    expect(reading).toMatchObject({ total: { now: { requests: 60 }, before: { requests: 40 } }, isPartial: false })
    // What is between the two was not looked at.
    expect(reading.lines?.accessLines).toBeLessThan(200)
  })

  it('compares with nothing where a log of the window cannot be read before it', async () => {
    const api = fakeKubernetes(PODS, { now: END })
    let asked = 0
    const { readings } = await read((request) =>
      request.path.endsWith('ingress-1/log') && asked++ > 0
        ? { status: 503, body: '{"message":"busy"}' }
        : api(request),
    )
    const { total, baseline, notes } = present(readings)
    expect(total.now.requests).toBe(114)
    expect(baseline).toBeUndefined()
    expect(notes.join('\n')).toContain('ingress-1: busy')
  })

  it('counts what came when a log breaks off, and when the time is over', async () => {
    const api = fakeKubernetes(PODS, { now: END })
    const broken = await read((request) => ({
      ...api(request),
      ...(request.path.endsWith('ingress-0/log') && { cut: true }),
    }))
    expect(present(broken.readings)).toMatchObject({ isPartial: true })
    const hanging = await read(
      (request) => ({ ...api(request), ...(request.path.endsWith('ingress-0/log') && { hang: true }) }),
      {},
      AbortSignal.timeout(500),
    )
    expect(present(hanging.readings)).toMatchObject({ isPartial: true })
  })

  it.each<
    [string, readonly FakePod[] | ((request: FakeRequest) => FakeReply), Partial<KubernetesClientsSettings>, string]
  >([
    ['no such pod', [], {}, 'not_exposed'],
    ['no right to list', PODS, { namespace: 'other' }, 'http_403'],
    ['no lines', PODS.map((pod) => ({ ...pod, log: [] })), {}, 'no_samples'],
    ['no access log', PODS.map((pod) => ({ ...pod, log: [{ at: END - 5, line: 'hello' }] })), {}, 'bad_answer'],
    ['a page', () => ({ type: 'text/html', body: '<html>sign in</html>' }), {}, 'bad_answer'],
    ['a server that is not there', PODS, { server: { url: 'http://127.0.0.1:1' } }, 'unreachable'],
    [
      'no account of its own',
      PODS,
      { server: { url: 'http://127.0.0.1:1', bearerTokenFile: '/nonexistent/token' } },
      'unreachable',
    ],
  ])('is absent with %s', async (_, pods, settings, reason) => {
    expect((await read(pods, settings)).readings).toMatchObject([{ status: 'absent', source: 'kubernetes', reason }])
  })

  it('reads the token anew, since the cluster changes it, and shows it nowhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'whyslow-account-'))
    stops.push(() => rm(folder, { recursive: true }))
    const bearerTokenFile = join(folder, 'token')
    await writeFile(bearerTokenFile, 'first-token\n')
    const api = fakeKubernetes(PODS, { now: END })
    const server = await startFakePrometheus((request) =>
      request.headers.authorization === 'Bearer first-token'
        ? { status: 401, body: JSON.stringify({ message: 'no first-token' }) }
        : api(request),
    )
    stops.push(server.stop)
    const source = createKubernetesClients({
      server: { url: server.url, bearerTokenFile },
      namespace: 'gateways',
      labelSelector: 'app=ingress-nginx',
    })
    stops.push(() => source.close())
    const refused = await source.read(aClientsRequest())
    expect(refused).toMatchObject([{ status: 'absent', reason: 'http_401', detail: 'no [secret]' }])
    await writeFile(bearerTokenFile, 'account-token\n')
    expect(present(await source.read(aClientsRequest())).total.now.requests).toBe(114)
  })

  it('says in one line that it is not in a cluster', () => {
    const make = () => createKubernetesClients({ namespace: 'a', labelSelector: 'a=b' })
    expect(make).toThrow(/^clients: kubernetes tls ca_file[^\n]*$/)
  })
})
