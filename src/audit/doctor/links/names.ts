import type { Text } from '../../../domain/text.ts'
import { fewOf, joined, say } from '../../../domain/text.ts'
import { type Family, exposedNames, probeName } from '../../../signals/family.ts'
import { plainNames } from '../../../signals/vllm-names.ts'
import type { EngineFacts, Facts, PrometheusFacts } from '../facts.ts'
import { ENGINE_FAMILIES, hasVllm, recognise } from '../known-engines.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { failureText, someOf } from '../words.ts'

/** Whether what the engine shows arrives under names that are read. */
export const names: Link = {
  id: 'names',
  question: 'Do its series arrive under their names?',
  examine: (facts) => {
    const { engines, prometheus } = facts
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    if (prometheus.names.status === 'failed') return unknown(say`not looked at: ${failureText(prometheus.names)}`)
    const stored = prometheus.names.value
    const { selected } = prometheus
    // Another fleet in the same store must not hide that this one's names are changed.
    const own = selected.status === 'ok' && !hasVllm(selected.value) ? recognise(selected.value).renamed : []
    if (own.length > 0) return isRenamed(own)
    if (hasVllm(stored)) {
      // What the selector finds is the fleet's; the rest of the store speaks of others.
      const shown = engines.some(({ answer }) => answer.kind === 'metrics')
      const seen = selected.status === 'ok' && hasVllm(selected.value) ? selected.value : stored
      return (
        lost(engines, seen) ??
        withoutBuckets(seen) ??
        (shown ? undefined : suspected(prometheus, seen)) ??
        ok(familiesText(seen))
      )
    }
    const { renamed } = recognise(stored)
    return renamed.length > 0 ? isRenamed(renamed) : noneStored(facts, prometheus)
  },
}

function isRenamed(renamed: readonly string[]): Finding<Text> {
  const [first = ''] = renamed
  const says = say`renamed on the way to ${fewOf(renamed, 2)}, which is not read`
  if (first.includes('.')) {
    return broken(
      says,
      say`OpenTelemetry writes names with dots; have Prometheus take them with underscores, in prometheus.yml (a collector: its add_metric_suffixes stays true, its names classic):`,
      ['otlp:', '  translation_strategy: UnderscoreEscapingWithSuffixes'],
    )
  }
  const prefix = first.slice(0, first.toLowerCase().indexOf('vllm'))
  return broken(
    says,
    say`Take the rule away that renames them, or name them back: under metric_relabel_configs of the scrape job, or write_relabel_configs of a remote write:`,
    [
      'metric_relabel_configs:',
      '  - source_labels: [__name__]',
      `    regex: '${prefix}vllm[_:](.+)'`,
      '    target_label: __name__',
      "    replacement: 'vllm:$1'",
    ],
  )
}

/** Nothing of vLLM is stored: is it kept from being stored, or has it not come yet? */
function noneStored({ engines }: Facts, { dropped, up, targets }: PrometheusFacts): Finding<Text> {
  const shows = engines.some(({ answer }) => answer.kind === 'metrics' && hasVllm(answer.names))
  const isDropping = dropped.status === 'ok' && dropped.value > 0
  const isUp = up.status === 'ok' && up.value.some(({ value }) => value === 1)
  // Where targets are told, the link before this one says whether there is one.
  if (!isDropping && !(shows && (isUp || targets.status === 'failed'))) {
    return unknown(say`no series of vLLM are stored`)
  }
  const says = isDropping
    ? say`none is stored: rules drop ${dropped.value} samples of each round of scrapes`
    : say`the engine shows them, and Prometheus has none of them`
  return broken(
    says,
    say`Look for action: drop, or keep, in the metric_relabel_configs of the scrape job (and in write_relabel_configs, where the samples come by remote write), and let vLLM through:`,
    [
      'metric_relabel_configs:',
      '  - source_labels: [__name__]',
      "    regex: '(ray_)?vllm[:_].*|up|process_start_time_seconds'",
      '    action: keep',
    ],
  )
}

/** Families that an engine shows now and the store has not. */
function lost(engines: readonly EngineFacts[], stored: ReadonlySet<string>): Finding<Text> | undefined {
  const shown = engines.flatMap(({ answer }) => (answer.kind === 'metrics' ? [answer.names] : []))
  const missing = ENGINE_FAMILIES.filter(
    (family) =>
      exposedNames(family, stored).length === 0 && shown.some((page) => exposedNames(family, page).length > 0),
  )
  const [first] = missing
  if (first === undefined) return undefined
  const shownName = (family: Family): string => shown.flatMap((page) => exposedNames(family, page))[0] ?? family.id
  const lostNames = missing.map(shownName)
  return dropped(say`the engine shows them, Prometheus does not: ${someOf(lostNames)}`, lostNames)
}

function dropped(says: Text, lostNames: readonly string[]): Finding<Text> {
  return broken(
    says,
    say`A rule drops them: in the metric_relabel_configs of the scrape job (or in write_relabel_configs) find the drop or keep whose regex is about them, and let these through:`,
    lostNames,
  )
}

/** Without an engine's page nobody knows what it shows; rules that drop something make what is missing suspect. */
function suspected({ dropped }: PrometheusFacts, stored: ReadonlySet<string>): Finding<Text> | undefined {
  const missing = ENGINE_FAMILIES.filter((family) => exposedNames(family, stored).length === 0)
  if (missing.length === 0 || dropped.status === 'failed' || dropped.value <= 0) return undefined
  const own = missing.map(({ names }) => plainNames(names)[0] ?? '')
  return unknown(
    say`rules drop ${dropped.value} samples of each round of scrapes; not stored: ${fewOf(own, 2)}`,
    say`ask the engine whether it shows them: --engine http://HOST:8000`,
  )
}

/** Buckets are what people drop to save series; quantiles are made of them. */
function withoutBuckets(stored: ReadonlySet<string>): Finding<Text> | undefined {
  const bare = ENGINE_FAMILIES.filter(({ type }) => type === 'histogram').flatMap((family) =>
    exposedNames(family, stored).filter((name) => stored.has(probeName(family, name)) && !stored.has(`${name}_bucket`)),
  )
  if (bare.length === 0) return undefined
  const buckets = bare.map((name) => `${name}_bucket`)
  return dropped(say`counts arrive without their buckets: ${fewOf(buckets, 2)}`, buckets)
}

function familiesText(stored: ReadonlySet<string>): Text {
  const found = ENGINE_FAMILIES.filter((family) => exposedNames(family, stored).length > 0)
  const prefixes = joined([...recognise(stored).vllm.keys()], (before, next) => say`${before} and ${next}`)
  return say`${found.length} of the ${ENGINE_FAMILIES.length} families that are read, under ${prefixes}`
}
