import { counted } from '../../domain/listed.ts'

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
    clients: 'Clients',
    why: 'Why',
    today: 'Today',
    thisWeek: 'This week',
    undo: 'To undo',
    sourcesSaid: 'Sources said',
    path: 'Path through the tree',
    unasked: (count: number) => `${counted(count, 'question')} more: nothing was read that would answer`,
    denied: (count: number) => `${counted(count, 'other question')} answered no`,
    forWantOf: (missing: string) => ` for want of ${missing}`,
    notRuledOut: 'Not ruled out',
    notRead: 'Not read',
    queries: 'Queries behind the numbers',
    noQuery: 'No query was answered.',
    more: (count: number) => `… and ${count} more`,
  },
  latency: {
    title: 'Where the time goes',
    window: (length: string) => `over ${length}`,
    notice: (whole: string) => `a request takes ${whole} end to end, on the mean`,
    none: 'No stage of latency could be read.',
    byInstance: 'By instance',
    whole: 'whole',
    noInstances: 'No latency could be read by instance.',
    means: 'Means of the requests that finished in the window; what is still inside is in none of them.',
  },
  skew: {
    title: 'What each instance gets',
    verdict: (hot: string, times: string) => `The busiest, ${hot}, gets ${times} times the mean.`,
    unknown: (why: string) => `How even the arrivals are can't be told: ${why}.`,
    noName: 'which has no name',
    none: 'No instance could be read.',
    columns: ['arrive/s', 'share', 'waiting', 'KV'],
    arrivals: 'Arrivals are completions plus the growth of what runs and waits.',
  },
  tree: {
    title: 'The decision tree',
    notice: (count: number) => `The ${count} questions of the tree's trunk`,
    asked: 'All of these are asked, from top to bottom; the first firm yes is the headline.',
    behind: (ask: string, count: number) => `${ask} (${count} questions)`,
    inThread: 'In the thread of an incident, mention me with tree: I answer with the path it took.',
  },
  checkup: {
    title: 'The path of the metrics',
    verdicts: {
      ok: 'Nothing is broken: samples of the fleet arrive and are found.',
      broken: 'Something is broken.',
      unknown: "I can't tell whether it works.",
    },
    mend: 'Mend first',
    signals: (available: number, all: number) =>
      `${available} of ${all} signals can be read; whyslow doctor on the command line tells of each.`,
  },
  status: {
    notice: (open: number, failed: number) =>
      `${open} open ${open === 1 ? 'incident' : 'incidents'}${failed === 0 ? '' : `, ${failed} of the sources do not answer`}`,
    open: (count: number) => (count === 0 ? 'No incident is open.' : `Open incidents: ${count}`),
    sources: 'Sources',
    states: { ok: 'answers', partial: 'answers in part', failed: 'does not answer' },
    up: (count: number) => `${count} ${count === 1 ? 'instance' : 'instances'} up`,
  },
  command: {
    reading: 'Reading the evidence…',
    help: [
      'why-slow [model or instance] [window]: read the evidence now and say why it is slow',
      'status: the open incidents, and whether the sources of each cluster answer',
      'latency [model] [window]: where the time goes, by stage and by instance, and what was usual',
      'skew [model] [window]: what each instance gets, and how full it is',
      'tree: the questions that are asked; in the thread of an incident their answers',
      'doctor [cluster]: where the path of the metrics breaks, and what to mend first',
      'Examples: why-slow · why-slow qwen2.5-7b 15m · why-slow 10.0.1.22:8000',
      'In a thread mention me with the same words: slash commands do not work there.',
    ].join('\n'),
    unknown: (typed: string, hint: string) => `I don't know "${typed}". ${hint}`,
    tryThese: (commands: string) => `Try one of ${commands}.`,
    didYouMean: (command: string) => `Did you mean ${command}?`,
    oneSubject: (count: number) => `One model or instance, please, not ${count}. Try why-slow, or help.`,
    longSubject: (most: number, count: number) =>
      `A model or instance has at most ${most} characters, this has ${count}.`,
    oneWindow: 'One window, please, such as 15m.',
    noWindow: (command: string) => `${command} looks at now: it takes a cluster, and no window.`,
    alone: (command: string) => `${command} stands alone: nothing goes behind it.`,
    windowBounds: 'A window is between 1m and 24h, such as 15m.',
  },
  failure: {
    known: (why: string) => `I can't answer that: ${why}`,
    unknown: "I can't answer that: something went wrong inside whyslow, and its log says what. Please try again.",
    notPosted:
      "The answer did not get into the thread. If I'm not in the channel, invite me (/invite @whyslow) and ask again.",
  },
} as const
