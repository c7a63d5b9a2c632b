import { INGRESS } from '../exporters/ingress-nginx.ts'
import type { GatewayAccess, UpstreamAccess } from './record.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** The line in ingress-nginx' default format (log-format-upstream). */
export function ingressLine(record: GatewayAccess): string {
  const { upstreams } = record
  const upstreamName = `${INGRESS.namespace}-${INGRESS.service}-${INGRESS.port}`
  return [
    `${record.clientAddress} - - [${nginxTime(record.at)}]`,
    `"${record.method} ${record.path} HTTP/1.1"`,
    `${record.status} ${record.responseBytes} "-" "${record.userAgent}"`,
    `${record.requestBytes} ${record.seconds.toFixed(3)}`,
    `[${upstreamName}] []`,
    listed(upstreams, ({ address }) => address),
    listed(upstreams, ({ bytes }) => String(bytes)),
    listed(upstreams, ({ seconds }) => seconds.toFixed(3)),
    listed(upstreams, ({ status }) => (status === undefined ? '-' : String(status))),
    record.id,
  ].join(' ')
}

/** Several tries stand in one field; no try is a dash. */
function listed(upstreams: readonly UpstreamAccess[], show: (upstream: UpstreamAccess) => string): string {
  return upstreams.length === 0 ? '-' : upstreams.map(show).join(', ')
}

function nginxTime(at: number): string {
  const date = new Date(Math.floor(at) * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()] ?? ''}/${date.getUTCFullYear()}`
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}
