import { ConfigError } from './config-error.ts'
import type { Config, SlackConfig } from './config.ts'
import type { Secret } from './secret.ts'

/** What talking to Slack takes. */
export type SlackSettings = Pick<SlackConfig, 'channel' | 'language' | 'languages' | 'apiUrl' | 'silencers'> & {
  readonly botToken: Secret
} & ({ readonly mode: 'http'; readonly signingSecret: Secret } | { readonly mode: 'socket'; readonly appToken: Secret })

/** @throws ConfigError naming what is missing for a process that is to talk to Slack */
export function requireSlack({ slack }: Config): SlackSettings {
  if (slack === undefined) throw new ConfigError('slack: is missing; write slack: { channel: "#your-channel" }')
  const { channel, language, languages, apiUrl, silencers, mode } = slack
  const common = {
    channel,
    language,
    languages,
    ...(apiUrl !== undefined && { apiUrl }),
    ...(silencers !== undefined && { silencers }),
    botToken: need(slack, 'botToken'),
  }
  return mode === 'http'
    ? { ...common, mode, signingSecret: need(slack, 'signingSecret') }
    : { ...common, mode, appToken: need(slack, 'appToken') }
}

const KEYS = { botToken: 'bot_token', signingSecret: 'signing_secret', appToken: 'app_token' } as const

function need(slack: SlackConfig, name: keyof typeof KEYS): Secret {
  const found = slack[name]
  if (found !== undefined) return found
  const key = KEYS[name]
  const variable = `SLACK_${key.toUpperCase()}`
  throw new ConfigError(
    `slack.${key}: is missing; set the variable ${variable} or write slack: { ${key}_file: /path/to/it }`,
  )
}
