import { isoInstant } from '../formats/instant.ts'
import type { Wrapper } from './wrapper.ts'

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))(?: |$)/u

/** `kubectl logs --timestamps`, `docker logs -t`, `docker compose logs -t`. */
export const timestamps: Wrapper = {
  id: 'timestamps',
  peel: (text, clock) => {
    const found = TIME.exec(text)
    return found === null ? undefined : [{ ...isoInstant(found[1] ?? '', clock), text: text.slice(found[0].length) }]
  },
}
