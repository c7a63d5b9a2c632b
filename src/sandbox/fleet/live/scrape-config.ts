import { stringify } from 'yaml'
import type { Endpoint } from './serve-fleet.ts'

/**
 * The scrape_configs of a Prometheus that reads the served fleet under its simulated addresses, so that live
 * samples continue the recorded ones.
 */
export function scrapeConfig(endpoints: readonly Endpoint[], intervalSeconds: number): string {
  const jobs = [...new Set(endpoints.map(({ job }) => job))]
  return stringify({
    scrape_configs: jobs.map((job) => ({
      job_name: job,
      scrape_interval: `${intervalSeconds}s`,
      scrape_timeout: `${Math.min(10, intervalSeconds)}s`,
      static_configs: endpoints
        .filter((endpoint) => endpoint.job === job)
        .map(({ address, instance, labels }) => ({ targets: [address], labels: { ...labels, instance } })),
    })),
  })
}
