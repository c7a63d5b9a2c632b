import { isoInstant } from '../formats/instant.ts'
import type { Wrapper } from './wrapper.ts'

/** Priority, version, time, host, program, process and message's id; then `-` or structured data. */
const HEAD = /^<\d{1,3}>1 (\S{1,40}) \S{1,255} (\S{1,48}) \S{1,128} \S{1,32} /u
const DATA = /^(?:-|(?:\[(?:[^\]"\\]|\\[^]|"(?:[^"\\]|\\[^])*")*\])+)(?: |$)/u

/** RFC 5424. */
export const syslog5424: Wrapper = {
  id: 'syslog',
  peel: (text, clock) => {
    const head = HEAD.exec(text)
    const rest = head === null ? '' : text.slice(head[0].length)
    const data = DATA.exec(rest.slice(0, 8192))
    if (head === null || data === null) return undefined
    const [, time = '', source = ''] = head
    // A byte order mark stands before a message in UTF-8.
    const message = rest.slice(data[0].length).replace(/^\u{FEFF}/u, '')
    return [{ ...isoInstant(time, clock), text: message, ...(source !== '-' && { source }) }]
  },
}
