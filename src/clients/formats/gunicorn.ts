import type { AccessFormat } from '../access-line.ts'
import { accessLine } from './access-fields.ts'
import { cutAgents, parseClf } from './clf.ts'

/** Gunicorn's own lines: `[2026-11-29 12:33:05 +0000] [22213] [INFO] …`. */
const OTHER = /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[\d{1,10}\] \[[A-Z]{1,10}\] /u

/** Gunicorn's default: like `combined`, but nothing in it is escaped. */
export const gunicorn: AccessFormat = {
  id: 'gunicorn',
  title: 'gunicorn',
  time: 'end',
  parse: (line, clock) => {
    if (OTHER.test(line)) return 'other'
    const clf = parseClf(line, clock)
    if (clf === undefined || clf === 'broken') return clf
    const agents = cutAgents(clf.rest)
    if (agents?.tail === '') return accessLine({ ...clf, userAgent: agents.userAgent })
    const userAgent = unescaped(clf.rest)
    return userAgent === undefined ? undefined : accessLine({ ...clf, userAgent })
  },
}

/** A user agent with quotes of its own: from the one after the referer to the line's last; another text after it is not gunicorn's. */
function unescaped(rest: string): string | undefined {
  const from = rest.indexOf('" "')
  const userAgent = rest.slice(from + 3, -1)
  return rest.startsWith(' "') && rest.endsWith('"') && from > 0 && !userAgent.includes('" "') ? userAgent : undefined
}
