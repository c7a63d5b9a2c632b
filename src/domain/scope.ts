/** Whose trouble it is. What is not given is not narrowed. */
export interface Scope {
  readonly cluster: string
  /** vLLM's `model_name` label. */
  readonly modelName?: string
  /** One instance of interest, as Prometheus' `instance` label names it; peers are still read. */
  readonly instance?: string
}
