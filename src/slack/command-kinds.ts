/** What can be asked, in the order in which help tells it. */
export const COMMAND_KINDS = [
  'why-slow',
  'status',
  'latency',
  'skew',
  'clients',
  'tree',
  'silence',
  'doctor',
  'help',
] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]

/** Other words for each, as people type them. */
const WORDS: Readonly<Record<CommandKind, readonly string[]>> = {
  'why-slow': ['whyslow', 'why', 'slow', 'triage'],
  status: ['incidents', 'open', 'state'],
  latency: ['latencies', 'stages', 'budget'],
  skew: ['balance', 'balancing', 'shares', 'instances'],
  clients: ['client', 'who'],
  tree: ['path'],
  silence: ['silences', 'mute'],
  doctor: ['audit', 'checkup'],
  help: ['?', '-h', '--help', 'commands'],
}

/** Which command a first word means, however it is written. */
export function kindOf(typed: string): CommandKind | undefined {
  const word = typed.toLowerCase().replaceAll('_', '-')
  return COMMAND_KINDS.find((kind) => kind === word || WORDS[kind].includes(word))
}
