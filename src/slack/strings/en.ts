/**
 * Every sentence of whyslow's own that stands in Slack alone; what the tree concludes, and what every report says, comes
 * in words already. Numbers arrive formatted, text from outside is escaped by who shows it.
 */
export const EN = {
  card: {
    alert: 'alert',
    reading: 'reading evidence…',
    since: ' · since ',
    readAt: ' · read ',
    resolvedAfter: (lasted: string) => `resolved after ${lasted}`,
    readingAgain: 'The alerts have resolved; reading again…',
    was: (title: string) => `It was: ${title}`,
    recoveryKey: 'before → at the worst → now; by instance its share of the arrivals',
    runAgain: 'Run again',
  },
  body: {
    was: (value: string) => `was ${value}`,
    also: 'Also ',
    runbook: (page: string) => `Runbook: ${page}`,
    notRuledOut: (cause: string, settleWith: string) => `Not ruled out: ${cause} (${settleWith})`,
    moreInThread: (count: number) => ` and ${count} more in the thread`,
  },
  answer: { now: ' · now' },
  details: {
    instancesNotice: 'Instances, and what to do later',
    instances: 'Instances',
    why: 'Why',
    today: 'Today',
    thisWeek: 'This week',
    undo: 'To undo',
    sourcesSaid: 'Sources said',
    path: 'Path through the tree',
    forWantOf: (missing: string) => ` for want of ${missing}`,
    notRuledOut: 'Not ruled out',
    notRead: 'Not read',
    queries: 'Queries behind the numbers',
    noQuery: 'No query was answered.',
    more: (count: number) => `… and ${count} more`,
  },
  command: {
    reading: 'Reading the evidence…',
    help: [
      'why-slow [model or instance] [window]: read the evidence now and say why it is slow',
      'Examples: why-slow · why-slow qwen2.5-7b 15m · why-slow 10.0.1.22:8000',
      'In a thread mention me with the same words: slash commands do not work there.',
    ].join('\n'),
    unknown: (typed: string, hint: string) => `I don't know "${typed}". ${hint}`,
    tryThese: 'Try why-slow, or help.',
    didYouMean: (command: string) => `Did you mean ${command}?`,
    oneSubject: (count: number) => `One model or instance, please, not ${count}. Try why-slow, or help.`,
    longSubject: (most: number, count: number) =>
      `A model or instance has at most ${most} characters, this has ${count}.`,
    oneWindow: 'One window, please, such as 15m.',
    windowBounds: 'A window is between 1m and 24h, such as 15m.',
  },
  failure: {
    known: (why: string) => `I can't answer that: ${why}`,
    unknown: "I can't answer that: something went wrong inside whyslow, and its log says what. Please try again.",
  },
} as const
