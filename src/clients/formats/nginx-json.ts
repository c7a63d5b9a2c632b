import { jsonFormat } from './json-format.ts'
import { knownKeys } from './known-keys.ts'

/** nginx' own variables, by which a JSON log shows that it is nginx'. */
const VARIABLES = [
  'remote_addr',
  'request_time',
  'request_length',
  'upstream_addr',
  'upstream_status',
  'upstream_response_time',
  'body_bytes_sent',
  'http_user_agent',
  'http_x_forwarded_for',
  'time_iso8601',
  'time_local',
  'msec',
  'request_uri',
] as const
const ENOUGH = 2

/** nginx with a `log_format` of JSON, whose keys are its variables' names or near them. */
export const nginxJson = jsonFormat({
  id: 'nginx-json',
  title: 'nginx JSON',
  time: 'end',
  marks: VARIABLES.map((name) => `"${name}"`),
  read: (record, clock) =>
    VARIABLES.filter((name) => name in record).length < ENOUGH ? undefined : knownKeys(record, clock),
})
