/** Headers whose value lets its sender in. `X-Scope-OrgID` and the like are no secrets: they say which tenant is asked. */
const SECRET = /auth|token|key|cookie|secret|password/i

/** RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/
/** RFC 9110, section 5.5: no line breaks, no control characters, nothing above one byte. */
const VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/
/** Without blanks, which end it. RFC 6750 allows less, servers do not. */
const BEARER_TOKEN = /^[\x21-\x7E]+$/

/** They say how a message is sent and what it carries; the client that sends it writes them. */
const OF_THE_CLIENT: readonly string[] = [
  'accept',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Whether a header of this name carries a secret, which no file, note or log may show. */
export function isSecretHeader(name: string): boolean {
  return SECRET.test(name)
}

export function isHeaderName(name: string): boolean {
  return NAME.test(name)
}

export function isHeaderValue(value: string): boolean {
  return VALUE.test(value)
}

/** Whether nobody but the client may set the header. */
export function isClientHeader(name: string): boolean {
  return OF_THE_CLIENT.includes(name.toLowerCase())
}

/** Whether `Authorization: Bearer` can carry the text: one line of visible ASCII without blanks. */
export function isBearerToken(text: string): boolean {
  return BEARER_TOKEN.test(text)
}
