import type { Inbound } from '../inbound/receipt.ts'

// The frames of Socket Mode (docs.slack.dev, using Socket Mode).

/** Why Slack ends a connection; `warning` comes some seconds before the end, the others with it. */
export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets'

const HOST = 'applink-sandbox'

export function helloFrame(appId: string, connections: number): string {
  return JSON.stringify({
    type: 'hello',
    num_connections: connections,
    connection_info: { app_id: appId },
    debug_info: { host: HOST, build_number: 1, approximate_connection_time: 3600 },
  })
}

export function disconnectFrame(reason: DisconnectReason): string {
  return JSON.stringify({ type: 'disconnect', reason, debug_info: { host: HOST } })
}

/** One thing that happened, with the id that its acknowledgement must name. */
export function envelope(id: string, { kind, payload, retry }: Inbound): string {
  return JSON.stringify({
    envelope_id: id,
    type: kind,
    payload,
    accepts_response_payload: kind !== 'events_api',
    ...(retry && { retry_attempt: retry.attempt, retry_reason: retry.reason }),
  })
}
