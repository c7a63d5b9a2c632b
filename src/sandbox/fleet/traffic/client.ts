import type { RequestShape } from '../engine/request.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'
import type { Call } from './call.ts'
import type { ClientChange, ClientSpec, TokenLengths } from './client-spec.ts'

/** What a client needs of the world: a clock with timers, and somewhere to send its calls. */
interface ClientWorld {
  readonly now: () => number
  readonly schedule: (at: number, run: () => void) => void
  readonly nextCallId: () => number
  readonly send: (call: Call) => void
}

/** A running source of traffic. */
export interface Client {
  readonly id: string
  readonly address: string
  readonly start: () => void
  readonly change: (change: ClientChange) => void
}

export interface NewClient {
  readonly spec: ClientSpec
  /** Position among the fleet's clients; keeps their prefix groups apart. */
  readonly index: number
  readonly seed: number
  readonly world: ClientWorld
}

/** A refused or broken call is tried again after about this long by an asker that waits for its answer. */
const BACKOFF_SECONDS = 2
/** As a limit's Retry-After tells it. */
const RETRY_AFTER_SECONDS = 20

export function createClient({ spec: initial, index, seed, world }: NewClient): Client {
  const random = createRandom(seed, `client/${initial.id}`)
  let spec = initial
  /** Open loops of an older rate stop when they see that they are old. */
  let generation = 0
  let askers = 0

  function start(): void {
    if (spec.traffic.kind === 'open') arriveLater(generation)
    else fillAskers()
  }
  function change(next: ClientChange): void {
    spec = { ...spec, ...next }
    if (next.traffic === undefined) return
    generation += 1
    start()
  }
  function arriveLater(born: number): void {
    const { traffic } = spec
    if (traffic.kind !== 'open' || traffic.requestsPerSecond <= 0) return
    const wave = Math.sin((2 * Math.PI * world.now()) / traffic.swingPeriodSeconds)
    const rate = traffic.requestsPerSecond * (1 + traffic.swing * wave)
    world.schedule(world.now() + random.exponential(traffic.burst / rate), () => {
      if (born !== generation) return
      for (let sent = 0; sent < traffic.burst; sent++) world.send(call(openSession(), () => undefined))
      arriveLater(born)
    })
  }
  function fillAskers(): void {
    const { traffic } = spec
    if (traffic.kind !== 'closed') return
    while (askers < traffic.concurrency) {
      askAfter(askers, random.uniform() * Math.max(1, traffic.thinkSeconds))
      askers += 1
    }
  }
  function askAfter(asker: number, pause: number): void {
    world.schedule(world.now() + pause, () => {
      const { traffic } = spec
      if (traffic.kind !== 'closed' || askers > traffic.concurrency) {
        askers -= 1
        return
      }
      world.send(call(asker, (status) => askAfter(asker, pauseAfter(status, traffic.thinkSeconds))))
    })
  }
  function pauseAfter(status: number, thinkSeconds: number): number {
    if (status === 429) return RETRY_AFTER_SECONDS * (0.5 + random.uniform())
    if (status !== 200) return BACKOFF_SECONDS * (0.5 + random.uniform())
    return thinkSeconds > 0 ? random.exponential(thinkSeconds) : 0
  }
  function openSession(): number {
    return spec.affinity.kind === 'session' ? random.integer(spec.affinity.sessions) : 0
  }
  /** Each asker of a closed loop is a session of its own. */
  function call(session: number, onEnd: Call['onEnd']): Call {
    return {
      id: world.nextCallId(),
      client: spec,
      shape: shapeOf(spec, index, random),
      isStreaming: random.uniform() < spec.streaming,
      session: spec.affinity.kind === 'session' ? session : -1,
      clientPort: 32768 + random.integer(28000),
      sentAt: world.now(),
      isOver: false,
      tries: [],
      request: undefined,
      onEnd,
    }
  }
  return { id: initial.id, address: initial.address, start, change }
}

const GROUPS_PER_CLIENT = 100_000

function shapeOf(spec: ClientSpec, index: number, random: Random): RequestShape {
  const promptTokens = drawLength(spec.prompt, random)
  const wanted = drawLength(spec.output, random)
  return {
    promptTokens,
    outputTokens: Math.min(wanted, spec.maxTokens),
    maxTokens: spec.maxTokens,
    finish: wanted >= spec.maxTokens ? 'length' : 'stop',
    prefixGroup: index * GROUPS_PER_CLIENT + random.integer(spec.prefixGroups),
    prefixTokens: Math.round(spec.sharedPrefix * spec.prompt.mean),
  }
}

function drawLength(lengths: TokenLengths, random: Random): number {
  const drawn = Math.round(random.lognormal(lengths.mean, lengths.variation))
  return Math.min(lengths.max, Math.max(lengths.min, drawn))
}
