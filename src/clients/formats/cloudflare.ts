import { accessLine } from './access-fields.ts'
import { upstreamsOf } from './address.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { numberAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

/** Cloudflare's Logpush of HTTP requests. */
export const cloudflare = jsonFormat({
  id: 'cloudflare',
  title: 'Cloudflare Logpush',
  time: 'arrival',
  marks: ['"EdgeResponseStatus"', '"ClientRequestURI"', '"ClientRequestUserAgent"'],
  read: (record, clock) => {
    if (!('ClientIP' in record)) return undefined
    const path = textAt(record, 'ClientRequestURI', 'ClientRequestPath')
    const start = instantOf(valueAt(record, ['EdgeStartTimestamp', 'Datetime']), clock)
    const end = instantOf(valueAt(record, ['EdgeEndTimestamp']), clock)
    const origin = textAt(record, 'OriginIP')
    return accessLine({
      ...start,
      peer: textAt(record, 'ClientIP'),
      userAgent: textAt(record, 'ClientRequestUserAgent'),
      method: textAt(record, 'ClientRequestMethod'),
      path: path === undefined ? undefined : pathOf(path),
      status: numberAt(record, 'EdgeResponseStatus'),
      duration: start.at === undefined || end.at === undefined ? undefined : end.at - start.at,
      requestBytes: numberAt(record, 'ClientRequestBytes'),
      upstreams: upstreamsOf(origin ?? ''),
      requestId: textAt(record, 'RayID'),
    })
  },
})
