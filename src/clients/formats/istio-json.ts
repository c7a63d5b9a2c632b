import { envoyRecord } from './envoy-record.ts'
import { jsonFormat } from './json-format.ts'

/** Istio's JSON, in whatever order of its keys. */
export const istioJson = jsonFormat({
  id: 'istio-json',
  title: 'Istio JSON',
  time: 'arrival',
  marks: ['"response_flags"', '"upstream_cluster"'],
  read: (record, clock) => {
    const isEnvoys = 'response_flags' in record || 'upstream_cluster' in record
    return isEnvoys && 'response_code' in record ? envoyRecord(record, clock) : undefined
  },
})
