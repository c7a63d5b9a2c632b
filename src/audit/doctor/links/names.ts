import { type Family, exposedNames, probeName } from '../../../signals/family.ts'
import type { EngineFacts } from '../facts.ts'
import { ENGINE_FAMILIES, hasVllm, recognise } from '../known-engines.ts'
import { type Finding, type Link, broken, ok, unknown } from '../link.ts'
import { listed } from '../words.ts'

/** Whether what the engine shows arrives under names that are read. */
export const names: Link = {
  id: 'names',
  question: 'Do its series arrive under their names?',
  examine: ({ engines, prometheus }) => {
    if (prometheus === undefined) return unknown('no Prometheus is named')
    if (prometheus.names.status === 'failed') return unknown('Prometheus was not to be asked')
    const stored = prometheus.names.value
    const { renamed } = recognise(stored)
    if (!hasVllm(stored)) {
      if (renamed.length > 0) return isRenamed(renamed)
      const shows = engines.some(({ answer }) => answer.kind === 'metrics' && hasVllm(answer.names))
      return shows ? nothingArrives() : unknown('no series of vLLM are stored')
    }
    // What the selector finds is the fleet's; the rest of the store speaks of others.
    const { selected } = prometheus
    const seen = selected.status === 'ok' && hasVllm(selected.value) ? selected.value : stored
    return lost(engines, seen) ?? withoutBuckets(seen) ?? ok(counted(seen))
  },
}

function isRenamed(renamed: readonly string[]): Finding {
  const [first = ''] = renamed
  const prefix = first.slice(0, first.toLowerCase().indexOf('vllm'))
  return broken(
    `renamed on the way to ${listed(renamed, 2)}, which is not read`,
    'Name them as vLLM does: under metric_relabel_configs of the scrape job, or write_relabel_configs of a remote write. Of an OpenTelemetry collector, leave the names alone (Prometheus receiver and exporter with add_metric_suffixes: false)',
    [
      'metric_relabel_configs:',
      '  - source_labels: [__name__]',
      `    regex: '${prefix.replaceAll(/[^\w]/g, '.')}vllm[._:](.+)'`,
      '    target_label: __name__',
      "    replacement: 'vllm:$1'",
    ],
  )
}

function nothingArrives(): Finding {
  return broken(
    'the engine shows them, and Prometheus has none of them',
    "If its target is up, a rule drops them: look for action: drop or keep in the job's metric_relabel_configs and in write_relabel_configs, and let through",
    ['- source_labels: [__name__]', "  regex: '(ray_)?vllm[:_].*'", '  action: keep'],
  )
}

/** Families that an engine shows now and the store has not. */
function lost(engines: readonly EngineFacts[], stored: ReadonlySet<string>): Finding | undefined {
  const shown = engines.flatMap(({ answer }) => (answer.kind === 'metrics' ? [answer.names] : []))
  const missing = ENGINE_FAMILIES.filter(
    (family) =>
      exposedNames(family, stored).length === 0 && shown.some((page) => exposedNames(family, page).length > 0),
  )
  const [first] = missing
  if (first === undefined) return undefined
  const shownName = (family: Family): string => shown.flatMap((page) => exposedNames(family, page))[0] ?? family.id
  const lostNames = missing.map(shownName)
  return dropped(`the engine shows them, Prometheus does not: ${listed(lostNames)}`, lostNames)
}

function dropped(says: string, lostNames: readonly string[]): Finding {
  return broken(
    says,
    "A rule drops them: take them out of action: drop in the job's metric_relabel_configs (or write_relabel_configs), or let them through",
    [
      'metric_relabel_configs:',
      '  - source_labels: [__name__]',
      `    regex: '${lostNames.join('|')}'   # not with action: drop`,
    ],
  )
}

/** Buckets are what people drop to save series; quantiles are made of them. */
function withoutBuckets(stored: ReadonlySet<string>): Finding | undefined {
  const bare = ENGINE_FAMILIES.filter(({ type }) => type === 'histogram').flatMap((family) =>
    exposedNames(family, stored).filter((name) => stored.has(probeName(family, name)) && !stored.has(`${name}_bucket`)),
  )
  if (bare.length === 0) return undefined
  const buckets = bare.map((name) => `${name}_bucket`)
  return dropped(`counts arrive without their buckets: ${listed(buckets, 2)}`, buckets)
}

function counted(stored: ReadonlySet<string>): string {
  const found = ENGINE_FAMILIES.filter((family) => exposedNames(family, stored).length > 0)
  const prefixes = [...recognise(stored).vllm.keys()].join(' and ')
  return `${found.length} of the ${ENGINE_FAMILIES.length} families that are read, under ${prefixes}`
}
