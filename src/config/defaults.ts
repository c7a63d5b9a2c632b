import { minutes, seconds } from '../domain/time.ts'

/** What a triage uses where nothing is stated, in a file or on the command line. */
export const DEFAULTS = {
  /** The time looked at. */
  window: minutes(5),
  /** What has not answered by then is missing. */
  deadline: seconds(5),
  /** As Prometheus' own examples have it. */
  scrapeInterval: seconds(15),
  selector: 'job=~"vllm.*"',
  instanceLabel: 'instance',
  /** What deploy pipelines call their annotations. */
  changeTags: ['deploy', 'deployment', 'release', 'config'],
} as const
