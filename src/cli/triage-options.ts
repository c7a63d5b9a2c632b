import { type Command, InvalidArgumentError, Option } from 'commander'

const TRIAGE_FORMATS = ['text', 'json', 'markdown', 'blocks'] as const
export type TriageFormat = (typeof TRIAGE_FORMATS)[number]

/** Whose schema is printed: `triage` is what --format json prints. */
const SCHEMAS_OF = ['triage', 'incident'] as const
type SchemaOf = (typeof SCHEMAS_OF)[number]

/** What was typed, unparsed but for the choices. */
export interface TriageOptions {
  readonly config?: string
  readonly at?: string
  readonly window?: string
  readonly alert?: string
  readonly evidence?: string
  readonly recording?: string
  readonly prometheus?: string
  readonly selector?: string
  readonly accessLog?: readonly string[]
  readonly cluster?: string
  readonly model?: string
  readonly format: TriageFormat
  readonly saveEvidence?: string
  readonly chart?: string
  readonly schema?: true | SchemaOf
}

/** Adds the options of `whyslow triage`; the sources exclude each other. */
export function withTriageOptions(command: Command): Command {
  return command
    .addOption(
      option('--config <file>', 'configuration (whyslow.yml where there is one)').conflicts([
        'evidence',
        'recording',
        'prometheus',
        'selector',
      ]),
    )
    .addOption(option('--at <time>', 'end of the window: RFC 3339 or Unix seconds (now; the end of a recording)'))
    .addOption(option('--window <duration>', 'time looked at, such as 10m (5m)'))
    .addOption(option('--alert <file>', 'a saved Alertmanager webhook: which alerts, which scope, since when'))
    .addOption(
      option('--evidence <file>', 'decide on saved evidence, or on an incident written as YAML or JSON').conflicts([
        'recording',
        'prometheus',
        'selector',
        'cluster',
        'model',
        'at',
        'window',
      ]),
    )
    .addOption(option('--recording <file>', 'read an OpenMetrics file with timestamps').conflicts('prometheus'))
    .addOption(option('--prometheus <url>', 'read this Prometheus without a configuration'))
    .addOption(option('--selector <labels>', 'series of vLLM, such as \'job=~"vllm.*"\''))
    .addOption(
      option('--access-log <file...>', 'access logs, also with *, that say who sends the load').conflicts([
        'config',
        'evidence',
      ]),
    )
    .addOption(option('--cluster <name>', 'which cluster of the configuration; a name for the report without one'))
    .addOption(option('--model <name>', "only this model (vLLM's model_name)"))
    .addOption(option('--format <format>', 'how to print it').choices(TRIAGE_FORMATS).default('text'))
    .addOption(option('--save-evidence <file>', 'keep every reading, to decide on it again with --evidence'))
    .addOption(option('--chart <file>', 'draw how it came about, as a PNG: latency by stage, waiting, arrivals'))
    .addOption(
      option('--schema [of]', 'print the JSON Schema of --format json, or of an incident file, and end').choices(
        SCHEMAS_OF,
      ),
    )
}

function option(flags: string, description: string): Option {
  const made = new Option(flags, description)
  return made.required && !made.variadic ? made.argParser(notEmpty) : made
}

function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('it is empty.')
  return value
}
