import { isRecord } from '../../lib/is-record.ts'
import type { AccessLine } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { type JsonRecord, millisecondsAt, numberAt, recordAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

/** Kong's file-log, http-log and the like. `client_ip` is the load balancer's where Kong trusts none, as by default. */
export const kongLog = jsonFormat({
  id: 'kong-log',
  title: 'Kong file-log or http-log',
  time: 'arrival',
  marks: ['"latencies"'],
  read: (record, clock) => {
    const request = recordAt(record, 'request')
    const isKongs = request !== undefined && recordAt(record, 'latencies') !== undefined
    if (!isKongs) return undefined
    const path = textAt(request, 'uri', 'url')
    return accessLine({
      ...instantOf(valueAt(record, ['started_at']), clock),
      ...tokensOf(record),
      peer: textAt(record, 'client_ip'),
      forwardedFor: textAt(request, 'headers.x-forwarded-for'),
      consumer: textAt(record, 'consumer.username', 'consumer.custom_id', 'consumer.id', 'authenticated_entity.id'),
      consumerIs: 'consumer',
      userAgent: textAt(request, 'headers.user-agent'),
      method: textAt(request, 'method'),
      path: path === undefined ? undefined : pathOf(path),
      status: numberAt(record, 'response.status'),
      duration: millisecondsAt(record, 'latencies.request'),
      requestBytes: numberAt(request, 'size'),
      upstreams: triesOf(valueAt(record, ['tries'])),
      requestId: textAt(request, 'id'),
    })
  },
})

/** The AI plugins write `ai.proxy.usage`, under the plugin's own name. */
function tokensOf(record: JsonRecord): Partial<AccessLine> {
  const ai = recordAt(record, 'ai')
  const plugin = ai === undefined ? undefined : Object.values(ai).find((value) => isRecord(value) && 'usage' in value)
  if (!isRecord(plugin)) return {}
  const [prompt, output] = [numberAt(plugin, 'usage.prompt_tokens'), numberAt(plugin, 'usage.completion_tokens')]
  const model = textAt(plugin, 'meta.request_model', 'meta.response_model')
  return {
    ...(prompt !== undefined && { promptTokens: prompt }),
    ...(output !== undefined && { outputTokens: output }),
    ...(model !== undefined && { model }),
  }
}

const MOST_TRIES = 32

function triesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MOST_TRIES).flatMap((one: unknown) => {
    if (!isRecord(one)) return []
    const [ip, port] = [textAt(one, 'ip'), numberAt(one, 'port')]
    return ip === undefined || port === undefined ? [] : [`${ip}:${port}`]
  })
}
