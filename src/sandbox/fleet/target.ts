import type { EngineAccess } from './access-log/record.ts'
import { formatGoNumber } from './exporters/go-number.ts'
import { amdFamilies } from './exporters/amd.ts'
import { cardOfHost, cardsOfPods, dcgmFamilies } from './exporters/dcgm.ts'
import { ingressFamilies } from './exporters/ingress-nginx.ts'
import { nodeFamilies } from './exporters/node.ts'
import type { Family } from './exposition/family.ts'
import type { NumberFormat } from './exposition/classic-text.ts'
import { formatPythonFloat } from './exposition/python-float.ts'
import type { Fleet, Member } from './fleet.ts'
import { readCpuClock } from './host/cpu-clock.ts'
import { sampleGpu } from './host/gpu.ts'
import { sampleNode } from './host/node.ts'
import { type Place, type Placement, placementOf } from './placement.ts'

/** Something Prometheus scrapes. */
export interface Target extends Place {
  readonly numbers: NumberFormat
  /** The page as of now; undefined while nothing answers. */
  readonly scrape: () => readonly Family[] | undefined
}

const INGRESS: Place = { job: 'ingress-nginx', instance: '10.0.1.10:10254', labels: {} }
const PROMETHEUS_ADDRESS = '10.0.1.5'

export function targetsOf(fleet: Fleet): readonly Target[] {
  return [
    ...fleet.members.map((member) => vllmTarget(fleet, member)),
    ...fleet.members.map((member) => gpuTarget(fleet, member)),
    ...fleet.members.map((member) => nodeTarget(fleet, member)),
    ingressTarget(fleet),
  ]
}

function placeOf(fleet: Fleet, { instance }: Member, of: keyof Placement): Place {
  return placementOf(instance.spec, fleet.spec.gpuExporter ?? 'dcgm')[of]
}

function vllmTarget(fleet: Fleet, member: Member): Target {
  const { instance, dialect } = member
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
  return { ...placeOf(fleet, member, 'engine'), numbers: formatPythonFloat, scrape }
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

function gpuTarget(fleet: Fleet, member: Member): Target {
  const families = gpuFamilies(fleet, member)
  function scrape(): readonly Family[] {
    const isSpinning = member.instance.process?.engine.hung === true
    sampleGpu(member.gpu, { at: fleet.clock(), busySeconds: engineBusy(member), isSpinning })
    return families
  }
  return { ...placeOf(fleet, member, 'gpus'), numbers: formatGoNumber, scrape }
}

function gpuFamilies({ spec, clock }: Fleet, member: Member): readonly Family[] {
  const { gpuExporter = 'dcgm' } = spec
  if (gpuExporter === 'amd') return amdFamilies(member)
  return dcgmFamilies(gpuExporter === 'dcgm' ? cardOfHost(member) : cardsOfPods(member, clock))
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
  return { ...placeOf(fleet, member, 'node'), numbers: formatGoNumber, scrape }
}

function ingressTarget(fleet: Fleet): Target {
  let page: { readonly rows: number; readonly families: readonly Family[] } | undefined
  function scrape(): readonly Family[] {
    const rows = fleet.gateway.stats.rows.size
    if (page?.rows !== rows) page = { rows, families: ingressFamilies(fleet.gateway) }
    return page.families
  }
  return { ...INGRESS, numbers: formatGoNumber, scrape }
}

function engineBusy({ instance }: Member): number {
  return instance.past.engineBusy + (instance.process?.engine.busySeconds ?? 0)
}
