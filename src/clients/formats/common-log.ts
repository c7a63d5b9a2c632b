import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { cutAgents, parseClf } from './clf.ts'

/** What people add to nginx' line most often, with its unit sure: `rt=0.012`, `request_time=0.012`. */
const SECONDS = /\b(?:rt|request_time)[=:]"?(\d+\.\d+)\b/u

/** The Common Log Format with whatever was added to it. */
export const commonLog: AccessFormat = {
  id: 'common-log',
  title: 'Common Log Format',
  time: 'end',
  isFallback: true,
  parse: (line, clock) => {
    const clf = parseClf(line, clock)
    if (clf === undefined || clf === 'broken') return clf
    const agents = cutAgents(clf.rest)
    const seconds = agents === undefined ? undefined : SECONDS.exec(agents.tail)?.[1]
    return accessLine({
      ...clf,
      userAgent: agents?.userAgent,
      duration: seconds === undefined ? undefined : Number(seconds),
    })
  },
}
