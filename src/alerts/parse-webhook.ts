import type { Alert, AlertGroup, AlertStatus } from '../domain/alert.ts'
import type { Labels } from '../domain/series.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { boundAnnotations, boundLabels, boundText } from './bounds.ts'
import { fingerprintOf } from './fingerprint.ts'
import { parseTime } from './parse-time.ts'
import { type WireAlert, type WireGroup, wireAlert, wireGroup } from './schema.ts'

export type ParsedWebhook =
  | { readonly kind: 'group'; readonly group: AlertGroup }
  /** Understood, and knowingly left aside: the sender must not send it again. */
  | { readonly kind: 'ignored'; readonly reason: string }
  /** Not a notification at all. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Alerts that always fire, to show that alerting works; they say nothing of a fleet. */
const HEARTBEATS: ReadonlySet<string> = new Set(['Watchdog', 'InfoInhibitor', 'DeadMansSwitch'])
/** More in one notification are counted as cut off, as Alertmanager's own `max_alerts` does. */
const MAX_ALERTS = 10_000

/**
 * Reads a notification of Alertmanager (versions 0 to 4), vmalert, Grafana-managed alerting or Google's managed
 * Alertmanager. Never throws, whatever `body` is.
 *
 * @param receivedAt stands in for times that are missing or unreadable
 */
export function parseWebhook(body: unknown, receivedAt: UnixSeconds): ParsedWebhook {
  if (!isObject(body)) {
    return refused('the body is not a JSON object; send Alertmanager\'s webhook payload (an object with "alerts")')
  }
  if (!Array.isArray(body['alerts'])) return withoutAlerts(body)
  const wire = wireGroup.safeParse(body)
  if (!wire.success) return refused('"alerts" cannot be read; send Alertmanager\'s webhook payload')
  if (wire.data.alerts.length === 0) return ignored('the notification holds no alert')
  const status = groupStatus(wire.data)
  const kept = wire.data.alerts.slice(0, MAX_ALERTS)
  const read = kept.flatMap((alert) => parseAlert(alert, status, receivedAt))
  if (read.length === 0) return refused('none of "alerts" is an object; send Alertmanager\'s webhook payload')
  const alerts = read.filter((alert) => !HEARTBEATS.has(alert.labels['alertname'] ?? ''))
  if (alerts.length === 0) return ignored('the notification holds only heartbeats, such as Watchdog')
  const cutOff = wire.data.alerts.length - kept.length + (wire.data.truncatedAlerts ?? 0)
  return { kind: 'group', group: toGroup(wire.data, alerts, { status, cutOff }) }
}

function withoutAlerts(body: Readonly<Record<string, unknown>>): ParsedWebhook {
  if (['evalMatches', 'ruleName', 'ruleId', 'ruleUrl'].some((key) => Object.hasOwn(body, key))) {
    return ignored(
      "this is Grafana's legacy alerting, which does not say which alerts it means; switch Grafana to unified alerting",
    )
  }
  return refused('there is no "alerts" list; send Alertmanager\'s webhook payload, not a custom one')
}

function toGroup(
  wire: WireGroup,
  alerts: readonly Alert[],
  { status, cutOff }: { readonly status: AlertStatus; readonly cutOff: number },
): AlertGroup {
  const receiver = unquote(wire.receiver ?? '')
  return {
    receiver: boundText(receiver),
    status,
    groupKey: boundText(wire.groupKey ?? `${receiver}:${JSON.stringify(textLabels(wire.groupLabels))}`),
    ...(wire.externalURL && { externalUrl: boundText(wire.externalURL) }),
    alerts,
    truncatedAlerts: cutOff,
  }
}

function parseAlert(raw: unknown, status: AlertStatus, receivedAt: UnixSeconds): readonly Alert[] {
  const wire = wireAlert.safeParse(raw)
  return wire.success ? [toAlert(wire.data, status, receivedAt)] : []
}

function earliest(one: UnixSeconds, other: UnixSeconds): UnixSeconds {
  return one < other ? one : other
}

function toAlert(wire: WireAlert, groupStatus: AlertStatus, receivedAt: UnixSeconds): Alert {
  const labels = textLabels(wire.labels)
  const status = toStatus(wire.status) ?? groupStatus
  return {
    status,
    labels: boundLabels(labels),
    annotations: boundAnnotations(textLabels(wire.annotations)),
    startsAt: parseTime(wire.startsAt) ?? receivedAt,
    // A firing alert's end is a guess of its sender; Alertmanager itself sends none.
    // A clock that runs ahead must not end what has not begun: nothing is resolved later than it was told.
    ...(status === 'resolved' && { endsAt: earliest(parseTime(wire.endsAt) ?? receivedAt, receivedAt) }),
    ...(wire.generatorURL && { generatorUrl: boundText(wire.generatorURL) }),
    fingerprint: boundText(wire.fingerprint || fingerprintOf(labels), 128),
  }
}

/** A status nobody knows counts as firing: a false page is better than a missed one. */
function groupStatus(wire: WireGroup): AlertStatus {
  return toStatus(wire.status) ?? (wire.state === 'ok' ? 'resolved' : 'firing')
}

function toStatus(text: string | undefined): AlertStatus | undefined {
  return text === 'firing' || text === 'resolved' ? text : undefined
}

/** Alertmanager sends a receiver's name quoted for a regular expression: `team\.gpu\+2`. */
function unquote(receiver: string): string {
  return receiver.replaceAll(/\\([\\.+*?()|[\]{}^$])/gu, '$1')
}

function textLabels(labels: Readonly<Record<string, unknown>> | undefined): Labels {
  const entries = Object.entries(labels ?? {}).flatMap(([name, value]) => {
    if (typeof value === 'string') return [[name, value] as const]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, String(value)] as const] : []
  })
  return Object.fromEntries(entries)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function ignored(reason: string): ParsedWebhook {
  return { kind: 'ignored', reason }
}

function refused(reason: string): ParsedWebhook {
  return { kind: 'refused', reason }
}
