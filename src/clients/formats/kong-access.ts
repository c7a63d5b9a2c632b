import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { cutAgents, nginxOther, parseClf } from './clf.ts'

/** Kong's access.log since 3.5: `combined` with `kong_request_id`; before, it is `combined` itself. */
export const kongAccess: AccessFormat = {
  id: 'kong-access',
  title: 'Kong access.log',
  time: 'end',
  parse: (line, clock) => {
    const clf = parseClf(line, clock)
    if (clf === undefined) return nginxOther(line)
    if (clf === 'broken') return clf
    const agents = cutAgents(clf.rest)
    const id = agents === undefined ? null : /^ kong_request_id: "([^"]*)"$/u.exec(agents.tail)
    return id === null ? undefined : accessLine({ ...clf, userAgent: agents?.userAgent, requestId: id[1] })
  },
}
