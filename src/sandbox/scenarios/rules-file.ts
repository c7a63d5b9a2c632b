import { stringify } from 'yaml'
import type { ScenarioAlert } from './scenario.ts'

/** A Prometheus rules file with these alerts, each rule once. */
export function rulesFile(alerts: readonly ScenarioAlert[]): string {
  const rules = new Map(alerts.map((alert) => [`${alert.alertname} ${alert.expr}`, alert]))
  return stringify({
    groups: [
      {
        name: 'vllm',
        rules: [...rules.values()].map(({ alertname, expr, for: holds, labels, annotations }) => ({
          alert: alertname,
          expr,
          for: holds,
          labels,
          annotations,
        })),
      },
    ],
  })
}
