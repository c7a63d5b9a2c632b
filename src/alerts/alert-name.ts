import { type Alert, nameOfAlert } from '../domain/alert.ts'

/** Grafana sends a rule that has no data, or fails, under these names; which rule it was is in the label `rulename`. */
const GRAFANA_STAND_INS: ReadonlySet<string> = new Set(['DatasourceNoData', 'DatasourceError'])

/** The name a person knows the alert by. */
export function alertNameOf(alert: Alert): string {
  const name = nameOfAlert(alert)
  return (GRAFANA_STAND_INS.has(name) ? alert.labels['rulename'] : undefined) || name || 'unnamed alert'
}
