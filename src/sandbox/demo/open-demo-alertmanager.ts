import type { ScenarioAlert } from '../scenarios/scenario.ts'
import { startLocalAlertmanager } from './local-alertmanager.ts'
import { openOutsideAlertmanager } from './outside-alertmanager.ts'
import { annotationsOf } from './webhook.ts'
import type { AlertNow } from './watch-rule.ts'
import type { DemoAlertmanager } from './demo-alertmanager.ts'

interface DemoAlertmanagerOptions {
  readonly alert: ScenarioAlert
  readonly alertNow: () => AlertNow
  /** Simulated Unix seconds. */
  readonly now: () => number
  /** One of the person's own; else one is simulated. */
  readonly url: string | undefined
  readonly onProblem: (line: string) => void
}

export async function openDemoAlertmanager(options: DemoAlertmanagerOptions): Promise<DemoAlertmanager> {
  const { alert, alertNow, now, url, onProblem } = options
  const labels = alert.firingLabels
  if (url !== undefined) {
    return openOutsideAlertmanager({ url, labels, annotations: annotationsOf(alert), alertNow, now, onProblem })
  }
  const local = await startLocalAlertmanager({ firing: () => (alertNow().state === 'firing' ? [labels] : []), now })
  return {
    url: local.url,
    onAlert: () => Promise.resolve(),
    isSilenced: () => Promise.resolve(local.isSilenced(labels)),
    close: local.close,
  }
}
