import { createEngine } from './engine/engine.ts'
import type { Engine } from './engine/engine.ts'
import { observe } from './engine/histogram.ts'
import { createRequest } from './engine/request.ts'
import type { EngineRequest } from './engine/request.ts'
import { abort, enqueue } from './engine/run-engine.ts'
import type { EngineBuckets } from './engine/buckets.ts'
import { bookFinished } from './engine/finish.ts'
import type { LatencyRules } from './engine/finish.ts'
import { createCpuClock } from './host/cpu-clock.ts'
import type { CpuClock } from './host/cpu-clock.ts'
import { createHttpStats, recordHttp } from './http-stats.ts'
import type { HttpStats } from './http-stats.ts'
import type { InstanceSpec } from './instance-spec.ts'
import { addressOf } from './instance-spec.ts'
import type { Random } from './random.ts'
import { createRandom } from './random.ts'
import type { EngineAccess } from './access-log/record.ts'
import type { Call } from './traffic/call.ts'

/** One life of the server process; a restart makes a new one, with counters at zero. */
export interface ServerProcess {
  readonly startedAt: number
  /** When the metrics were registered: after the model was loaded. */
  readonly createdAt: number
  readonly engine: Engine
  readonly http: HttpStats
  /** Calls inside, by request id. */
  readonly inside: Map<number, Call>
  readonly cpu: CpuClock
}

/** In what the releases of vLLM differ inside. */
export interface Release {
  readonly buckets: EngineBuckets
  readonly rules: LatencyRules
}

export interface Instance {
  readonly spec: InstanceSpec
  readonly release: Release
  readonly address: string
  readonly random: Random
  frontendSeconds: number
  /** Undefined while nothing listens on the port. */
  process: ServerProcess | undefined
  /** Engine time and API-server time of earlier lives, so that the host's counters go on. */
  readonly past: { engineBusy: number; cpu: number }
}

/** What an instance needs of the world around it. */
export interface InstanceWorld {
  readonly now: () => number
  readonly schedule: (at: number, run: () => void) => void
  readonly respond: (call: Call, status: number) => void
  readonly log: (access: EngineAccess) => void
}

export function createInstance(spec: InstanceSpec, release: Release, seed: number): Instance {
  return {
    spec,
    release,
    address: addressOf(spec),
    random: createRandom(seed, `instance/${addressOf(spec)}`),
    frontendSeconds: spec.frontendSeconds,
    process: undefined,
    past: { engineBusy: 0, cpu: 0 },
  }
}

/** Times on the fleet's clock. */
export interface Life {
  readonly startedAt: number
  readonly createdAt: number
  readonly clock: number
}

/** Begins to listen, with an empty engine. */
export function startProcess(instance: Instance, life: Life, world: InstanceWorld): void {
  const { buckets, rules } = instance.release
  const inside = new Map<number, Call>()
  const engine = createEngine({
    spec: instance.spec.engine,
    cost: instance.spec.cost,
    buckets,
    output: {
      firstToken: (request, at) => afterFrontend(request, at, (then) => bookFirstToken(request, then)),
      finished: (request, at) => afterFrontend(request, at, (then) => answer(request, then)),
    },
  })
  engine.clock = life.clock
  const process: ServerProcess = {
    startedAt: life.startedAt,
    createdAt: life.createdAt,
    engine,
    http: createHttpStats(life.createdAt),
    inside,
    cpu: createCpuClock(life.createdAt),
  }
  instance.process = process

  /** Output passes the event loop before it is counted or sent; a V0 engine counts before that. */
  function afterFrontend(request: EngineRequest, at: number, run: (then: number) => void): void {
    world.schedule(at + request.frontendAfter, () => {
      if (instance.process === process && inside.has(request.id)) run(world.now())
    })
  }
  function bookFirstToken(request: EngineRequest, at: number): void {
    const seenAt = rules.isTimedInEngine ? request.firstTokenAt : at
    observe(engine.stats.timeToFirstToken, seenAt - request.arrivedAt)
  }
  function answer(request: EngineRequest, at: number): void {
    const call = inside.get(request.id)
    if (call === undefined) return
    inside.delete(request.id)
    bookFinished(engine.stats, request, { at, rules })
    recordHttp(process.http, exchangeOf(call, at - request.arrivedAt, at))
    if (!call.isStreaming) world.log(accessOf(instance, call, at))
    world.respond(call, 200)
  }
}

/** The process is gone at once, with all it held; returns the calls that were inside. */
export function stopProcess(instance: Instance): readonly Call[] {
  const { process } = instance
  if (process === undefined) return []
  instance.process = undefined
  instance.past.engineBusy += process.engine.busySeconds
  instance.past.cpu += process.cpu.seconds
  return [...process.inside.values()]
}

/** The API server takes a call: half of its work comes before the engine sees the request. */
export function accept(instance: Instance, call: Call, world: InstanceWorld): void {
  const { process } = instance
  if (process === undefined) return
  const arrivedAt = world.now()
  const request = createRequest({ id: call.id, shape: call.shape, arrivedAt })
  call.request = request
  const work = instance.frontendSeconds * (0.6 + 0.8 * instance.random.uniform())
  request.frontendAfter = work / 2
  process.cpu.pending += work
  process.inside.set(call.id, call)
  world.schedule(arrivedAt + work / 2, () => {
    if (instance.process !== process || !process.inside.has(call.id)) return
    if (call.isStreaming) world.log(accessOf(instance, call, world.now()))
    enqueue(process.engine, request, world.now())
  })
}

/** The client hung up: the engine drops the request and counts it nowhere. */
export function disconnect(instance: Instance, call: Call, at: number): void {
  const { process } = instance
  if (process === undefined || call.request === undefined || !process.inside.delete(call.id)) return
  const isInEngine = call.request.status === 'waiting' || call.request.status === 'running'
  if (isInEngine) abort(process.engine, call.request, at)
  call.request.status = 'aborted'
}

export function requestBytes(call: Call): number {
  return 220 + Math.round(call.shape.promptTokens * 4.2)
}

export function responseBytes(call: Call): number {
  return call.isStreaming ? 400 + call.shape.outputTokens * 190 : 520 + Math.round(call.shape.outputTokens * 4.4)
}

function exchangeOf(call: Call, seconds: number, at: number): Parameters<typeof recordHttp>[1] {
  return {
    at,
    handler: call.client.path,
    method: 'POST',
    status: 200,
    seconds,
    requestBytes: requestBytes(call),
    responseBytes: call.isStreaming ? 0 : responseBytes(call),
  }
}

function accessOf(instance: Instance, call: Call, at: number): EngineAccess {
  return {
    at,
    instance: instance.address,
    clientAddress: call.client.address,
    clientPort: call.clientPort,
    method: 'POST',
    path: call.client.path,
    status: 200,
    isDirect: false,
  }
}
