import { stringify } from 'yaml'
import { createManifest } from '../slack/manifest.ts'
import { UsageError } from './usage-error.ts'

/**
 * The manifest as YAML, for Socket Mode without a URL.
 *
 * @throws UsageError for a URL Slack would not take
 */
export function printManifest(url: string | undefined): string {
  return stringify(url === undefined ? createManifest({ mode: 'socket' }) : httpManifest(url))
}

function httpManifest(url: string): ReturnType<typeof createManifest> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new UsageError(
      `--url "${url}" is no https URL; Slack posts to such alone, for example https://whyslow.example.com`,
    )
  }
  return createManifest({ mode: 'http', baseUrl: url })
}
