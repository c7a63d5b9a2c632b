import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { Labels } from '../../domain/series.ts'
import { toIso, unixSeconds } from '../../domain/time.ts'
import { isRecord, parseJson, stringAt } from '../slack/json.ts'
import { listenNear } from '../page/listen-near.ts'
import { readLimited } from '../page/read-limited.ts'
import { replyWith } from '../page/reply.ts'
import type { DemoAlertmanager } from './demo-alertmanager.ts'
import { matcher, matches, toMatcher } from './silences.ts'
import type { AlertNow } from './watch-rule.ts'

interface OutsideOptions {
  /** Where it is, without a slash at the end. */
  readonly url: string
  readonly labels: Labels
  readonly annotations: Labels
  readonly alertNow: () => AlertNow
  /** Simulated Unix seconds. */
  readonly now: () => number
  readonly onProblem: (line: string) => void
}

/** Prometheus tells Alertmanager again of what fires at least this often (`--rules.alert.resend-delay`). */
const RESEND_MS = 30_000
/** Should the demo be killed, Alertmanager forgets its alert by then. */
const FORGOTTEN_AFTER = 300
const PATIENCE_MS = 2000

/**
 * An Alertmanager of the person's own in which the simulated alert fires. The bot speaks with it through a door that
 * moves every time in what is said: the simulated clock is ahead of Alertmanager's, to which a silence would lie ahead.
 */
export async function openOutsideAlertmanager(options: OutsideOptions): Promise<DemoAlertmanager> {
  const { url, labels, annotations, alertNow, now, onProblem } = options
  const ahead = (): number => now() - Date.now() / 1000

  async function ask(path: string, init: { readonly method: string; readonly body?: string }) {
    const headers = init.body === undefined ? {} : { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(`${url}${path}`, { ...init, headers, signal, redirect: 'error' })
    return { status: answer.status, text: await answer.text() }
  }

  async function tell({ state, startsAt }: AlertNow): Promise<void> {
    if (startsAt === undefined) return
    const present = Date.now() / 1000
    const ends = state === 'firing' ? present + FORGOTTEN_AFTER : present
    const told = { labels, annotations, startsAt: isoOf(startsAt - ahead()), endsAt: isoOf(ends) }
    try {
      const { status } = await ask('/api/v2/alerts', { method: 'POST', body: JSON.stringify([told]) })
      if (status !== 200) onProblem(`${url} did not take the alert: HTTP ${status}`)
    } catch {
      onProblem(`${url} did not take the alert: no answer`)
    }
  }

  async function forward(request: IncomingMessage): Promise<{ readonly status: number; readonly text: string }> {
    const body = await readLimited(request)
    const moved = body === undefined || body === '' ? {} : { body: movedBy(body, -ahead()) }
    const { status, text } = await ask(request.url ?? '/', { method: request.method ?? 'GET', ...moved })
    return { status, text: movedBy(text, ahead()) }
  }

  const server = createServer((request, response) => {
    forward(request).then(
      ({ status, text }) => replyWith(response, { status, type: 'application/json', body: text }),
      () => replyWith(response, { status: 502, type: 'text/plain', body: 'no answer' }),
    )
  })
  const port = await listenNear(server, { port: 0 })
  const timer = setInterval(() => {
    if (alertNow().state === 'firing') void tell(alertNow())
  }, RESEND_MS)
  return {
    url: `http://127.0.0.1:${port}`,
    onAlert: () => tell(alertNow()),
    // By the silences: an alert that has just resolved is not listed any more.
    isSilenced: async () => {
      const { text } = await ask('/api/v2/silences', { method: 'GET' }).catch(() => ({ text: '' }))
      const known = z.array(silence).safeParse(parseJson(text)?.value)
      const active = known.success ? known.data.filter(({ status }) => status.state === 'active') : []
      return active.some(({ matchers }) => matches(labels, matchers.map(toMatcher)))
    },
    close: async () => {
      clearInterval(timer)
      if (alertNow().state === 'firing') await tell({ ...alertNow(), state: 'resolved' })
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

const silence = z.looseObject({ status: z.looseObject({ state: z.string() }), matchers: z.array(matcher) })

const TIMES = new Set(['startsAt', 'endsAt', 'updatedAt'])

/** The same JSON with its times so much later; what is none is left as it is. */
function movedBy(text: string, seconds: number): string {
  const parsed = parseJson(text)
  return parsed === undefined ? text : JSON.stringify(move(parsed.value, seconds))
}

function move(value: unknown, seconds: number): unknown {
  if (Array.isArray(value)) return value.map((one) => move(one, seconds))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      const at = TIMES.has(name) ? Date.parse(stringAt(value, name) ?? '') / 1000 : NaN
      return [name, Number.isFinite(at) ? isoOf(at + seconds) : move(held, seconds)]
    }),
  )
}

/** Never later than it was. */
function isoOf(at: number): string {
  return toIso(unixSeconds(Math.floor(at)))
}
