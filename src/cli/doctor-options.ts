import { type Command, Option } from 'commander'

/** What was typed, unparsed but for the choices. */
export interface DoctorOptions {
  readonly config?: string
  readonly cluster?: string
  readonly prometheus?: string
  readonly selector?: string
  readonly engine: readonly string[]
  readonly format: 'text' | 'json'
}

/** Adds the options of `whyslow doctor`. */
export function withDoctorOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--config <file>', 'configuration (whyslow.yml where there is one)').conflicts([
        'prometheus',
        'selector',
      ]),
    )
    .addOption(new Option('--cluster <name>', 'which cluster of the configuration'))
    .addOption(new Option('--prometheus <url>', 'look at this Prometheus without a configuration'))
    .addOption(new Option('--selector <labels>', 'series of vLLM, such as \'job=~"vllm.*"\''))
    .addOption(
      new Option('--engine <url>', 'a vLLM to ask itself, such as http://10.0.0.1:8000; may be given several times')
        .argParser((url: string, before: readonly string[]) => [...before, url])
        .default([], 'none'),
    )
    .addOption(new Option('--format <format>', 'how to print it').choices(['text', 'json']).default('text'))
}
