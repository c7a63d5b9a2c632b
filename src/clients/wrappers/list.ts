import { compose } from './compose.ts'
import { cri } from './cri.ts'
import { dockerJson } from './docker-json.ts'
import { journaldJson } from './journald-json.ts'
import { jsonRecord } from './json-record.ts'
import { kubectlPrefix } from './kubectl-prefix.ts'
import { loki } from './loki.ts'
import { processPrefix } from './process-prefix.ts'
import { syslog } from './syslog.ts'
import { syslog5424 } from './syslog5424.ts'
import { timestamps } from './timestamps.ts'
import type { Wrapper } from './wrapper.ts'

/** Every layer there is; of two that fit a text, the earlier one says more. */
export const WRAPPERS: readonly Wrapper[] = [
  cri,
  syslog5424,
  syslog,
  timestamps,
  kubectlPrefix,
  processPrefix,
  dockerJson,
  journaldJson,
  loki,
  jsonRecord,
  compose,
]
