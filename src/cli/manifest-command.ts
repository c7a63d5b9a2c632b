import type { Command } from 'commander'
import type { CliIo } from './io.ts'

/** `whyslow manifest`: the Slack app's manifest, to paste where Slack asks for one. */
export function addManifest(program: Command, io: CliIo): void {
  program
    .command('manifest')
    .description("print the Slack app's manifest: for Socket Mode, or for HTTP at a URL")
    .option('--url <url>', 'where Slack reaches whyslow, such as https://whyslow.example.com (Socket Mode without)')
    .action(async ({ url }: { readonly url?: string }) => {
      const { printManifest } = await import('./print-manifest.ts')
      io.out(printManifest(url))
    })
}
