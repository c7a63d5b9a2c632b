import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamsOf } from './address.ts'
import { nginxOther, parseClf } from './clf.ts'

/** Where the host stands that APISIX writes before the request. */
const HOST = /^([^\s"{<]{1,255} - [^]{0,512}?\[\d\d\/[A-Za-z]{3}\/\d{4}:[\d:]{8} [+-]\d{4}\]) [^\s"]{1,255} (?=")/u
const LIST = String.raw`((?:[^\s,]+(?:(?:, | : )[^\s,]+)*)?)`
const QUOTED = String.raw`"((?:[^"\\]|\\[^])*)"`
const TAIL = new RegExp(
  String.raw`^ ([\d.]+) ${QUOTED} ${QUOTED} ${LIST} ${LIST} ${LIST} ${QUOTED}(?: ${QUOTED})?`,
  'u',
)

/** APISIX' default access log. */
export const apisixAccess: AccessFormat = {
  id: 'apisix-access',
  title: 'APISIX access.log',
  time: 'end',
  parse: (line, clock) => {
    if (!HOST.test(line)) return nginxOther(line)
    const clf = parseClf(line.replace(HOST, '$1 '), clock)
    if (clf === undefined || clf === 'broken') return clf
    const tail = TAIL.exec(clf.rest)
    if (tail === null) return 'broken'
    const [, seconds, , userAgent, upstreams = '', , , , requestId] = tail
    return accessLine({
      ...clf,
      duration: Number(seconds),
      userAgent,
      upstreams: upstreamsOf(upstreams),
      requestId,
    })
  },
}
