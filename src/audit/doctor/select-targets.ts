import type { Matcher } from '../../domain/matcher.ts'
import type { Labels } from '../../domain/series.ts'
import { toRegExp } from '../../signals/regex.ts'
import type { EngineFacts, Facts, Target } from './facts.ts'

export interface SelectedTargets {
  /** Those of the engines that were asked and those that the selector matches, each once. */
  readonly found: readonly Target[]
  /** Engines without a target of their address. */
  readonly unfound: readonly EngineFacts[]
}

/** Which targets are the fleet's: by the engines' addresses, by the selector, and by where vLLM's series are. */
export function selectTargets({ engines, settings, prometheus }: Facts, targets: readonly Target[]): SelectedTargets {
  const addresses = new Set(engines.map(({ address }) => address))
  const places = prometheus?.places.status === 'ok' ? prometheus.places.value : []
  const jobs = new Set(places.map(({ job }) => job))
  const matchers = settings.matchers.filter(({ name }) => isOfTargets(name, targets))
  const isOurs = (target: Target): boolean =>
    addresses.has(target.address) || (matchers.length > 0 && matchers.every((one) => accepts(one, target.labels)))
  const selected = targets.filter(isOurs)
  const found = selected.length > 0 ? selected : targets.filter(({ labels }) => jobs.has(labels['job'] ?? ''))
  const known = new Set(targets.flatMap(({ address, labels }) => [address, labels['instance'] ?? '']))
  return { found, unfound: engines.filter(({ address }) => !known.has(address)) }
}

/** Other labels, such as `model_name`, stand on series only and say nothing of a target. */
function isOfTargets(label: string, targets: readonly Target[]): boolean {
  return label === 'job' || targets.some(({ labels }) => labels[label] !== undefined)
}

function accepts({ name, op, value }: Matcher, labels: Labels): boolean {
  const text = labels[name] ?? ''
  switch (op) {
    case '=':
      return text === value
    case '!=':
      return text !== value
    case '=~':
      return toRegExp(value).test(text)
    case '!~':
      return !toRegExp(value).test(text)
    default:
      return op satisfies never
  }
}
