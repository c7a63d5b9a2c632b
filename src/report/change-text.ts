import type { ChangeLine, Diagnosis } from '../domain/diagnosis.ts'
import type { UnixSeconds } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import { timeText } from './card-time.ts'
import { showMeasure } from './format.ts'
import { plain } from './plain-text.ts'

/** The change that a card names: the one that latency may have moved with, else the newest. */
export function tellingChange({ changes }: Diagnosis): ChangeLine | undefined {
  return changes.find(({ latency }) => latency !== undefined) ?? changes[0]
}

/** `14:01 UTC balancer: least_conn → ip_hash; end-to-end 2.9 s before it, 10.6 s now` */
export function changeText(line: ChangeLine, today: UnixSeconds, speak: Speak): string {
  return `${timeText(line.change.at, today)} UTC ${whatText(line, speak)}${latencyText(line, speak)}`
}

/** `balancer: least_conn → ip_hash (on a:8000)` */
export function whatText({ change: { text, instances } }: ChangeLine, speak: Speak): string {
  const [first, ...others] = instances
  const more = others.length === 0 ? '' : say` and ${others.length} more`
  return first === undefined ? plain(text) : speak(say`${plain(text)} (on ${plain(first)}${more})`)
}

/** `; end-to-end 2.9 s before it, 10.6 s now`; nothing where nobody looked. */
export function latencyText({ latency }: ChangeLine, speak: Speak): string {
  if (latency === undefined) return ''
  const { before, now } = latency
  return speak(
    say`; end-to-end ${showMeasure(before, 'seconds', speak)} before it, ${showMeasure(now, 'seconds', speak)} now`,
  )
}
