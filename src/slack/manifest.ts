import { COMMAND_KINDS } from './command-kinds.ts'

/** How Slack reaches the bot: over a connection the bot opens, or by posting to its address. */
export type ManifestMode =
  | { readonly mode: 'socket' }
  /** `baseUrl` without a path, such as `https://whyslow.example.com`. */
  | { readonly mode: 'http'; readonly baseUrl: string }

/** Where Slack posts to in HTTP mode. */
export const EVENTS_PATH = '/slack/events'

/** The one command; what is asked stands behind it. */
export const SLASH_COMMAND = '/vllm'

/** In the menu of each message; the answer goes into its thread. */
export const SHORTCUT = { callbackId: 'why_slow', name: 'Why slow?' } as const

export type Manifest = Readonly<Record<string, unknown>>

/**
 * The app as Slack is told of it (docs.slack.dev, app manifest). In Socket Mode the addresses must be left out, not left
 * empty. The history scopes are there to find a post whose answer was lost, the read
 * scopes to find a channel by its name, the files to show the evidence of a conclusion and its picture.
 */
export function createManifest(delivery: ManifestMode): Manifest {
  const events = delivery.mode === 'http' ? new URL(EVENTS_PATH, delivery.baseUrl).href : undefined
  const requestUrl = events === undefined ? {} : { request_url: events }
  return {
    _metadata: { major_version: 1, minor_version: 1 },
    display_information: {
      name: 'whyslow',
      description: 'Says why vLLM is slow, in the thread of the alert',
      background_color: '#1d2733',
    },
    features: {
      bot_user: { display_name: 'whyslow', always_online: true },
      shortcuts: [
        {
          name: SHORTCUT.name,
          type: 'message',
          callback_id: SHORTCUT.callbackId,
          description: 'Says in the thread why vLLM is slow now',
        },
      ],
      slash_commands: [
        {
          command: SLASH_COMMAND,
          ...(events !== undefined && { url: events }),
          description: 'Ask why vLLM is slow',
          usage_hint: COMMAND_KINDS.join(' | '),
          should_escape: false,
        },
      ],
    },
    oauth_config: {
      scopes: {
        bot: [
          'app_mentions:read',
          'channels:history',
          'channels:read',
          'chat:write',
          'chat:write.public',
          'commands',
          'files:write',
          'groups:history',
          'groups:read',
        ],
        // Only where `slack.silencers` names user groups.
        bot_optional: ['usergroups:read'],
      },
    },
    settings: {
      event_subscriptions: { ...requestUrl, bot_events: ['app_mention'] },
      interactivity: { is_enabled: true, ...requestUrl },
      org_deploy_enabled: false,
      socket_mode_enabled: delivery.mode === 'socket',
      token_rotation_enabled: false,
    },
  }
}
