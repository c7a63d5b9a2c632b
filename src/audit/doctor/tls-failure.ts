/** What a failed TLS handshake says, as Node names it. */
const TLS = /CERT|SELF_SIGNED|UNABLE_TO_|EPROTO|ERR_SSL|ERR_TLS/

/** Whether a connection failed for its TLS. */
export function isTlsFailure(detail: string): boolean {
  return TLS.test(detail)
}
