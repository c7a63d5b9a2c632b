import { inEnglish } from '../domain/text.ts'
import { seconds, unixSeconds, type UnixSeconds, later, minutes } from '../domain/time.ts'
import { wrap } from '../report/columns.ts'
import { formatClock } from '../report/format.ts'
import { createPainter } from '../report/painter.ts'
import { recoveryText } from '../report/recovery-text.ts'
import { toCardText } from '../report/to-text.ts'
import type { FleetChange } from '../sandbox/fleet/change.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import { treeToText } from '../triage/print/text.ts'
import { verifyRecovery } from '../triage/verify.ts'
import { FIRES_AFTER, triageHistory } from './demo-triage.ts'
import type { CliIo } from './io.ts'

const SCRAPE_SECONDS = 15
const WIDEST = 100
/** `14:02 UTC` and two blanks. */
const TIME_COLUMNS = 11
/** From the mend to reading again: the window must lie after it, and the queue must have drained. */
const MENDED_FOR = minutes(15)

/** Tells one simulated incident: what happens, what whyslow says, and what reading again says once it is mended. */
export async function tellStory(scenario: Scenario, io: CliIo): Promise<void> {
  const { recordHistory } = await import('../sandbox/fleet/history/record-history.ts')
  const { changeText } = await import('../sandbox/fleet/change-text.ts')
  const end = unixSeconds(Math.floor(io.now() / 1000 / SCRAPE_SECONDS) * SCRAPE_SECONDS)
  const say = (text = ''): void => io.out(`${text}\n`)
  const { bold } = createPainter(io.colour)
  const tell = (time: UnixSeconds, text: string): void => {
    const [first = '', ...rest] = wrap(text, (io.columns ?? WIDEST) - TIME_COLUMNS)
    say(`${formatClock(time)} UTC  ${first}`)
    for (const line of rest) say(' '.repeat(TIME_COLUMNS) + line)
  }
  const { instances, clients, fixes } = scenario
  say(bold(`Simulated: ${scenario.title}.`))
  say(
    `${instances.length} vLLM instances and ${clients.length} clients run for two hours, scraped every 15 s; no number is real.`,
  )
  const history = await recordHistory({ scenario, end })
  for (const { time, text } of eventsOf(scenario, history.onset, changeText)) tell(time, text)
  tell(end, 'whyslow reads the metrics and walks its tree:')
  const result = await triageHistory(history, scenario)
  say()
  say(toCardText(result, { colour: io.colour, ...(io.columns === undefined ? {} : { width: io.columns }) }))
  say()
  say(bold('The path through the tree'))
  say(treeToText(result.diagnosis))
  if (fixes.length === 0) return
  say()
  say(bold('Mended'))
  for (const fix of fixes) tell(end, changeText(fix))
  const mended = await recordHistory({ scenario: mendedAt(scenario), end: later(end, MENDED_FOR) })
  const again = await triageHistory(mended, scenario)
  const recovery = verifyRecovery(result.evidence, again.evidence, { look: 'last', speak: inEnglish })
  tell(later(end, MENDED_FOR), 'the alert is resolved, and whyslow reads again:')
  say()
  say(recoveryText(recovery, inEnglish))
}

interface StoryEvent {
  readonly time: UnixSeconds
  readonly text: string
}

function eventsOf(
  { timeline, alert }: Scenario,
  onset: UnixSeconds,
  changeText: (change: FleetChange) => string,
): readonly StoryEvent[] {
  return [
    ...timeline.map(({ afterOnset, change }) => ({
      time: later(onset, seconds(afterOnset)),
      text: changeText(change),
    })),
    { time: later(onset, FIRES_AFTER), text: `${alert.alertname} fires: ${alert.expr}` },
  ]
}

/** The same story with its mend at the time of the triage, and a quarter of an hour after it. */
function mendedAt(scenario: Scenario): Scenario {
  const { timeline, fixes, onsetBeforeEnd } = scenario
  return {
    ...scenario,
    timeline: [...timeline, ...fixes.map((change) => ({ afterOnset: onsetBeforeEnd, change }))],
    onsetBeforeEnd: seconds(onsetBeforeEnd + MENDED_FOR),
  }
}
