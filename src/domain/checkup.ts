/** What a look at the path of a cluster's metrics found, in short. Every text is one line. */
export interface Checkup {
  readonly cluster: string
  readonly standing: 'ok' | 'broken' | 'unknown'
  /** Those that are broken or could not be looked at, from the engine outward. */
  readonly findings: readonly { readonly id: string; readonly status: 'broken' | 'unknown'; readonly says: string }[]
  /** What to mend first, and what to paste where. */
  readonly mend?: { readonly text: string; readonly paste: readonly string[] }
  readonly signals: { readonly available: number; readonly all: number }
}
