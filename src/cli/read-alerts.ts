import { alertNameOf } from '../alerts/alert-name.ts'
import { parseWebhook } from '../alerts/parse-webhook.ts'
import { type ClusterRoute, scopeOf } from '../alerts/scope-of.ts'
import type { AlertGroup } from '../domain/alert.ts'
import type { Scope } from '../domain/scope.ts'
import type { UnixSeconds } from '../domain/time.ts'
import { readInput } from './read-input.ts'
import { UsageError } from './usage-error.ts'

/**
 * The alerts of a saved webhook.
 *
 * @param now stands in for times the webhook does not give
 * @throws UsageError naming the file and what it holds instead
 */
export async function readAlerts(path: string, now: UnixSeconds): Promise<AlertGroup> {
  const parsed = parseWebhook(parseJson(await readInput(path, '--alert'), path), now)
  if (parsed.kind === 'group') return parsed.group
  throw new UsageError(`--alert ${path}: ${parsed.reason}`)
}

/** Names of the alerts, firing ones first, each once. */
export function namesOfAlerts({ alerts }: AlertGroup): readonly string[] {
  const firing = alerts.filter(({ status }) => status === 'firing')
  return [...new Set([...firing, ...alerts].map(alertNameOf))]
}

/** What all alerts have in common; what they differ in is not narrowed. The first firing one names the cluster. */
export function scopeOfAlerts({ alerts }: AlertGroup, clusters: readonly ClusterRoute[]): Scope | undefined {
  const sorted = alerts.toSorted((a, b) => Number(b.status === 'firing') - Number(a.status === 'firing'))
  const scopes = sorted.map((alert) => scopeOf(alert, clusters))
  const [first] = scopes
  if (first === undefined) return undefined
  const { cluster, modelName, instance } = first
  const same = scopes.filter((scope) => scope.cluster === cluster)
  return {
    cluster,
    ...(modelName !== undefined && same.every((scope) => scope.modelName === modelName) && { modelName }),
    ...(instance !== undefined && same.every((scope) => scope.instance === instance) && { instance }),
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch (error) {
    throw new UsageError(`--alert ${path} is not JSON; save the body Alertmanager posts`, error)
  }
}
