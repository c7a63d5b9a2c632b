import { envoyRecord } from './envoy-record.ts'
import { jsonFormat } from './json-format.ts'

/** Envoy Gateway's JSON, and the AI Gateway's with its tokens and model; they are null where a request was none of a model. */
export const envoyGatewayJson = jsonFormat({
  id: 'envoy-gateway-json',
  title: 'Envoy Gateway or AI Gateway JSON',
  time: 'arrival',
  marks: ['"x-envoy-origin-path"', '":authority"', '"gen_ai.'],
  read: (record, clock) => ('response_code' in record ? envoyRecord(record, clock) : undefined),
})
