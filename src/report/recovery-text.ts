import type { Recovery } from '../domain/recovery.ts'
import type { Speak } from '../domain/text.ts'
import { say } from '../domain/text.ts'
import { columnsOf, padEnd } from './columns.ts'
import { showMeasure } from './format.ts'
import { plain } from './plain-text.ts'
import { RECOVERY_ICONS } from './standing.ts'

/** What reading again says: each reading before the trouble, at its worst and now. */
export function recoveryText({ outcome, title, lines, shares }: Recovery, speak: Speak): string {
  const rows = [
    ...lines.map((line) => ({
      name: plain(line.title),
      steps: [line.before, line.peak, line.now].map((measure) => showMeasure(measure, line.unit, speak)),
    })),
    ...shares.map(({ instance, peak, now }) => ({
      name: speak(say`share of ${plain(instance)}`),
      steps: [peak, now].map((measure) => showMeasure(measure, 'ratio', speak)),
    })),
  ]
  const width = Math.max(0, ...rows.map(({ name }) => columnsOf(name)))
  return [
    `${RECOVERY_ICONS[outcome]} ${plain(title)}`,
    ...rows.map(({ name, steps }) => `  ${padEnd(name, width)}  ${steps.join(' → ')}`),
  ].join('\n')
}
