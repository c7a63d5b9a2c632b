import type { ClientReading, ClientsRequest, PresentClients } from '../../domain/clients.ts'
import { pathOf } from '../../lib/http-api.ts'
import { HttpError } from '../../lib/http-pool.ts'
import { failureOf } from '../../lib/http-send.ts'
import type { Network } from '../../lib/ip.ts'
import type { Answered } from '../../lib/outcome.ts'
import { formatOf } from '../access-log-source.ts'
import type { ClientSource } from '../client-source.ts'
import { toReadings } from '../scan/to-readings.ts'
import { type OpenedStore, type StoreServer, openStore } from './open-store.ts'
import { type PodLogs, podLogsOf } from './pods.ts'
import { readJson } from './read-json.ts'
import { absentOf } from './read-store.ts'
import { scanPods } from './scan-pods.ts'

export interface KubernetesClientsSettings {
  /** The cluster's API; that of the cluster whyslow runs in, with its service account, unless stated. */
  readonly server?: StoreServer
  readonly namespace: string
  /** Labels of the pods whose log is an access log, as kubectl has them: `app.kubernetes.io/name=ingress-nginx`. */
  readonly labelSelector: string
  /** Of pods with several; kubectl's choice unless stated. */
  readonly container?: string
  /** The id of the format where it is stated; else it is told by the lines. */
  readonly format?: string
  /** Proxies that are trusted to say in X-Forwarded-For whose request it is. */
  readonly trusted?: readonly Network[]
  /** As much of one container's log is asked for; 512 MiB unless stated. */
  readonly mostBytes?: number
}

const SOURCE = 'kubernetes'
const OWNER = 'clients: kubernetes'
/** Where every pod finds its cluster's API and who it is there. */
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const IN_CLUSTER: StoreServer = {
  url: 'https://kubernetes.default.svc',
  bearerTokenFile: `${ACCOUNT}/token`,
  tls: { caFile: `${ACCOUNT}/ca.crt` },
}
/** A gateway has a few; of engines so many are a part that stands for all. */
const MOST_PODS = 50
/** A node sends its API server all that is asked for: more than a minute of the largest gateways is no question of an incident. */
const MOST_BYTES = 512 * 1024 * 1024

/**
 * Clients from the access logs of pods, read through the cluster's API as `kubectl logs --timestamps` does: the API counts
 * nothing, so every line of the time comes.
 *
 * @throws ConnectionConfigError or AccessLogConfigError, in one line, when a setting is wrong
 */
export function createKubernetesClients(settings: KubernetesClientsSettings): ClientSource {
  const format = formatOf(settings.format)
  const { open, close } = openStore(settings.server ?? IN_CLUSTER, OWNER)

  async function read(request: ClientsRequest): Promise<readonly ClientReading[]> {
    const opened = await open(request.deadline)
    if (opened.status === 'failed') return [absentOf(SOURCE, opened)]
    const pods = await listPods(opened.value, settings)
    if (pods.status === 'failed') return [absentOf(SOURCE, pods)]
    const { logs, isCut } = pods.value
    if (logs.length === 0) {
      const detail = `no pod of ${settings.namespace} has ${settings.labelSelector}`
      return [{ status: 'absent', source: SOURCE, reason: 'not_exposed', detail }]
    }
    const { namespace, trusted = [], mostBytes = MOST_BYTES } = settings
    const shape = format === undefined ? {} : { format }
    const scan = { opened: opened.value, namespace, trusted, request, mostBytes, ...shape }
    const scanned = await scanPods(logs.slice(0, MOST_PODS), scan)
    if ('status' in scanned) return [{ ...scanned, source: SOURCE }]
    const { window, baseline, takenAt, top } = request
    const spans = { window, ...(baseline !== undefined && { baseline }) }
    const left = isCut || logs.length > MOST_PODS
    return toReadings(scanned, { spans, takenAt, top, zoneName: 'UTC' }).map((reading) =>
      ofPods(reading, { settings, pods: scanned.files.length, left }),
    )
  }
  return { name: SOURCE, read, close }
}

interface PodsRead {
  readonly settings: KubernetesClientsSettings
  readonly pods: number
  readonly left: boolean
}

function ofPods(reading: PresentClients, { settings, pods, left }: PodsRead): PresentClients {
  const { namespace, labelSelector } = settings
  return {
    ...reading,
    source: SOURCE,
    query: `kubectl logs -n ${namespace} -l ${labelSelector} --timestamps --since-time`,
    isPartial: reading.isPartial || left,
    notes: [...reading.notes, ...(left ? [`there are more pods than the ${pods} whose logs were read`] : [])],
  }
}

async function listPods(
  { place, sender, clean }: OpenedStore,
  { namespace, labelSelector, container }: KubernetesClientsSettings,
): Promise<Answered<PodLogs>> {
  const form = new URLSearchParams({ labelSelector, limit: '500' })
  const path = pathOf(place, `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`, form)
  const answer = await sender.send({ method: 'GET', path })
  if (answer instanceof HttpError) return failureOf(answer)
  const body = readJson(answer, clean)
  if (body.status === 'failed') return body
  const logs = podLogsOf(body.value, container)
  if (logs !== undefined) return { status: 'ok', value: logs }
  return { status: 'failed', reason: 'bad_answer', detail: 'it answered something that is no list of pods' }
}
