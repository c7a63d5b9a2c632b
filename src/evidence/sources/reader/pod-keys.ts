/**
 * Keys by which an engine's pod and the pod that a GPU is given to are the same: by namespace where both know it, since
 * a StatefulSet's pod names come again in the next namespace, and by name alone where one does not.
 */
export function podKeysOfSeries(pod: string | undefined, namespace: string | undefined): readonly string[] {
  if (pod === undefined || pod === '') return []
  return namespace === undefined || namespace === '' ? [`bare ${pod}`] : [`${namespace}/${pod}`, `any ${pod}`]
}

/** The keys of the engine's side. */
export function podKeysOfEngine(pod: string | undefined, namespace: string | undefined): readonly string[] {
  if (pod === undefined || pod === '') return []
  return namespace === undefined || namespace === ''
    ? [`any ${pod}`, `bare ${pod}`]
    : [`${namespace}/${pod}`, `bare ${pod}`]
}
