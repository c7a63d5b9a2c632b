import type { AccessFormat } from '../access-line.ts'
import { parseElb } from './aws-elb.ts'

/** The application load balancer; its time is when it answered. */
export const awsAlb: AccessFormat = {
  id: 'aws-alb',
  title: 'AWS ALB',
  time: 'end',
  parse: (line, clock) => {
    const kind = /^(?:https?|h2|grpcs|wss?) (?=\d{4}-\d\d-\d\dT)/u.exec(line)?.[0]
    return kind === undefined ? undefined : parseElb(line.slice(kind.length), clock)
  },
}
