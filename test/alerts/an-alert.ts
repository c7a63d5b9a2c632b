import type { Alert, AlertGroup } from '../../src/domain/alert.ts'
import { unixSeconds } from '../../src/domain/time.ts'
import { fingerprintOf } from '../../src/alerts/fingerprint.ts'

export interface AlertParts {
  readonly name?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly startsAt?: number
  /** Resolved when given. */
  readonly endsAt?: number
}

export function anAlert({ name = 'VLLMTTFTHigh', labels = {}, startsAt = 1000, endsAt }: AlertParts = {}): Alert {
  const all = { alertname: name, model_name: 'qwen', ...labels }
  return {
    status: endsAt === undefined ? 'firing' : 'resolved',
    labels: all,
    annotations: { summary: `${name} is high` },
    startsAt: unixSeconds(startsAt),
    ...(endsAt !== undefined && { endsAt: unixSeconds(endsAt) }),
    fingerprint: fingerprintOf(all),
  }
}

export function aGroup(alerts: readonly Alert[], parts: Partial<AlertGroup> = {}): AlertGroup {
  const status = alerts.some((alert) => alert.status === 'firing') ? 'firing' : 'resolved'
  return { receiver: 'whyslow', status, groupKey: '{}:{}', alerts, truncatedAlerts: 0, ...parts }
}
