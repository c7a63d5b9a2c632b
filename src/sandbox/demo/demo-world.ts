import type { UnixSeconds } from '../../domain/time.ts'
import { seconds, unixSeconds } from '../../domain/time.ts'
import type { SeriesIndex } from '../../signals/evaluate/series-index.ts'
import { changeText } from '../fleet/change-text.ts'
import { recordHistory } from '../fleet/history/record-history.ts'
import { keepRecording } from '../fleet/live/keep-recording.ts'
import { serveFleet } from '../fleet/live/serve-fleet.ts'
import type { PageInstance } from '../page/wire.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { LocalSlack } from '../slack/start-local-slack.ts'
import { SEED } from '../slack/workspace/seed.ts'
import { openAccessLog } from './access-log-file.ts'
import { openDemoAlertmanager } from './open-demo-alertmanager.ts'
import type { PacedClock } from './paced-clock.ts'
import { createRule } from './watch-rule.ts'
import type { AlertNow } from './watch-rule.ts'
import { notificationOf, postWebhook } from './webhook.ts'

/** What the bot is given of a world: where Slack is, when it is, and what its sources hold. */
export interface BotSurroundings {
  readonly slack: LocalSlack
  readonly clock: PacedClock
  /** The recorded samples up to now. */
  readonly series: () => SeriesIndex
  readonly alertmanagerUrl: string
  /** The gateway's, in ingress-nginx' own format. */
  readonly accessLog: string
  readonly engines: readonly { readonly url: string; readonly instance: string }[]
}

export interface Bot {
  readonly url: string
  readonly close: () => Promise<void>
}

export interface WorldOptions {
  readonly scenario: Scenario
  readonly slack: LocalSlack
  readonly clock: PacedClock
  readonly startBot: (surroundings: BotSurroundings) => Promise<Bot>
  /** Of an Alertmanager that the person runs. */
  readonly alertmanagerUrl: string | undefined
  /** Something happened. */
  readonly tell: (at: number, text: string) => void
  /** The bot's message in the channel says something new. */
  readonly onCard: (text: string) => void
  readonly onAlert: () => void
  /** The bot has been told of it. */
  readonly onNotified: (alert: AlertNow) => void
}

/** A fleet that runs, a bot that watches it and a workspace they meet in. */
export interface World {
  readonly alert: () => AlertNow
  readonly instances: () => readonly PageInstance[]
  /** Does what mends it, by its place among the scenario's fixes. */
  readonly fix: (index: number) => void
  readonly isFixed: (index: number) => boolean
  readonly close: () => Promise<void>
}

const SCRAPE_SECONDS = 15
/** Eight hours; then the oldest samples make room. */
const ROOM = 8 * 240
/** From the moment the fleet is seen to the onset of its trouble. */
const LEAD = 45
const TICK_MS = 50
/** Alertmanager's `group_wait`: long enough that the five minutes looked at are all of the trouble. */
const GROUP_WAIT = 180

/** Computes two hours of the fleet's past, starts the bot on it and lets the story begin. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const { scenario, slack, clock, startBot, tell, onCard, onAlert, onNotified } = options
  const end = unixSeconds(Math.floor(clock.now() / SCRAPE_SECONDS) * SCRAPE_SECONDS)
  const story = { ...scenario, onsetBeforeEnd: seconds(-LEAD) }
  const history = await recordHistory({ scenario: story, end, room: ROOM })
  const { fleet, onset } = history
  const recording = keepRecording(history, SCRAPE_SECONDS)
  const rule = createRule(scenario.alert)
  let alert: AlertNow = { state: 'inactive' }
  let isNotified = false
  let cancelNotice = (): void => undefined
  let toTell = scenario.timeline.map(({ afterOnset, change }) => ({ at: onset + afterOnset, text: changeText(change) }))
  const served = await serveFleet(fleet, { now: present })
  const engines = served.endpoints
    .filter(({ job }) => job === 'vllm')
    .map(({ address, instance }) => ({ url: `http://${address}`, instance }))
  const alertmanager = await openDemoAlertmanager({
    alert: scenario.alert,
    alertNow: () => alert,
    now: () => clock.now(),
    url: options.alertmanagerUrl,
    onProblem: (line) => tell(clock.now(), line),
  })
  const accessLog = await openAccessLog(history.access)
  const bot = await startBot({
    slack,
    clock,
    series: recording.series,
    engines,
    alertmanagerUrl: alertmanager.url,
    accessLog: accessLog.path,
  })
  const fixed = new Set<number>()
  const { instances, clients } = scenario
  tell(
    end,
    `two hours of history are there: ${instances.length} vLLM instances, ${clients.length} clients, a scrape every 15 s`,
  )

  /** The fleet is never ahead of a scrape that is due. */
  function present(): number {
    const now = clock.now()
    while (recording.end() + SCRAPE_SECONDS <= now) look(recording.scrape())
    return now
  }

  function look(at: UnixSeconds): void {
    accessLog.append(fleet.takeAccess())
    for (const event of toTell.filter((each) => each.at <= at)) tell(event.at, event.text)
    toTell = toTell.filter((each) => each.at > at)
    const before = alert
    alert = rule(recording.series(), at)
    if (alert.state === before.state) return
    if (alert.state !== 'inactive') tell(at, `${scenario.alert.alertname} is ${alert.state}`)
    onAlert()
    void alertmanager.onAlert()
    if (alert.state === 'firing') notifyAfter(GROUP_WAIT)
    if (alert.state === 'resolved') notifyAfter(0)
  }

  /** Alertmanager waits before it first tells of a group; what resolves meanwhile is never told. */
  function notifyAfter(delaySeconds: number): void {
    cancelNotice()
    cancelNotice = clock.after(delaySeconds, () => {
      if (alert.state === 'resolved' && !isNotified) return
      isNotified = alert.state === 'firing'
      void notify(alert)
    })
  }

  async function notify(now: AlertNow): Promise<void> {
    if (await alertmanager.isSilenced()) {
      tell(clock.now(), `${scenario.alert.alertname} is silenced: Alertmanager tells nobody that it is ${now.state}`)
      onNotified(now)
      return
    }
    const url = `${bot.url}/webhook`
    const status = await postWebhook(url, notificationOf(scenario.alert, now)).catch(() => 0)
    tell(
      clock.now(),
      `Alertmanager's webhook (${now.state}) to ${url}: ${status === 0 ? 'no answer' : `HTTP ${status}`}`,
    )
    onNotified(now)
  }

  const timer = setInterval(() => served.catchUp(), TICK_MS)
  const stopListening = tellCards(slack, onCard)
  return {
    alert: () => alert,
    instances: () =>
      fleet.members.map(({ instance: { address, process } }) => ({
        instance: address,
        isUp: process !== undefined,
        running: process?.engine.stats.gauges.running ?? 0,
        waiting: process?.engine.stats.gauges.waiting ?? 0,
        kvCache: process?.engine.stats.gauges.kvUsage ?? 0,
      })),
    fix: (index) => {
      const change = scenario.fixes[index]
      if (change === undefined || fixed.has(index)) return
      fixed.add(index)
      served.catchUp()
      fleet.apply(change)
      tell(clock.now(), `mended by hand: ${changeText(change)}`)
    },
    isFixed: (index) => fixed.has(index),
    close: async () => {
      clearInterval(timer)
      cancelNotice()
      stopListening()
      await bot.close()
      await alertmanager.close()
      await accessLog.remove()
      await served.close()
    },
  }
}

/** Tells what the bot's messages in the channel say, each time that changes. */
function tellCards(slack: LocalSlack, onCard: (text: string) => void): () => void {
  const told = new Map<string, string>()
  return slack.onChange(() => {
    for (const { ts, threadTs, author, text, audience } of slack.messagesIn(SEED.oncall)) {
      const isCard = author.botId !== undefined && threadTs === undefined && audience.kind === 'channel'
      if (!isCard || told.get(ts) === text) continue
      told.set(ts, text)
      onCard(`whyslow in #${slack.channel(SEED.oncall).name}: ${text}`)
    }
  })
}
