import { keptIn } from '../domain/once.ts'
import { escapeRegex } from './escape.ts'

/**
 * What stands before a name of vLLM's: its own, Ray's of old, Ray's since vLLM 0.11 (#25439), and what recording rules
 * and stores without colons make of its own.
 */
const PREFIXES = ['vllm:', 'ray_vllm:', 'ray_vllm_', 'vllm_'] as const

/** Whether a name is vLLM's, by what stands before it. */
export function isVllmName(name: string): boolean {
  return PREFIXES.some((prefix) => name.startsWith(prefix))
}

const RAYS = ['ray_vllm:', 'ray_vllm_'] as const

/** Names of one thing in the order of preference, each as vLLM, Ray and renaming stores write it. */
export function vllmNames(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => PREFIXES.map((prefix) => `${prefix}${name}`))
}

/** The same of counters, which Ray also writes, or of old writes only, without `_total`. */
export function vllmCounterNames(...names: readonly string[]): readonly string[] {
  const bare = names.map((name) => name.replace(/_total$/, ''))
  return [...vllmNames(...names), ...bare.flatMap((name) => RAYS.map((prefix) => `${prefix}${name}`))]
}

/** The names as vLLM writes them, for people. */
export function plainNames(names: readonly string[]): readonly string[] {
  const [own, ...others] = PREFIXES
  return names.filter((name) => name.startsWith(own) || !others.some((prefix) => name.startsWith(prefix)))
}

/** What many names of one exporter begin with; AMD's stand with and without its own name before them. */
const COMMON = [
  'DCGM_FI_DEV_',
  'gpu_',
  'amd_gpu_',
  'nginx_ingress_controller_nginx_process_',
  'nginx_ingress_controller_',
  'envoy_cluster_upstream_rq_',
  'whyslow:log_',
] as const

/** A regular expression of all these names, short enough for a URL: prefixes are written once for many names. */
export function namePattern(names: readonly string[]): string {
  const prefixesOf = new Map<string, string[]>()
  const others: string[] = []
  for (const name of new Set(names)) {
    const prefix = [...PREFIXES, ...COMMON].find((one) => name.startsWith(one))
    if (prefix === undefined) others.push(name)
    else keptIn(prefixesOf, name.slice(prefix.length), () => []).push(prefix)
  }
  const restsOf = new Map<string, string[]>()
  for (const [rest, prefixes] of prefixesOf) keptIn(restsOf, oneOf(prefixes), () => []).push(rest)
  return [...others.map(escapeRegex), ...[...restsOf].map(([prefixes, rests]) => prefixes + oneOf(rests))].join('|')
}

function oneOf(texts: readonly string[]): string {
  const escaped = texts.map(escapeRegex).toSorted()
  return escaped.length === 1 ? (escaped[0] ?? '') : `(?:${escaped.join('|')})`
}
