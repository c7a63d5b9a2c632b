import type { ClientReading, ClientsRequest } from '../../domain/clients.ts'
import type { Matcher } from '../../domain/matcher.ts'
import type { Answered } from '../../lib/outcome.ts'
import type { ClientSource } from '../client-source.ts'
import { type Scene, discover, findNames } from './discover.ts'
import { apisix } from './families/apisix.ts'
import { envoyAiGateway } from './families/envoy-ai-gateway.ts'
import { higress } from './families/higress.ts'
import { hubble } from './families/hubble.ts'
import { istio } from './families/istio.ts'
import { kong } from './families/kong.ts'
import { litellm } from './families/litellm.ts'
import type { SeriesFamily } from './family.ts'
import { type PrometheusServer, openPrometheus } from './open-prometheus.ts'
import { readFamily } from './read-family.ts'

export interface SeriesClientsSettings {
  readonly server: PrometheusServer
  /** Matchers of the gateways' series. */
  readonly matchers?: readonly Matcher[]
  /** The workloads that serve the models, as a regex: a mesh counts what goes to all others too. */
  readonly destinations?: string
  /** Labels that name a client, tried before the usual ones where each installation chooses its own. */
  readonly labels?: readonly string[]
}

/** What people call the workloads of vLLM. */
const USUAL_DESTINATIONS = '.*vllm.*'
const SOURCE = 'client series'

/**
 * Clients from the series of gateways and meshes that name them, found by what is there.
 *
 * @throws ConnectionConfigError, in one line, when a setting is wrong
 */
export function createSeriesClients(settings: SeriesClientsSettings): ClientSource {
  const { open, close } = openPrometheus(settings.server)
  const { matchers = [], destinations = USUAL_DESTINATIONS, labels = [] } = settings
  const families = [litellm, kong, envoyAiGateway(labels), apisix, higress, istio(destinations), hubble(destinations)]

  async function read(request: ClientsRequest): Promise<readonly ClientReading[]> {
    const store = await open(request.deadline)
    if (store.status === 'failed') return [absent(SOURCE, store)]
    const scene = { store: store.value, window: request.window, matchers }
    const names = await findNames(families, scene)
    if (names.status === 'failed') return [absent(SOURCE, names)]
    const readings = await Promise.all(families.map((family) => readOne(family, names.value, { scene, request })))
    if (readings.some((own) => own.length > 0)) return readings.flat()
    return [{ status: 'absent', source: SOURCE, reason: 'not_exposed', detail: 'no series here names a client' }]
  }
  return { name: SOURCE, read, close }
}

async function readOne(
  family: SeriesFamily,
  names: ReadonlySet<string>,
  { scene, request }: { readonly scene: Scene; readonly request: ClientsRequest },
): Promise<readonly ClientReading[]> {
  const { source, mend } = family
  const found = await discover(family, names, scene)
  if (found.status === 'failed') return [absent(source, found)]
  if (found.value === undefined) return []
  const { identities } = found.value
  if (identities.length === 0) {
    return [{ status: 'absent', source, reason: 'not_exposed', detail: `its series name nobody: ${mend}` }]
  }
  const own = found.value
  return Promise.all(identities.map((identity) => readFamily({ family: own, identity, scene }, request)))
}

function absent(
  source: string,
  { reason, detail }: Extract<Answered<never>, { readonly status: 'failed' }>,
): ClientReading {
  return { status: 'absent', source, reason, ...(detail !== undefined && { detail }) }
}
