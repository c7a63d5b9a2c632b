import type { ClientLine, ClientMeasure, ClientRole } from '../../domain/client-attribution.ts'
import type { ClientCounts, PresentClients } from '../../domain/clients.ts'
import { lengthOf } from '../../domain/window.ts'
import { withoutKeys } from '../without-keys.ts'
import type { QueueOnset } from './engine-load.ts'
import { type Growth, type Minutes, growthOf, orderOf } from './growth.ts'
import type { NamedUse } from './name-uses.ts'
import { loadOf } from './sums.ts'
import { GREW_BY, GREW_TIMES, LEAST_REQUESTS, MOSTLY_FAILS, MOST_OF_GROWTH } from './thresholds.ts'

export interface LinesContext {
  readonly reading: PresentClients
  readonly by: ClientMeasure
  /** A client's requests by minute since before the trouble; undefined where the source has not the time of each. */
  readonly minutesOf: (use: NamedUse) => Minutes | undefined
  readonly queue: QueueOnset | undefined
  /** False of a gateway or of what else is the fleet's own, and of everybody where only gateways are seen. */
  readonly canBlame: (use: NamedUse) => boolean
}

/** Every client with its parts and its role, by its contribution to the growth. */
export function clientLines(uses: readonly NamedUse[], context: LinesContext): readonly ClientLine[] {
  const lines = uses.map((use) => lineOf(use, context))
  return lines.toSorted((one, other) => {
    const step = weightOf(other) - weightOf(one)
    return step === 0 ? other.requestShare - one.requestShare : step
  })
}

/** Where nothing grew, or there is no baseline, who sends most is first. */
function weightOf({ growthShare, share }: ClientLine): number {
  return growthShare ?? share
}

function lineOf(use: NamedUse, context: LinesContext): ClientLine {
  const { reading, by } = context
  const { window, baseline, total } = reading
  const length = lengthOf(window)
  const beforeLength = baseline === undefined ? 0 : lengthOf(baseline)
  const all = loadOf(total.now, by) ?? 0
  const own = loadOf(use.now, by) ?? 0
  const rates = ratesOf(use, context)
  const growth = rates === undefined ? undefined : onset(use, context)
  const grown = rates === undefined ? undefined : rates.own.now - rates.own.before
  const allGrown = rates === undefined ? 0 : rates.all.now - rates.all.before
  const before = use.before ?? (reading.total.before === undefined ? undefined : NOTHING)
  const growthShare = grown === undefined || allGrown <= 0 ? undefined : grown / allGrown
  return {
    client: use.shown,
    names: use.raw.length,
    role: roleOf(use, { growth, growthShare, rates, context }),
    share: part(own, all),
    ...(rates !== undefined && { shareBefore: part(rates.own.before, rates.all.before) }),
    requestShare: part(use.now.requests, total.now.requests),
    requestsPerSecond: part(use.now.requests, length),
    ...(before !== undefined && beforeLength > 0 && { requestsPerSecondBefore: before.requests / beforeLength }),
    ...(growthShare !== undefined && { growthShare }),
    ...(rates !== undefined && timesOf(rates)),
    ...meansOf(use),
    ...(use.now.failures !== undefined && { failedShare: part(use.now.failures, use.now.requests) }),
    ...(growth?.kind === 'at' && { grewAt: growth.at }),
    // Whom the configuration names is one, whatever speaks from there.
    ...(use.behind !== undefined && !use.hasGivenName && { behind: use.behind }),
    instances: instancesOf(use.now),
  }
}

const NOTHING: ClientCounts = { requests: 0 }

interface Rate {
  readonly now: number
  readonly before: number
}

interface Rates {
  readonly own: Rate
  readonly all: Rate
}

/** Load per second, of a client and of all; undefined without a baseline that holds enough. A client that was not there had none. */
function ratesOf(use: NamedUse, { reading, by }: LinesContext): Rates | undefined {
  const { window, baseline, total } = reading
  if (baseline === undefined || total.before === undefined || total.before.requests < LEAST_REQUESTS) return undefined
  const [length, beforeLength] = [lengthOf(window), lengthOf(baseline)]
  if (length <= 0 || beforeLength <= 0) return undefined
  const rate = (now: number | undefined, before: number | undefined): Rate | undefined =>
    now === undefined || before === undefined ? undefined : { now: now / length, before: before / beforeLength }
  const all = rate(loadOf(total.now, by), loadOf(total.before, by))
  const own = rate(loadOf(use.now, by), use.before === undefined ? 0 : loadOf(use.before, by))
  return all === undefined || own === undefined ? undefined : { own, all }
}

function timesOf({ own, all }: Rates): Pick<ClientLine, 'times' | 'othersTimes'> {
  const others = { now: all.now - own.now, before: all.before - own.before }
  return {
    ...(own.before > 0 && { times: own.now / own.before }),
    ...(others.before > 0 && { othersTimes: others.now / others.before }),
  }
}

function onset(use: NamedUse, { reading, minutesOf }: LinesContext): Growth | undefined {
  const minutes = minutesOf(use)
  const { window, baseline } = reading
  if (minutes === undefined || baseline === undefined) return undefined
  return growthOf(minutes, {
    before: (use.before?.requests ?? 0) / lengthOf(baseline),
    now: use.now.requests / lengthOf(window),
  })
}

interface Facts {
  readonly growth: Growth | undefined
  readonly growthShare: number | undefined
  readonly rates: Rates | undefined
  readonly context: LinesContext
}

function roleOf(use: NamedUse, { growth, growthShare, rates, context }: Facts): ClientRole {
  const { now } = use
  if (rates === undefined || !context.canBlame(use) || now.requests < 1) return 'bystander'
  const { own, all } = rates
  if (own.now < own.before * GREW_TIMES || own.now <= 0) return 'bystander'
  const order = orderOf(growth, context.queue, lagOf(now))
  const fails = now.failures !== undefined && now.failures >= now.requests * MOSTLY_FAILS
  if (order === 'after') return 'victim'
  if (fails && order !== 'before') return 'victim'
  const isMost = (growthShare ?? 0) >= MOST_OF_GROWTH && own.now - own.before >= all.before * GREW_BY
  if (!isMost || context.reading.total.now.requests < LEAST_REQUESTS) return 'bystander'
  return order === 'before' ? 'culprit' : 'suspect'
}

/** Where durations are not known, as long as a patient client waits. */
const LONG_REQUEST = 120

/** The longest requests of a client are this many times its mean: nearly all are shorter. */
const LONGEST_OF_MEAN = 3

/** By how much a log that is written at a request's end, or at its answer's start, is late. */
function lagOf({ busySeconds, requests }: ClientCounts): number {
  return busySeconds === undefined || requests <= 0 ? LONG_REQUEST : (busySeconds / requests) * LONGEST_OF_MEAN
}

/** Tokens of its prompts and its answers, in the mean. */
function meansOf({ now, before }: NamedUse): Partial<ClientLine> {
  const prompt = mean(now, 'promptTokens')
  const output = mean(now, 'outputTokens')
  const promptBefore = before === undefined ? undefined : mean(before, 'promptTokens')
  const outputBefore = before === undefined ? undefined : mean(before, 'outputTokens')
  return {
    ...(prompt !== undefined && { promptTokensMean: prompt }),
    ...(promptBefore !== undefined && { promptTokensMeanBefore: promptBefore }),
    ...(output !== undefined && { outputTokensMean: output }),
    ...(outputBefore !== undefined && { outputTokensMeanBefore: outputBefore }),
  }
}

function mean(counts: ClientCounts, key: 'promptTokens' | 'outputTokens'): number | undefined {
  const sum = counts[key]
  return sum === undefined || counts.requests <= 0 ? undefined : sum / counts.requests
}

function instancesOf({ upstreams }: ClientCounts): ClientLine['instances'] {
  const entries = Object.entries(upstreams ?? {})
  const all = entries.reduce((sum, [, count]) => sum + count, 0)
  return (
    entries
      // LiteLLM's api_base is a URL, which may hold a password.
      .map(([instance, count]) => ({ instance: withoutKeys(instance), share: part(count, all) }))
      .toSorted((one, other) => other.share - one.share)
  )
}

function part(one: number, all: number): number {
  return all > 0 ? one / all : 0
}
