import type { WebClient } from '@slack/web-api'
import { WhyslowError } from '../lib/errors.ts'
import { within } from '../lib/within.ts'
import { clip } from './render-escape.ts'
import { type CallFailure, readFailure } from './call-failure.ts'

/** A file for a thread. */
export interface FileToShow {
  readonly name: string
  readonly title: string
  readonly content: string | Uint8Array
  /** What a picture shows, for who does not see it. */
  readonly altText?: string
}

export interface ThreadPlace {
  /** By its id: no name is taken here. */
  readonly channel: string
  readonly threadTs: string
}

/** Files on their way into Slack, in its three steps. Rejects with an UploadError in one line. */
export interface Uploads {
  /** Asks for a place and brings the bytes there; nobody sees anything yet. Gives Slack's id of the file. */
  send(file: FileToShow): Promise<string>
  /** Lets it be seen. */
  show(file: { readonly id: string; readonly title: string }, place: ThreadPlace): Promise<void>
}

export class UploadError extends WhyslowError {
  override readonly name = 'UploadError'
  /** It may be seen all the same. */
  readonly isUncertain: boolean

  constructor(failure: CallFailure, { cause, isShown }: { readonly cause: unknown; readonly isShown: boolean }) {
    const retryable = failure.status === 'retry'
    super('no_upload', `the file did not get into Slack: ${failure.reason}`, { retryable, cause })
    this.isUncertain = isShown && failure.status === 'retry' && failure.uncertain
  }
}

/** docs.slack.dev, files.getUploadURLExternal: `alt_txt_too_large` */
const LONGEST_ALT_TEXT = 1000
const BYTES_WITHIN_MS = 20_000

/** By the calls themselves: the client's own helper names the alternative text as Slack does not know it. */
export function createUploads(client: () => WebClient): Uploads {
  return {
    send: (file) =>
      orFailure({ isShown: false }, async () => {
        const bytes = typeof file.content === 'string' ? new TextEncoder().encode(file.content) : file.content
        const altText = file.altText === undefined ? {} : { alt_txt: clip(file.altText, LONGEST_ALT_TEXT) }
        const asked = { filename: file.name, length: bytes.length, ...altText }
        const place = await client().apiCall('files.getUploadURLExternal', asked)
        const url = 'upload_url' in place ? place.upload_url : undefined
        const id = 'file_id' in place ? place.file_id : undefined
        if (typeof url !== 'string' || typeof id !== 'string') throw new Error('Slack named no place for the file')
        const status = await within(BYTES_WITHIN_MS, [], async (signal) => {
          const answer = await fetch(url, { method: 'POST', body: bytes, signal, redirect: 'error' })
          await answer.body?.cancel()
          return answer.status
        })
        if (status !== 200) throw new Error(`Slack answered HTTP ${status} to the file's bytes`)
        return id
      }),
    show: ({ id, title }, { channel, threadTs }) =>
      orFailure({ isShown: true }, async () => {
        const files = [{ id, title }]
        await client().apiCall('files.completeUploadExternal', { files, channel_id: channel, thread_ts: threadTs })
      }),
  }
}

async function orFailure<Value>(
  { isShown }: { readonly isShown: boolean },
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw new UploadError(readFailure(error), { cause: error, isShown })
  }
}
