import type { Now } from '../clock.ts'
import type { Identity } from '../ids.ts'
import type { Changes } from './changes.ts'
import { createChanges } from './changes.ts'
import { createFiles } from './files.ts'
import type { Files } from './files.ts'
import { createMessages } from './messages.ts'
import type { Messages } from './messages.ts'
import { createPeople } from './people.ts'
import type { People } from './people.ts'
import { createResponseUrls } from './response-urls.ts'
import type { ResponseUrls } from './response-urls.ts'
import { createTriggers } from './triggers.ts'
import type { Triggers } from './triggers.ts'
import { createViews } from './views.ts'
import type { Views } from './views.ts'

/** One workspace, all of it in memory. */
export type World = {
  readonly identity: Identity
  readonly now: Now
  readonly changes: Changes
  readonly people: People
  readonly messages: Messages
  readonly files: Files
  readonly views: Views
  readonly triggers: Triggers
  readonly responseUrls: ResponseUrls
}

type Clocks = { readonly now: Now; readonly handNow: Now }

export function createWorld(identity: Identity, { now, handNow }: Clocks): World {
  const changes = createChanges()
  return {
    identity,
    now,
    changes,
    people: createPeople(identity),
    messages: createMessages(now, changes),
    files: createFiles(),
    views: createViews(changes),
    triggers: createTriggers(handNow),
    responseUrls: createResponseUrls(handNow),
  }
}
