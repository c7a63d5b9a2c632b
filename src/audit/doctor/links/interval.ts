import { say } from '../../../domain/text.ts'
import { formatSeconds } from '../../../domain/quantity.ts'
import { seconds } from '../../../domain/time.ts'
import { durationText } from '../../../signals/to-promql.ts'
import { scrapeInterval } from '../freshness.ts'
import { type Link, UNASKED, broken, ok, unknown } from '../link.ts'

/** A rate needs two samples, and late or lost scrapes are usual. */
const SCRAPES_IN_A_WINDOW = 4

/** Signals of a hang read two minutes, whatever the window. */
const LONGEST_FOR_HANGS = seconds(30)

/** Whether a window holds enough scrapes. */
export const interval: Link = {
  id: 'interval',
  question: 'Does a window hold enough scrapes?',
  examine: ({ prometheus, settings: { window } }) => {
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    const every = scrapeInterval(prometheus)
    if (every === undefined) return unknown(say`too few samples to tell how often is scraped`)
    const said = say`scraped every ${formatSeconds(every)}, the window is ${formatSeconds(window)}`
    if (window < SCRAPES_IN_A_WINDOW * every) {
      const longEnough = seconds(Math.ceil((SCRAPES_IN_A_WINDOW * every) / 60) * 60)
      return broken(
        say`${said}: fewer than ${SCRAPES_IN_A_WINDOW} scrapes in it, so rates are missing or wrong`,
        say`Scrape vLLM more often, in its scrape job of prometheus.yml; or else look at a longer window, in whyslow.yml:`,
        ['scrape_interval: 15s', `triage: { window: ${durationText(longEnough)} }`],
      )
    }
    const slow = every > LONGEST_FOR_HANGS ? say`; a hang shows late: scrape every 30 s or more often` : ''
    return ok(say`${said}${slow}`)
  },
}
