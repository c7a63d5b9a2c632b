import { type Command, InvalidArgumentError, Option } from 'commander'

/** What was typed, unparsed but for the choices. */
export interface ClientsOptions {
  readonly since?: string
  readonly baseline?: string
  readonly at?: string
  readonly by: 'requests' | 'tokens'
  readonly top: number
  readonly format: 'text' | 'json'
  readonly logFormat?: string
  readonly trust: readonly string[]
  readonly timezone?: string
  readonly verbose?: true
}

const MOST_CLIENTS = 1000

/** Adds the options of `whyslow clients`. */
export function withClientsOptions(command: Command): Command {
  return command
    .addOption(new Option('--since <duration>', 'length of the window, such as 10m (all there is)'))
    .addOption(new Option('--baseline <duration>', 'time before the window to compare with, such as 1h'))
    .addOption(new Option('--at <time>', 'end of the window: RFC 3339 or Unix seconds (the last line, at most now)'))
    .addOption(new Option('--by <measure>', 'rank by').choices(['requests', 'tokens']).default('requests'))
    .addOption(new Option('--top <number>', 'how many clients to name').argParser(parseTop).default(10))
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json']).default('text'))
    .addOption(new Option('--log-format <id>', 'format of the lines, such as ingress-nginx (told by the lines)'))
    .addOption(
      new Option('--trust <cidr>', 'a proxy whose X-Forwarded-For is believed; may be given several times')
        .argParser((text: string, before: readonly string[]) => [...before, text])
        .default([], 'none'),
    )
    .addOption(new Option('--timezone <zone>', "zone of times that have none beside them (the machine's)"))
    .addOption(new Option('--verbose', 'show how lines look that were not understood'))
}

function parseTop(text: string): number {
  const top = /^\d{1,4}$/u.test(text) ? Number(text) : NaN
  if (!(top >= 1 && top <= MOST_CLIENTS)) throw new InvalidArgumentError(`choose 1 to ${MOST_CLIENTS}.`)
  return top
}
