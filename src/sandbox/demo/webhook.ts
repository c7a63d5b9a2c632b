import { createHash } from 'node:crypto'
import type { Labels } from '../../domain/series.ts'
import type { UnixSeconds } from '../../domain/time.ts'
import { toIso } from '../../domain/time.ts'
import type { JsonObject } from '../slack/json.ts'
import type { ScenarioAlert } from '../scenarios/scenario.ts'
import type { AlertNow } from './watch-rule.ts'

/** Alertmanager's notification of one alert, version 4 (prometheus.io/docs/alerting, webhook_config). */
export function notificationOf(alert: ScenarioAlert, now: AlertNow): JsonObject {
  const labels = alert.firingLabels
  const annotations = annotationsOf(alert)
  const status = now.state === 'resolved' ? 'resolved' : 'firing'
  const group = { alertname: alert.alertname }
  return {
    version: '4',
    groupKey: `{}:{alertname=${JSON.stringify(alert.alertname)}}`,
    truncatedAlerts: 0,
    status,
    receiver: 'whyslow',
    groupLabels: group,
    commonLabels: labels,
    commonAnnotations: annotations,
    externalURL: 'http://alertmanager.demo:9093',
    alerts: [
      {
        status,
        labels,
        annotations,
        startsAt: iso(now.startsAt),
        endsAt: iso(now.endsAt),
        generatorURL: `http://prometheus.demo:9090/graph?g0.expr=${encodeURIComponent(alert.expr)}&g0.tab=1`,
        fingerprint: createHash('sha256').update(JSON.stringify(labels)).digest('hex').slice(0, 16),
      },
    ],
  }
}

/** With the labels written in; what tells of the value is left out, for the rule's is not at hand. */
export function annotationsOf({ annotations, firingLabels }: ScenarioAlert): Labels {
  return Object.fromEntries(
    Object.entries(annotations)
      .filter(([, text]) => !text.includes('$value'))
      .map(([name, text]) => [
        name,
        text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/gu, (_, label: string) => firingLabels[label] ?? ''),
      ]),
  )
}

/** Go's zero time stands where there is none. */
function iso(at: UnixSeconds | undefined): string {
  return at === undefined ? '0001-01-01T00:00:00Z' : toIso(at)
}

/** Posts it as Alertmanager does; gives the HTTP status. */
export async function postWebhook(url: string, notification: JsonObject): Promise<number> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Alertmanager/0.28.0' },
    body: JSON.stringify(notification),
  })
  await answer.body?.cancel()
  return answer.status
}
