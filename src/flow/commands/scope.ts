import { WhyslowError } from '../../lib/errors.ts'
import type { Scope } from '../../domain/scope.ts'
import type { Asker, Desk } from './desk.ts'

/** An instance is named with its port, or as an address; anything else is a model. */
const INSTANCE = /^(?:\[[\da-f:]+\]|[\w.-]+):\d{1,5}$|^\d{1,3}(?:\.\d{1,3}){3}$/iu

/** Whose trouble is meant: what was named, else what the thread's incident is about, else the first cluster. */
export function scopeFor(subject: string | undefined, { incident }: Asker, { clusters }: Desk): Scope {
  const named = clusters.find(({ name }) => name === subject)?.name
  const cluster = named ?? incident?.scope.cluster ?? clusters[0]?.name ?? ''
  if (named !== undefined) return { cluster }
  if (subject === undefined) return incident?.scope ?? { cluster }
  return INSTANCE.test(subject) ? { ...incident?.scope, cluster, instance: subject } : { cluster, modelName: subject }
}

/** @throws WhyslowError that names the clusters there are */
export function clusterFor(subject: string | undefined, asker: Asker, desk: Desk): string {
  const { cluster } = scopeFor(subject, asker, desk)
  if (subject === undefined || subject === cluster) return cluster
  const known = desk.clusters.map(({ name }) => name).join(', ')
  throw new WhyslowError('unknown_cluster', `there is no cluster ${subject}; there is ${known}`)
}
