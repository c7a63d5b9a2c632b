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

/** Other words for each, as people type them, in English and in Chinese. */
const WORDS: Readonly<Record<CommandKind, readonly string[]>> = {
  'why-slow': ['whyslow', 'why', 'slow', 'triage', '为什么慢', '为何慢', '慢'],
  status: ['incidents', 'open', 'state', '状态'],
  latency: ['latencies', 'stages', 'budget', '延迟'],
  skew: ['balance', 'balancing', 'shares', 'instances', '倾斜', '均衡'],
  clients: ['client', 'who', '客户端'],
  tree: ['path', '决策树'],
  silence: ['silences', 'mute', '静默'],
  doctor: ['audit', 'checkup', '诊断'],
  help: ['?', '-h', '--help', 'commands', '帮助', '？'],
}

/** Which command a first word means, however it is written. */
export function kindOf(typed: string): CommandKind | undefined {
  const word = typed.toLowerCase().replaceAll('_', '-')
  return COMMAND_KINDS.find((kind) => kind === word || WORDS[kind].includes(word))
}
