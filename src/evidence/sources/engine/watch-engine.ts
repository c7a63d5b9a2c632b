import { type Seconds, type UnixSeconds, seconds, unixSeconds } from '../../../domain/time.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { HttpPool } from '../../../lib/http-pool.ts'
import { withinBy } from '../../../lib/within.ts'
import { ConnectionConfigError, type Credentials, type Place, readCredentials } from '../../../lib/http-connection.ts'
import { UNHEARD } from './ask-engine.ts'
import type { EngineTarget } from './config.ts'
import { type Finding, TOO_BUSY, answersIn } from './finding.ts'
import type { EngineHistory } from './history.ts'
import { pageFinding } from './page-finding.ts'
import { type TryConnect, probeEngine } from './probe-engine.ts'
import { type Scrape, scrapeEngine } from './scrape-engine.ts'
import type { Slots } from './slots.ts'

export interface WatchOptions {
  readonly target: EngineTarget
  readonly place: Place
  readonly pool: HttpPool
  readonly history: EngineHistory
  readonly clock: Clock
  /** 0 to 1, for the jitter that keeps engines from being asked all at once. */
  readonly random: () => number
  readonly interval: Seconds
  readonly tryConnect: TryConnect
  /** Shared with the other engines. */
  readonly slots: Slots
  readonly onFinding: (finding: Finding) => void
}

/** How long one look may take: the page, and then each question to an engine without one. */
export interface Limits {
  readonly page: Seconds
  readonly question: Seconds
}

/** One engine being watched, whatever becomes of the others. */
export interface EngineWatch {
  readonly instance: string
  readonly start: () => void
  /** Looks once, or waits for the look that is under way; what is cut off by `signal` counts for nothing. */
  readonly look: (limits: Limits, signal: AbortSignal) => Promise<void>
  /** How many looks there were, and what the last one showed. */
  readonly looks: () => number
  readonly finding: () => Finding | undefined
  readonly stop: () => Promise<void>
}

/** Parts of the interval that a look may take: together less than the whole. */
const PAGE_PART = 0.6
const QUESTION_PART = 0.12
/** Around the interval. */
const JITTER = 0.1

export function createEngineWatch(options: WatchOptions): EngineWatch {
  const { target, place, pool, history, clock, random, interval, tryConnect, slots, onFinding } = options
  const { instance } = target
  const usual: Limits = {
    page: target.timeout ?? seconds(interval * PAGE_PART),
    question: seconds(interval * QUESTION_PART),
  }
  const stopped = new AbortController()
  let cancelNext = (): void => undefined
  let underWay: Promise<void> | undefined
  let finding: Finding | undefined
  let looks = 0

  function scheduleIn(delay: number): void {
    cancelNext = clock.after(delay, () => {
      const began = clock.now()
      const next = interval * (1 + JITTER * (random() - 0.5))
      const again = (): void => {
        if (!stopped.signal.aborted) scheduleIn(Math.max(0, began + next - clock.now()))
      }
      look(usual, stopped.signal).then(again, again)
    })
  }
  function look(limits: Limits, signal: AbortSignal): Promise<void> {
    underWay ??= lookInTurn(limits, signal).finally(() => {
      underWay = undefined
    })
    return underWay
  }
  async function lookInTurn(limits: Limits, outer: AbortSignal): Promise<void> {
    // A page that leads on is two, and so are the questions and the connection after them; waiting for the turn is added.
    const longest = interval + 2 * limits.page + 2 * limits.question
    await withinBy(clock)(longest * 1000, [outer, stopped.signal], (signal) =>
      slots.use(signal, () => lookOnce(limits, signal)),
    )
  }
  async function lookOnce(limits: Limits, signal: AbortSignal): Promise<void> {
    const at = unixSeconds(clock.now())
    const credentials = await credentialsOf(target, place)
    const found =
      credentials instanceof ConnectionConfigError
        ? ({ kind: 'unasked', why: credentials.message } as const)
        : await ask({ credentials, limits, at, signal })
    if (signal.aborted) return
    finding = found
    looks++
    onFinding(found)
  }
  async function ask({ credentials, limits, at, signal }: Ask): Promise<Finding> {
    const call = { pool, place, credentials, clock, signal }
    const scrape = await scrapeEngine({ ...call, limit: limits.page })
    if (signal.aborted) return UNASKED
    if (scrape.status === UNHEARD) return TOO_BUSY
    const shown = take(scrape, at)
    if (shown.kind === 'serving') return shown
    const why = shown.kind === 'scrape_broken' ? shown.why : ''
    const probed = await probeEngine({ ...call, limit: limits.question }, { tryConnect, why })
    if (signal.aborted) return UNASKED
    const found = shown.kind === 'no_vllm_series' && probed.kind === 'scrape_broken' ? shown : probed
    const answers = answersIn(found)
    if (answers !== undefined) history.setAnswers(instance, answers)
    return found
  }
  /** Into the history, and what it shows by itself. */
  function take(scrape: Exclude<Scrape, { readonly status: typeof UNHEARD }>, at: UnixSeconds): Finding {
    if (scrape.status === 'page') return pageFinding(history.add(instance, scrape.body, at))
    history.addFailure(instance, at)
    return { kind: 'scrape_broken', why: scrape.why }
  }
  async function stop(): Promise<void> {
    cancelNext()
    stopped.abort()
    await underWay
    await pool.close()
  }
  return {
    instance,
    start: () => scheduleIn(random() * interval),
    look,
    looks: () => looks,
    finding: () => finding,
    stop,
  }
}

interface Ask {
  readonly credentials: Credentials
  readonly limits: Limits
  readonly at: UnixSeconds
  readonly signal: AbortSignal
}

const UNASKED: Finding = { kind: 'unasked', why: 'cut off' }

async function credentialsOf(target: EngineTarget, place: Place): Promise<Credentials | ConnectionConfigError> {
  try {
    return await readCredentials(target, place, 'engines')
  } catch (error) {
    if (error instanceof ConnectionConfigError) return error
    throw error
  }
}
