import { changeText } from '../fleet/change-text.ts'
import { startPage } from '../page/start-page.ts'
import type { Page } from '../page/start-page.ts'
import type { Stage, StageAction } from '../page/stage.ts'
import type { PageCommand, PageShortcut, PageStage } from '../page/wire.ts'
import { catalog, findScenario } from '../scenarios/catalog.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { startLocalSlack } from '../slack/start-local-slack.ts'
import type { LocalSlack } from '../slack/start-local-slack.ts'
import { startWorld } from './demo-world.ts'
import type { Bot, BotSurroundings, World } from './demo-world.ts'
import { createPacedClock } from './paced-clock.ts'
import type { PacedClock } from './paced-clock.ts'
import { createPace } from './pace.ts'

export interface DemoOptions {
  readonly scenario: Scenario
  /** How many simulated seconds pass in one while the story moves. */
  readonly speed: number
  readonly port: number
  readonly isOnlyPort: boolean
  readonly commands: readonly PageCommand[]
  readonly shortcuts: readonly PageShortcut[]
  readonly startBot: (surroundings: BotSurroundings) => Promise<Bot>
  /** Of an Alertmanager that the person runs, where the alert is to fire. */
  readonly alertmanagerUrl: string | undefined
  /** Told of each thing that happens; simulated Unix seconds. */
  readonly tell: (at: number, text: string) => void
  /** Told once, as soon as there is something to look at. */
  readonly onPage: (url: string) => void
  /** Told of what cannot go on. */
  readonly onFailure: (error: unknown) => void
}

export interface Demo {
  readonly url: string
  readonly close: () => Promise<void>
}

const SPEEDS = [1, 10, 30, 60] as const
const EVENTS_KEPT = 40
const STAGE_TICK_MS = 1000

/** The page, and behind it one world at a time: another incident is another workspace, fleet and bot. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const clock = createPacedClock()
  const pace = createPace(clock, options.speed)
  const listeners = new Set<() => void>()
  let { scenario } = options
  let events: PageStage['events'] = []
  let slack = await openSlack(clock)
  let world: World | undefined
  let changing: Promise<void> = Promise.resolve()
  let isClosed = false

  function announce(): void {
    for (const listener of listeners) listener()
  }
  function tell(at: number, text: string): void {
    events = [...events, { at, text }].slice(-EVENTS_KEPT)
    options.tell(at, text)
    announce()
  }

  async function enter(wanted: Scenario): Promise<void> {
    scenario = wanted
    tell(clock.now(), `simulated: ${wanted.title}; no number is real`)
    world = await startWorld({
      scenario: wanted,
      slack,
      clock,
      startBot: options.startBot,
      alertmanagerUrl: options.alertmanagerUrl,
      tell,
      onCard: (text) => options.tell(clock.now(), text),
      onAlert: announce,
      onNotified: ({ state }) => {
        if (state === 'resolved') pace.moveFor(VERIFIED_WITHIN)
        else pace.rest()
      },
    })
    pace.moveFor(FIRES_WITHIN)
  }

  async function change(wanted: Scenario): Promise<void> {
    pace.rest()
    await world?.close()
    world = undefined
    await slack.close()
    events = []
    slack = await openSlack(clock)
    page?.renew()
    if (!isClosed) await enter(wanted)
  }

  function act(action: StageAction): string | undefined {
    switch (action.kind) {
      case 'speed':
        pace.hold(action.speed)
        announce()
        return undefined
      case 'fix':
        if (world === undefined) return 'the fleet is not there yet'
        world.fix(action.index)
        if (world.alert().state === 'firing') pace.moveFor(RESOLVES_WITHIN)
        announce()
        return undefined
      case 'start': {
        const wanted = findScenario(action.scenario)
        if (wanted === undefined) return `there is no incident ${action.scenario}`
        changing = changing.then(() => change(wanted)).catch(options.onFailure)
        return undefined
      }
      default:
        return action satisfies never
    }
  }

  const stage: Stage = {
    view: () => ({
      title: scenario.title,
      events,
      clock: { now: clock.now(), speed: clock.speed() },
      speeds: [...new Set([...SPEEDS, options.speed])].toSorted((one, other) => one - other),
      scenario: scenario.id,
      scenarios: catalog.map(({ id, title }) => ({ id, title })),
      fixes: scenario.fixes.map((fix, index) => ({
        index,
        text: changeText(fix),
        isDone: world?.isFixed(index) === true,
      })),
      alerts: world === undefined ? [] : [{ name: scenario.alert.alertname, state: world.alert().state }],
      instances: world?.instances() ?? [],
    }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    act,
  }

  async function close(): Promise<void> {
    isClosed = true
    clearInterval(timer)
    pace.rest()
    await changing
    await page?.close()
    await world?.close()
    await slack.close()
  }

  const timer = setInterval(announce, STAGE_TICK_MS)
  let page: Page | undefined
  try {
    const { commands, shortcuts, port, isOnlyPort } = options
    page = await startPage({ slack: () => slack, stage, commands, shortcuts, port, isOnlyPort })
    options.onPage(page.url)
    await enter(scenario)
    return { url: page.url, close }
  } catch (error) {
    // What is open would keep the process alive.
    await close()
    throw error
  }
}

/** Simulated seconds within which an alert fires, resolves, and its recovery is verified; past them the pace is life's own. */
const FIRES_WITHIN = 20 * 60
const RESOLVES_WITHIN = 25 * 60
const VERIFIED_WITHIN = 12 * 60

/** Its messages are dated by the simulated clock; what a person does has real time to be answered in. */
function openSlack(clock: PacedClock): Promise<LocalSlack> {
  return startLocalSlack({ now: () => clock.now() * 1000, handNow: Date.now })
}
