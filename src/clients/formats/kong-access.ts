import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { nginxParser } from './clf.ts'

/** Kong's access.log since 3.5: `combined` with `kong_request_id`; before, it is `combined` itself. */
export const kongAccess: AccessFormat = {
  id: 'kong-access',
  title: 'Kong access.log',
  time: 'end',
  parse: nginxParser((clf, agents) => {
    const id = agents === undefined ? null : /^ kong_request_id: "([^"]*)"$/u.exec(agents.tail)
    return id === null ? undefined : accessLine({ ...clf, userAgent: agents?.userAgent, requestId: id[1] })
  }),
}
