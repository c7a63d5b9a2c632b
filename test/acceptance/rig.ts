import { recordHistory } from '../../src/sandbox/fleet/history/record-history.ts'
import { scrapeConfig } from '../../src/sandbox/fleet/live/scrape-config.ts'
import { serveFleet } from '../../src/sandbox/fleet/live/serve-fleet.ts'
import { rulesFile } from '../../src/sandbox/scenarios/rules-file.ts'
import type { Scenario, ScenarioAlert } from '../../src/sandbox/scenarios/scenario.ts'
import type { FleetChange } from '../../src/sandbox/fleet/change.ts'
import { seconds, unixSeconds } from '../../src/domain/time.ts'
import { isReadFamily } from '../support/read-families.ts'
import { startAlertmanager, startPrometheus } from '../support/real-servers.ts'

/** A real Prometheus that holds a story's history and scrapes its going on, with rules and a real Alertmanager. */
export interface Rig {
  readonly prometheusUrl: string
  readonly alertmanagerUrl: string
  readonly fix: (changes: readonly FleetChange[]) => void
  readonly stop: () => Promise<void>
}

export interface RigOptions {
  readonly scenario: Scenario
  readonly webhookUrl: string
  readonly webhookToken: string
  /** Rules beside the story's own, whose `for` is cut short: the history has waited already. */
  readonly alerts: readonly ScenarioAlert[]
}

const SCRAPE_SECONDS = 5

export async function startRig({ scenario, webhookUrl, webhookToken, alerts }: RigOptions): Promise<Rig> {
  const alertmanager = await startAlertmanager({
    config: [
      'route: { receiver: whyslow, group_by: [model_name], group_wait: 1s, group_interval: 5s, repeat_interval: 1h }',
      'receivers:',
      '  - name: whyslow',
      '    webhook_configs:',
      `      - { url: "${webhookUrl}", send_resolved: true, http_config: { authorization: { credentials: ${webhookToken} } } }`,
    ].join('\n'),
  })
  const end = unixSeconds(Math.floor(Date.now() / 1000))
  const history = await recordHistory({ scenario, end, scrapeInterval: seconds(15) })
  const served = await serveFleet(history.fleet)
  const prometheus = await startPrometheus({
    history: [...history.text(isReadFamily)].join(''),
    files: { 'rules.yml': rulesFile(alerts.map((alert) => ({ ...alert, for: '5s' }))) },
    config: [
      'global: { evaluation_interval: 2s }',
      'rule_files: [rules.yml]',
      `alerting: { alertmanagers: [{ static_configs: [{ targets: ["${new URL(alertmanager.baseUrl).host}"] }] }] }`,
      scrapeConfig(served.endpoints, SCRAPE_SECONDS),
    ].join('\n'),
  })
  return {
    prometheusUrl: prometheus.baseUrl,
    alertmanagerUrl: alertmanager.baseUrl,
    fix: (changes) => {
      for (const change of changes) history.fleet.apply(change)
    },
    stop: async () => {
      await prometheus.stop()
      await alertmanager.stop()
      await served.close()
    },
  }
}
