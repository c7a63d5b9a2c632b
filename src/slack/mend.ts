/** What to do about Slack's refusals (docs.slack.dev, errors of chat.postMessage, chat.update, conversations.history). */
const MENDS: Readonly<Record<string, string>> = {
  account_inactive: 'the app was removed from the workspace: install it again and set the new bot token',
  cant_update_message: 'the message is not this app’s own: the bot token is of another app than the one that posted',
  channel_is_archived: 'unarchive the channel or set another one',
  channel_not_found: 'set the channel by its id (C…), and invite the app if the channel is private',
  edit_window_closed: 'the workspace lets no message of this age be edited: allow editing in its settings',
  invalid_auth: 'set the bot token that the app’s page shows under “OAuth & Permissions”',
  is_archived: 'unarchive the channel or set another one',
  message_not_found: 'the message was deleted in Slack',
  missing_scope: 'add the scope to the app (manifest.yml has all of them) and install it again',
  not_allowed_token_type: 'set the bot token (xoxb-…), and the app-level token (xapp-…) for Socket Mode',
  not_authed: 'set the bot token (xoxb-…)',
  not_in_channel: 'invite the app to the channel: /invite @whyslow',
  restricted_action: 'the workspace lets the app not post there: ask its administrator',
  socket_mode_disabled: 'switch Socket Mode on in the app’s settings, or use HTTP mode',
  team_disabled: 'the workspace is switched off: ask its owner',
  thread_not_found: 'the thread was deleted in Slack',
  token_expired: 'set a new token: this one has run out',
  token_revoked: 'install the app again and set the new token',
  user_removed_from_team: 'install the app again and set the new token',
}

/** Slack's code and what to do about it, in one line. */
export function mendOf(code: string, detail?: string): string {
  const mend = MENDS[code]
  const named = detail ? `${code} (${detail})` : code
  return mend === undefined ? `Slack refused it: ${named}` : `${named}: ${mend}`
}
