import { accessLine } from './access-fields.ts'
import { upstreamOfUrl, upstreamsOf, withoutPort } from './address.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { numberAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

const NANOSECONDS = 1e9

/** Traefik's JSON: its durations are nanoseconds, and headers are there only where kept. */
export const traefikJson = jsonFormat({
  id: 'traefik-json',
  title: 'Traefik JSON',
  time: 'arrival',
  marks: ['"RequestMethod"', '"DownstreamStatus"', '"ClientAddr"'],
  read: (record, clock) => {
    if (!('ClientAddr' in record || 'ClientHost' in record)) return undefined
    const path = textAt(record, 'RequestPath')
    const nanoseconds = numberAt(record, 'Duration')
    const retries = numberAt(record, 'RetryAttempts')
    const server = textAt(record, 'ServiceAddr') ?? upstreamOfUrl(textAt(record, 'ServiceURL') ?? '')[0] ?? ''
    return accessLine({
      ...instantOf(valueAt(record, ['StartUTC', 'StartLocal', 'time']), clock),
      peer: textAt(record, 'ClientHost') ?? withoutPort(textAt(record, 'ClientAddr') ?? ''),
      forwardedFor: textAt(record, 'request_X-Forwarded-For'),
      userAgent: textAt(record, 'request_User-Agent'),
      method: textAt(record, 'RequestMethod'),
      path: path === undefined ? undefined : pathOf(path),
      status: numberAt(record, 'DownstreamStatus'),
      duration: nanoseconds === undefined ? undefined : nanoseconds / NANOSECONDS,
      requestBytes: numberAt(record, 'RequestContentSize'),
      upstreams: upstreamsOf(server),
      attempts: retries === undefined || server === '' ? undefined : retries + 1,
    })
  },
})
