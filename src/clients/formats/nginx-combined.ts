import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { nginxParser } from './clf.ts'

/** nginx' `combined`, Apache's too: no duration, and of the request no bytes. */
export const nginxCombined: AccessFormat = {
  id: 'nginx-combined',
  title: 'nginx combined',
  time: 'end',
  parse: nginxParser((clf, agents) => {
    if (agents?.tail === '') return accessLine({ ...clf, userAgent: agents.userAgent })
    return agents === undefined ? 'broken' : undefined
  }),
}
