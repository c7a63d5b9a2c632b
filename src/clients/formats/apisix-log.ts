import { accessLine } from './access-fields.ts'
import { upstreamsOf } from './address.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { millisecondsAt, numberAt, recordAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

/** APISIX' file-logger, http-logger and the like. */
export const apisixLog = jsonFormat({
  id: 'apisix-log',
  title: 'APISIX logger',
  time: 'arrival',
  marks: ['"apisix_latency"'],
  read: (record, clock) => {
    const request = recordAt(record, 'request')
    if (request === undefined) return undefined
    const path = textAt(request, 'uri', 'url')
    return accessLine({
      ...instantOf(valueAt(record, ['start_time']), clock),
      peer: textAt(record, 'client_ip'),
      forwardedFor: textAt(request, 'headers.x-forwarded-for'),
      consumer: textAt(record, 'consumer.username'),
      consumerIs: 'consumer',
      userAgent: textAt(request, 'headers.user-agent'),
      method: textAt(request, 'method'),
      path: path === undefined ? undefined : pathOf(path),
      status: numberAt(record, 'response.status'),
      duration: millisecondsAt(record, 'latency'),
      requestBytes: numberAt(request, 'size'),
      upstreams: upstreamsOf(textAt(record, 'upstream') ?? ''),
      promptTokens: numberAt(record, 'llm_prompt_tokens'),
      outputTokens: numberAt(record, 'llm_completion_tokens'),
      model: textAt(record, 'request_llm_model', 'llm_model'),
    })
  },
})
