import { accessLine } from './access-fields.ts'
import { envoyRecord } from './envoy-record.ts'
import { jsonFormat } from './json-format.ts'
import { millisecondsAt, numberAt, parseRecord, textAt } from './record.ts'

/** Higress: Envoy's JSON with another one in its `ai_log`, every number of which stands in quotes. */
export const higress = jsonFormat({
  id: 'higress',
  title: 'Higress',
  time: 'arrival',
  marks: ['"ai_log"'],
  read: (record, clock) => {
    const line = envoyRecord(record, clock)
    const log = textAt(record, 'ai_log')
    const ai = log === undefined || log === '-' ? undefined : parseRecord(log)
    if (ai === undefined) return 'ai_log' in record ? line : undefined
    return accessLine({
      ...line,
      duration: line.duration ?? millisecondsAt(ai, 'llm_service_duration'),
      promptTokens: numberAt(ai, 'input_token'),
      outputTokens: numberAt(ai, 'output_token'),
      model: textAt(ai, 'model'),
      consumer: textAt(ai, 'consumer'),
      consumerIs: 'consumer',
    })
  },
})
