import * as apps from './apps.ts'
import * as change from './chat-change.ts'
import { postEphemeral, postMessage } from './chat-post.ts'
import * as reading from './conversations-read.ts'
import * as conversations from './conversations.ts'
import * as files from './files.ts'
import type { Method } from './method.ts'
import * as people from './people.ts'
import * as reactions from './reactions.ts'
import * as views from './views.ts'

/** Every Web API method this Slack knows. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    'apps.connections.open': apps.connectionsOpen,
    'auth.test': people.authTest,
    'blocks.validate': apps.blocksValidate,
    'chat.delete': change.remove,
    'chat.getPermalink': change.getPermalink,
    'chat.postEphemeral': postEphemeral,
    'chat.postMessage': postMessage,
    'chat.update': change.update,
    'conversations.history': reading.history,
    'conversations.info': conversations.info,
    'conversations.join': conversations.join,
    'conversations.list': conversations.list,
    'conversations.replies': reading.replies,
    'files.completeUploadExternal': files.completeUpload,
    'files.getUploadURLExternal': files.getUploadUrl,
    'files.info': files.info,
    'reactions.add': reactions.add,
    'reactions.remove': reactions.remove,
    'usergroups.users.list': people.usergroupUsers,
    'users.info': people.usersInfo,
    'views.open': views.open,
    'views.update': views.update,
  }),
)
