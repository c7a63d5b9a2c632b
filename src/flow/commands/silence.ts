import type { SlackMessage } from '../../domain/post.ts'
import type { Seconds } from '../../domain/time.ts'
import { renderLine } from '../../slack/render-answer.ts'
import { renderSilences } from '../../slack/render-silence.ts'
import { EN } from '../../slack/strings/en.ts'
import type { Asker, Desk } from './desk.ts'

/** Lists the silences that were made here; with a length, makes one for the alerts of the thread's incident. */
export async function silence(
  length: Seconds | undefined,
  { person, incident, speak }: Asker,
  { silencing }: Desk,
): Promise<SlackMessage> {
  if (length === undefined) return renderSilences(await silencing.list(), speak)
  if (incident === undefined) return renderLine(speak(EN.silence.where))
  await silencing.silenceThread({ incident, length, person })
  return renderLine(speak(EN.silence.done))
}
