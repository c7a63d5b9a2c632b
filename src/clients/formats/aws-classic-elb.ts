import type { AccessFormat } from '../access-line.ts'
import { parseElb } from './aws-elb.ts'

/** The classic load balancer. */
export const awsClassicElb: AccessFormat = {
  id: 'aws-classic-elb',
  title: 'AWS classic ELB',
  time: 'end',
  parse: parseElb,
}
