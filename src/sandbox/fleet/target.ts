import type { EngineAccess } from './access-log/record.ts'
import { formatGoNumber } from './exporters/go-number.ts'
import { dcgmFamilies } from './exporters/dcgm.ts'
import { ingressFamilies } from './exporters/ingress-nginx.ts'
import { nodeFamilies } from './exporters/node.ts'
import type { Family } from './exposition/family.ts'
import type { NumberFormat } from './exposition/classic-text.ts'
import { formatPythonFloat } from './exposition/python-float.ts'
import type { Fleet, Member } from './fleet.ts'
import { readCpuClock } from './host/cpu-clock.ts'
import { sampleGpu } from './host/gpu.ts'
import { sampleNode } from './host/node.ts'

/** Something Prometheus scrapes. */
export interface Target {
  readonly job: string
  /** The instance label, such as `10.0.1.22:8000`. */
  readonly instance: string
  readonly numbers: NumberFormat
  /** The page as of now; undefined while nothing answers. */
  readonly scrape: () => readonly Family[] | undefined
}

const INGRESS_ADDRESS = '10.0.1.10:10254'
const PROMETHEUS_ADDRESS = '10.0.1.5'

export function targetsOf(fleet: Fleet): readonly Target[] {
  return [
    ...fleet.members.map((member) => vllmTarget(fleet, member)),
    ...fleet.members.map((member) => dcgmTarget(fleet, member)),
    ...fleet.members.map((member) => nodeTarget(fleet, member)),
    ingressTarget(fleet),
  ]
}

function vllmTarget(fleet: Fleet, { instance, dialect }: Member): Target {
  let page: { readonly key: string; readonly families: readonly Family[] } | undefined
  function scrape(): readonly Family[] | undefined {
    const { process, spec } = instance
    if (process === undefined) return undefined
    fleet.instanceWorld.log(scrapeAccess(instance.address, fleet.clock()))
    const key = `${process.createdAt}/${dialect.shapeOf(process)}`
    if (page?.key !== key) {
      const subject = { spec, process, modelName: fleet.spec.modelName, start: fleet.start, clock: fleet.clock }
      page = { key, families: dialect.families(subject) }
    }
    return page.families
  }
  return { job: 'vllm', instance: instance.address, numbers: formatPythonFloat, scrape }
}

/** Prometheus asks the server itself, not through the gateway. */
function scrapeAccess(instance: string, at: number): EngineAccess {
  return {
    at,
    instance,
    clientAddress: PROMETHEUS_ADDRESS,
    clientPort: 40_522,
    method: 'GET',
    path: '/metrics',
    status: 200,
    isDirect: true,
  }
}

function dcgmTarget(fleet: Fleet, member: Member): Target {
  const families = dcgmFamilies(member)
  function scrape(): readonly Family[] {
    const isSpinning = member.instance.process?.engine.hung === true
    sampleGpu(member.gpu, { at: fleet.clock(), busySeconds: engineBusy(member), isSpinning })
    return families
  }
  return { job: 'dcgm', instance: `${member.instance.spec.host}:9400`, numbers: formatGoNumber, scrape }
}

function nodeTarget(fleet: Fleet, member: Member): Target {
  const families = nodeFamilies(member)
  function scrape(): readonly Family[] {
    const { instance } = member
    const present = instance.process === undefined ? 0 : readCpuClock(instance.process.cpu, fleet.clock())
    const frontendBusySeconds = instance.past.cpu + present
    sampleNode(member.node, { at: fleet.clock(), engineBusySeconds: engineBusy(member), frontendBusySeconds })
    return families
  }
  return { job: 'node', instance: `${member.instance.spec.host}:9100`, numbers: formatGoNumber, scrape }
}

function ingressTarget(fleet: Fleet): Target {
  let page: { readonly rows: number; readonly families: readonly Family[] } | undefined
  function scrape(): readonly Family[] {
    const rows = fleet.gateway.stats.rows.size
    if (page?.rows !== rows) page = { rows, families: ingressFamilies(fleet.gateway) }
    return page.families
  }
  return { job: 'ingress-nginx', instance: INGRESS_ADDRESS, numbers: formatGoNumber, scrape }
}

function engineBusy({ instance }: Member): number {
  return instance.past.engineBusy + (instance.process?.engine.busySeconds ?? 0)
}
