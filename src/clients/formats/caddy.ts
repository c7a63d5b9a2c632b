import { accessLine } from './access-fields.ts'
import { unitSeconds } from './duration.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { numberAt, recordAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

/** Caddy: `client_ip` is what its trusted proxies said (since 2.7), `remote_ip` the peer. */
export const caddy = jsonFormat({
  id: 'caddy',
  title: 'Caddy',
  time: 'end',
  marks: ['"http.log.access', '"handled request"'],
  read: (record, clock) => {
    const request = recordAt(record, 'request')
    if (request === undefined) return undefined
    const path = textAt(request, 'uri')
    const duration = valueAt(record, ['duration'])
    return accessLine({
      ...instantOf(valueAt(record, ['ts']), clock),
      peer: textAt(request, 'client_ip', 'remote_ip'),
      forwardedFor: textAt(request, 'headers.X-Forwarded-For'),
      consumer: textAt(record, 'user_id'),
      consumerIs: 'user',
      userAgent: textAt(request, 'headers.User-Agent'),
      method: textAt(request, 'method'),
      path: path === undefined ? undefined : pathOf(path),
      status: numberAt(record, 'status'),
      // Seconds, unless `duration_format string` is set.
      duration: typeof duration === 'number' ? duration : unitSeconds(duration),
      requestBytes: numberAt(record, 'bytes_read'),
    })
  },
})
