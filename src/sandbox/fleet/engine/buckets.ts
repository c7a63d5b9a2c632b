/** Edges of the histograms an engine fills; they differ between vLLM releases. */
export interface EngineBuckets {
  readonly timeToFirstToken: readonly number[]
  readonly tokenTime: readonly number[]
  readonly requestTime: readonly number[]
  readonly iterationTokens: readonly number[]
}

/** Token-length edges run 1-2-5 up to the model length, so their set differs per model (vLLM: build_1_2_5_buckets). */
export function oneTwoFiveBuckets(limit: number): readonly number[] {
  const edges: number[] = []
  for (let decade = 1; ; decade *= 10) {
    for (const step of [1, 2, 5]) {
      if (step * decade > limit) return edges
      edges.push(step * decade)
    }
  }
}
