import type { WebClient } from '@slack/web-api'
import { WhyslowError } from '../lib/errors.ts'
import { readFailure } from './call-failure.ts'

export interface FileToShow {
  readonly channel: string
  readonly threadTs: string
  readonly name: string
  readonly title: string
  readonly content: string
}

/** Shows a text file in a thread. Rejects with a WhyslowError in one line. */
export type UploadFile = (file: FileToShow) => Promise<void>

export function createUploadFile(client: WebClient): UploadFile {
  return async ({ channel, threadTs, name, title, content }) => {
    try {
      await client.filesUploadV2({ channel_id: channel, thread_ts: threadTs, filename: name, title, content })
    } catch (error) {
      const { reason } = readFailure(error)
      throw new WhyslowError('no_upload', `the file did not get into Slack: ${reason}`, { cause: error })
    }
  }
}
