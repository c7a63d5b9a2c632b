import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { upstreamOfUrl } from './address.ts'
import { cutAgents, parseClf } from './clf.ts'
import { traefikOther } from './traefik-other.ts'

const TAIL = /^ (?:\d+|-) (?:"(?:[^"\\]|\\[^])*"|-) (?:"((?:[^"\\]|\\[^])*)"|-) (\d+)ms$/u

/** Traefik's default: router, server and milliseconds after `combined`; the time is when the request came. */
export const traefikClf: AccessFormat = {
  id: 'traefik-clf',
  title: 'Traefik',
  time: 'arrival',
  parse: (line, clock) => {
    const clf = parseClf(line, clock)
    if (clf === undefined) return traefikOther(line)
    if (clf === 'broken') return clf
    const agents = cutAgents(clf.rest)
    const tail = agents === undefined ? null : TAIL.exec(agents.tail)
    if (tail === null) return undefined
    const [, url = '', milliseconds] = tail
    return accessLine({
      ...clf,
      userAgent: agents?.userAgent,
      upstreams: upstreamOfUrl(url),
      duration: Number(milliseconds) / 1000,
    })
  },
}
