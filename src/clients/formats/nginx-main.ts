import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { nginxParser } from './clf.ts'

/** `combined` with `"$http_x_forwarded_for"`, as nginx' packages configure it. */
export const nginxMain: AccessFormat = {
  id: 'nginx-main',
  title: 'nginx main',
  time: 'end',
  parse: nginxParser((clf, agents) => {
    const forwarded = agents === undefined ? null : /^ "((?:[^"\\]|\\[^])*)"$/u.exec(agents.tail)
    if (forwarded !== null) return accessLine({ ...clf, userAgent: agents?.userAgent, forwardedFor: forwarded[1] })
    return agents === undefined ? 'broken' : undefined
  }),
}
