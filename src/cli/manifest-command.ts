import type { Command } from 'commander'
import { stringify } from 'yaml'
import { createManifest } from '../slack/manifest.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage-error.ts'

/** `whyslow manifest`: the Slack app's manifest, to paste where Slack asks for one. */
export function addManifest(program: Command, io: CliIo): void {
  program
    .command('manifest')
    .description("print the Slack app's manifest: for Socket Mode, or for HTTP at a URL")
    .option('--url <url>', 'where Slack reaches whyslow, such as https://whyslow.example.com (Socket Mode without)')
    .action(({ url }: { readonly url?: string }) => {
      io.out(stringify(url === undefined ? createManifest({ mode: 'socket' }) : httpManifest(url)))
    })
}

function httpManifest(url: string): ReturnType<typeof createManifest> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new UsageError(
      `--url "${url}" is no https URL; Slack posts to such alone, for example https://whyslow.example.com`,
    )
  }
  return createManifest({ mode: 'http', baseUrl: url })
}
