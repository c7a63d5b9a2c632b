import type { Labels } from './series.ts'
import type { UnixSeconds } from './time.ts'

export type AlertStatus = 'firing' | 'resolved'

/** One alert of a notification, as Alertmanager's webhook (version 4) has it, with what senders leave out filled in. */
export interface Alert {
  readonly status: AlertStatus
  readonly labels: Labels
  readonly annotations: Labels
  readonly startsAt: UnixSeconds
  /** Set when resolved. */
  readonly endsAt?: UnixSeconds
  readonly generatorUrl?: string
  /** Alertmanager's hash of the labels; made from the labels where a sender leaves it out. */
  readonly fingerprint: string
}

/** One notification. */
export interface AlertGroup {
  readonly receiver: string
  readonly status: AlertStatus
  readonly groupKey: string
  readonly externalUrl?: string
  readonly alerts: readonly Alert[]
  /** How many alerts `max_alerts` cut off; they are neither firing nor resolved for all we know. */
  readonly truncatedAlerts: number
}

export function nameOfAlert(alert: Alert): string {
  return alert.labels['alertname'] ?? alert.labels['rulename'] ?? 'unnamed alert'
}
