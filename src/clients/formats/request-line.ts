/** What a request line says, as far as it can be read: `POST /v1/completions HTTP/1.1`. */
export interface Request {
  readonly method?: string
  readonly path?: string
}

const METHOD = /^[A-Z][A-Z-]{1,31}$/u
/** `http://host:80` before the path: load balancers and HTTP/2 write the whole URL. */
const ORIGIN = /^[a-z][a-z0-9+.-]{0,15}:\/\/[^/?#]{0,512}/iu
const MOST_OF_PATH = 256

/** TLS on a plain port, a scan and the like are no request: nothing is read of them. */
export function requestOf(line: string): Request {
  const first = line.indexOf(' ')
  const last = line.lastIndexOf(' ')
  const method = first < 0 ? '' : line.slice(0, first)
  if (!METHOD.test(method)) return {}
  // HTTP/0.9 has no third word.
  const target = last === first ? line.slice(first + 1) : line.slice(first + 1, last)
  return { method, path: pathOf(target) }
}

/** The path alone: a query string may hold what a user typed. */
export function pathOf(target: string): string {
  const path = target.slice(0, 4 * MOST_OF_PATH).replace(ORIGIN, '')
  const end = path.search(/[?#]/u)
  const whole = end < 0 ? path : path.slice(0, end)
  return whole === '' ? '/' : whole.slice(0, MOST_OF_PATH)
}
