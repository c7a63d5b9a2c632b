import type { FakeReply, FakeRequest } from '../evidence/fake-prometheus.ts'

export interface FakePod {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly containers?: readonly string[]
  readonly annotations?: Readonly<Record<string, string>>
  readonly startedAt: number
  /** When the container before it ended. */
  readonly restartedAt?: number
  /** Lines with their times, oldest first. */
  readonly log: readonly FakeLine[]
  readonly previous?: readonly FakeLine[]
}

export interface FakeLine {
  readonly at: number
  readonly line: string
}

export interface FakeKubernetesOptions {
  /** Unix seconds. */
  readonly now: number
  readonly namespace?: string
  readonly token?: string
}

/** The part of a cluster's API that lists pods and gives their logs. */
export function fakeKubernetes(
  pods: readonly FakePod[],
  options: FakeKubernetesOptions,
): (request: FakeRequest) => FakeReply {
  const { now, namespace = 'gateways', token = 'account-token' } = options
  return ({ path, form, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) return status(401, 'Unauthorized')
    const [, own = '', rest = ''] = /^\/api\/v1\/namespaces\/([^/]+)\/pods(?:\/(.*))?$/.exec(path) ?? []
    if (own !== namespace) {
      return status(
        403,
        `pods is forbidden: User "system:serviceaccount:ops:whyslow" cannot list resource "pods" in the namespace "${own}"`,
      )
    }
    if (rest === '') {
      const wanted = (form.get('labelSelector') ?? '').split(',').map((one) => one.split('='))
      const items = pods
        .filter(({ labels }) => wanted.every(([name = '', value]) => labels[name] === value))
        .map(itemOf)
      return { body: JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items }) }
    }
    const pod = pods.find(({ name }) => rest === `${name}/log`)
    if (pod === undefined) return status(404, `pods "${rest.split('/')[0]}" not found`)
    const container = form.get('container')
    if (container === null || !containersOf(pod).includes(container)) {
      return status(400, `container ${container ?? ''} is not valid for pod ${pod.name}`)
    }
    const lines = form.get('previous') === 'true' ? pod.previous : pod.log
    if (lines === undefined) {
      return status(400, `previous terminated container "${container}" in pod "${pod.name}" not found`)
    }
    const since = Date.parse(form.get('sinceTime') ?? '') / 1000
    const most = Number(form.get('limitBytes') ?? Infinity)
    const text = lines
      .filter(({ at }) => at >= since && at <= now)
      .map(
        ({ at, line }) =>
          `${form.get('timestamps') === 'true' ? `${new Date(at * 1000).toISOString().replace('Z', '123456Z')} ` : ''}${line}\n`,
      )
    const body = text.join('')
    // The API gives slightly more or less than it is asked for, and cuts within a line.
    return { type: 'text/plain', body: body.length > most ? body.slice(0, most - 7) : body }
  }
}

function containersOf({ containers = ['controller'] }: FakePod): readonly string[] {
  return containers
}

function itemOf(pod: FakePod): unknown {
  const { name, labels, annotations = {}, startedAt, restartedAt } = pod
  const time = (at: number): string => new Date(at * 1000).toISOString()
  const lastState = restartedAt === undefined ? {} : { terminated: { finishedAt: time(restartedAt), exitCode: 137 } }
  const statuses = containersOf(pod).map((container) => ({
    name: container,
    state: { running: { startedAt: time(startedAt) } },
    lastState,
  }))
  return {
    metadata: { name, labels, annotations },
    spec: { containers: containersOf(pod).map((container) => ({ name: container })) },
    status: { phase: 'Running', containerStatuses: statuses },
  }
}

function status(code: number, message: string): FakeReply {
  return { status: code, body: JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code }) }
}
