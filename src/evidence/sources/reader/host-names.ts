import type { Labels } from '../../../domain/series.ts'

/** Labels in which the name of a host stands, by exporter and by relabelling rule. */
export const HOST_LABELS = ['Hostname', 'hostname', 'node', 'kubernetes_node', 'nodename'] as const

/** Every name of the host that series with these labels come from, none twice. */
export function hostNames(labels: Labels): readonly string[] {
  return known(HOST_LABELS.map((name) => labels[name]))
}

/** The host part of the address that was scraped. */
export function addressOf({ instance }: Labels): readonly string[] {
  return instance === undefined ? [] : known([hostOf(instance)])
}

/** The host of `10.0.0.1:8000`, `[::1]:8000` or `http://gpu-1:8000/metrics`. */
export function hostOf(address: string): string {
  const authority = address.replace(/^[a-z]+:\/\//, '').split('/', 1)[0] ?? ''
  const bracketed = /^\[([^\]]*)\]/.exec(authority)?.[1]
  if (bracketed !== undefined) return bracketed
  return authority.split(':').length === 2 ? (authority.split(':', 1)[0] ?? '') : authority
}

function known(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.flatMap((name) => (name === undefined || name === '' ? [] : [name])))]
}
