import type { AccessFormat, LineClock, Parsed } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { cutPort } from './address.ts'
import { isoInstant } from './instant.ts'
import { requestOf } from './request-line.ts'

/** `(APIServer pid=1240) `, `(ApiServer_0 pid=7) `, and Ray's `(pid=7, ip=10.0.0.7) `. */
const PROCESS = String.raw`(?:\((?:[A-Za-z][\w-]{0,63} (?:rank=\d{1,6} )?)?pid=\d{1,10}(?:, ip=[^)\s]{1,64})?\) )?`
/** SGLang's `[2026-09-11 23:47:03] `, KServe's `2025-05-14 17:45:10.901 uvicorn.access `. */
const TIME = String.raw`(?:\[?(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)(?: [A-Z]{2,4}\d{1,4})*\]? )?(?:uvicorn\.access )?`
const LEVEL = String.raw`(?:(?:TRACE|DEBUG|INFO|WARNING|ERROR|CRITICAL): {1,8})?`
/** A Unix socket has no peer; KServe puts its process' number after it. */
const PEER = String.raw`([^\s"{<]{0,128}?)(?: \d{1,10})? ?- `
const LINE = new RegExp(
  String.raw`^${PROCESS}${TIME}${LEVEL}${PEER}"([A-Z][A-Z-]{1,31} \S+ HTTP/[\d.]{1,3})" (\d{3})(?: [A-Za-z' -]{0,40})?$`,
  'u',
)
const BEGINNING = new RegExp(String.raw`^${PROCESS}${TIME}${LEVEL}[^\s"{<]{3,128}:\d{1,5}(?: \d{1,10})? - "`, 'u')

/** What vLLM's and uvicorn's own loggers write beside it. */
const OTHER = new RegExp(
  String.raw`^${PROCESS}(?:\[?\d{4}-\d\d-\d\d[ T][\d:.,]{8,18}(?: [A-Z]{2,4}\d{1,4})*\]? )?(?:uvicorn\.\w{1,16} )?(?:(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)(?: \d\d-\d\d \d\d:\d\d:\d\d |: {2,8}))`,
  'u',
)
/** Longer lines hold prompts. */
const MOST_CHARACTERS = 8192

/**
 * uvicorn's access line as vLLM, SGLang, KServe and a gunicorn worker print it. It is written when the answer starts, and
 * never for a client that left before: few lines are not few requests.
 */
export const uvicorn: AccessFormat = { id: 'uvicorn', title: 'uvicorn', time: 'response_start', parse }

function parse(line: string, clock: LineClock): Parsed | undefined {
  if (line.length > MOST_CHARACTERS) return OTHER.test(line.slice(0, 400)) ? 'other' : undefined
  const found = LINE.exec(line)
  if (found === null) {
    if (BEGINNING.test(line)) return 'broken'
    return OTHER.test(line) ? 'other' : undefined
  }
  const [, time, peer = '', request = '', status] = found
  const { host, port } = cutPort(peer)
  return accessLine({
    ...(time === undefined ? {} : isoInstant(time, clock)),
    ...requestOf(request),
    peer: host,
    isPeerFromHeader: host !== '' && port === 0 ? true : undefined,
    status: Number(status),
  })
}
