import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { cutAgents, nginxOther, parseClf } from './clf.ts'

/** nginx' `combined`, Apache's too: no duration, and of the request no bytes. */
export const nginxCombined: AccessFormat = {
  id: 'nginx-combined',
  title: 'nginx combined',
  time: 'end',
  parse: (line, clock) => {
    const clf = parseClf(line, clock)
    if (clf === undefined) return nginxOther(line)
    if (clf === 'broken') return clf
    const agents = cutAgents(clf.rest)
    if (agents?.tail === '') return accessLine({ ...clf, userAgent: agents.userAgent })
    return agents === undefined ? 'broken' : undefined
  },
}
