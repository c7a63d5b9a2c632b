import { accessLine } from './access-fields.ts'
import { upstreamsOf, withoutPort } from './address.ts'
import { unitSeconds } from './duration.ts'
import { instantOf } from './instant.ts'
import { jsonFormat } from './json-format.ts'
import { numberAt, recordAt, textAt, valueAt } from './record.ts'
import { pathOf } from './request-line.ts'

/** Google Cloud's load balancers; its sizes are texts, and an address may have a port. */
export const gcpLb = jsonFormat({
  id: 'gcp-lb',
  title: 'Google Cloud load balancer',
  time: 'arrival',
  marks: ['"httpRequest"'],
  read: (record, clock) => {
    const request = recordAt(record, 'httpRequest')
    if (request === undefined) return undefined
    const url = textAt(request, 'requestUrl')
    const details = textAt(record, 'jsonPayload.statusDetails')
    return accessLine({
      ...instantOf(valueAt(record, ['timestamp', 'receiveTimestamp']), clock),
      peer: withoutPort(textAt(request, 'remoteIp') ?? textAt(record, 'jsonPayload.remoteIp') ?? ''),
      userAgent: textAt(request, 'userAgent'),
      method: textAt(request, 'requestMethod'),
      path: url === undefined ? undefined : pathOf(url),
      status: numberAt(request, 'status'),
      isGivenUp: details?.startsWith('client_disconnected') === true ? true : undefined,
      duration: unitSeconds(valueAt(request, ['latency'])),
      requestBytes: numberAt(request, 'requestSize'),
      upstreams: upstreamsOf(textAt(request, 'serverIp') ?? ''),
    })
  },
})
