import { minutes } from '../../domain/time.ts'
import { instanceDown } from './alerts.ts'
import { COMMON, D, fourInstances } from './building-blocks.ts'
import { EVERYDAY } from './clients.ts'
import type { Scenario } from './scenario.ts'

/** The server of one instance has stopped; its host is well. */
export const downInstance: Scenario = {
  ...COMMON,
  id: 'instance-down',
  title: 'One instance is gone',
  expectedCause: 'instance.down',
  seed: 312,
  onsetBeforeEnd: minutes(6),
  instances: fourInstances(),
  clients: EVERYDAY,
  timeline: [{ afterOnset: 0, change: { kind: 'stop', instances: [D] } }],
  alert: instanceDown(D),
  fixes: [{ kind: 'start', instances: [D] }],
}
