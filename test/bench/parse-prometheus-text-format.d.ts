/** The package brings no types; what the bench uses of it. */
declare module 'parse-prometheus-text-format' {
  interface PeerMetric {
    readonly labels?: Readonly<Record<string, string>>
    readonly value?: string
    readonly buckets?: Readonly<Record<string, string>>
    readonly quantiles?: Readonly<Record<string, string>>
    readonly count?: string
    readonly sum?: string
  }
  interface PeerFamily {
    readonly name: string
    readonly metrics: readonly PeerMetric[]
  }
  export default function parsePrometheusTextFormat(text: string): readonly PeerFamily[] | undefined
}
