/** The machine under an instance: a few counters that node_exporter shows. */
export interface Node {
  readonly cores: number
  /** Seconds each core was idle, by core; core 0 carries the engine, core 1 the API server. */
  readonly idle: Float64Array
  readonly user: Float64Array
  load1: number
  readonly memoryAvailable: number
  /** Processes that the kernel has killed for want of memory. */
  oomKills: number
  sampledAt: number
  engineBusyThen: number
  frontendBusyThen: number
}

const LOAD_SECONDS = 60
/** What everything else on the machine takes of each core. */
const BACKGROUND = 0.02
const GIB = 1024 ** 3

export function createNode(cores: number, at: number): Node {
  return {
    cores,
    idle: new Float64Array(cores).fill(250_000),
    user: new Float64Array(cores).fill(9_000),
    load1: 0.5,
    memoryAvailable: 412 * GIB,
    oomKills: 0,
    sampledAt: at,
    engineBusyThen: 0,
    frontendBusyThen: 0,
  }
}

export interface NodeLoad {
  readonly at: number
  readonly engineBusySeconds: number
  readonly frontendBusySeconds: number
}

/** Moves the counters on to `at`. */
export function sampleNode(node: Node, { at, engineBusySeconds, frontendBusySeconds }: NodeLoad): void {
  const passed = at - node.sampledAt
  const engine = share(engineBusySeconds - node.engineBusyThen, passed)
  const frontend = share(frontendBusySeconds - node.frontendBusyThen, passed)
  node.engineBusyThen = engineBusySeconds
  node.frontendBusyThen = frontendBusySeconds
  node.sampledAt = at
  if (!(passed > 0)) return
  let busyCores = 0
  for (let core = 0; core < node.cores; core++) {
    const busy = Math.min(1, BACKGROUND + workOf(core, engine, frontend))
    node.idle[core] = (node.idle[core] ?? 0) + passed * (1 - busy)
    node.user[core] = (node.user[core] ?? 0) + passed * busy
    busyCores += busy
  }
  node.load1 += (busyCores - node.load1) * (1 - Math.exp(-passed / LOAD_SECONDS))
}

function workOf(core: number, engine: number, frontend: number): number {
  if (core === 0) return engine
  return core === 1 ? frontend : 0
}

function share(work: number, passed: number): number {
  return Math.min(1, Math.max(0, work / passed))
}
