import { isRecord } from '../lib/is-record.ts'
import { HTTPModuleFunctions } from '@slack/bolt'
import type { BufferedIncomingMessage, HTTPReceiver } from '@slack/bolt'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../lib/logger.ts'
import { EVENTS_PATH } from './manifest.ts'

export type SlackRequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface MountOptions {
  readonly signingSecret: string
  readonly log: Logger
}

/** A press brings its message along, and that holds a hundred kilobytes at the most. */
const BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Puts Bolt's receiver behind a look at what came: signed by Slack, not too large, and of a shape that Bolt can tell
 * apart. What is none of these is answered at once and never seen by Bolt, which would leave it unanswered for three
 * seconds, or fail on it in a promise that nobody holds.
 */
export function mountReceiver(receiver: HTTPReceiver, { signingSecret, log }: MountOptions): SlackRequestHandler {
  function refuse(response: ServerResponse, status: number, reason: string): void {
    log.warn({ status, reason }, 'a request for Slack’s address was refused')
    // What is left of a body that was too large is not read.
    response.writeHead(status, { connection: 'close' }).end()
  }

  return async (request, response) => {
    if (request.method !== 'POST' || pathOf(request) !== EVENTS_PATH) {
      response.writeHead(404).end()
      return
    }
    const read = await readVerified(request, signingSecret)
    if ('refusal' in read) return refuse(response, read.status, read.refusal)
    if (!isFromSlack(contentOf(read.request))) return refuse(response, 400, 'its body is nothing that Slack sends')
    receiver.requestListener(read.request, response)
  }
}

type Verified = { readonly request: BufferedIncomingMessage } | { readonly status: number; readonly refusal: string }

async function readVerified(request: IncomingMessage, signingSecret: string): Promise<Verified> {
  const { parseAndVerifyHTTPRequest, isRawBodyError } = HTTPModuleFunctions
  try {
    return { request: await parseAndVerifyHTTPRequest({ signingSecret, bodyLimit: BODY_LIMIT_BYTES }, request) }
  } catch (error) {
    if (isRawBodyError(error)) return { status: error.statusCode, refusal: `its body was not read: ${error.type}` }
    return { status: 401, refusal: 'it is not signed with the signing secret, or too old' }
  }
}

/** The body as Bolt will read it; undefined when it can't be read. */
function contentOf(request: BufferedIncomingMessage): unknown {
  try {
    const content: unknown = HTTPModuleFunctions.parseHTTPRequestBody(request)
    return content
  } catch {
    return undefined
  }
}

/** A question for the address, a command, an event, a shortcut, a dialog or a press (docs.slack.dev, the payloads of each). */
function isFromSlack(content: unknown): boolean {
  if (!isRecord(content)) return false
  const { type, ssl_check: sslCheck, command, event, actions } = content
  if (type === 'url_verification' || sslCheck === '1') return true
  if (command !== undefined) return COMMAND_FIELDS.every((field) => typeof content[field] === 'string')
  if (event !== undefined) return isRecord(event)
  if (type === 'message_action') return isShortcut(content)
  if (type === 'view_submission' || type === 'view_closed') return isView(content['view'])
  return Array.isArray(actions) && actions.length > 0 && actions.every(isAction)
}

function isShortcut({ callback_id: id, channel, message, user }: Readonly<Record<string, unknown>>): boolean {
  const isPlaced = isRecord(channel) && typeof channel['id'] === 'string' && isRecord(user)
  return typeof id === 'string' && isPlaced && isRecord(message) && typeof message['ts'] === 'string'
}

function isView(view: unknown): boolean {
  return isRecord(view) && typeof view['id'] === 'string' && typeof view['callback_id'] === 'string'
}

const COMMAND_FIELDS = ['command', 'text', 'channel_id', 'user_id', 'response_url']

function isAction(action: unknown): boolean {
  return isRecord(action) && typeof action['action_id'] === 'string'
}

function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/[?#].*$/su, '')
}
