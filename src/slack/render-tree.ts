import type { SlackMessage } from '../domain/post.ts'
import type { Speak, Text } from '../domain/text.ts'
import { bold, list, paragraph, say } from './render-blocks.ts'
import { EN } from './strings/en.ts'

/** A question of the trunk, and how many questions stand behind it. */
export interface TrunkStep {
  readonly ask: Text
  readonly behind: number
}

/** The questions in their order, without an incident to answer them for. */
export function renderTrunk(steps: readonly TrunkStep[], speak: Speak): SlackMessage {
  return {
    text: speak(EN.tree.notice(steps.length)),
    blocks: [
      paragraph([bold(speak(EN.tree.title))], [say(speak(EN.tree.asked))]),
      list(
        'ordered',
        steps.map(({ ask, behind }) => [say(behind > 1 ? speak(EN.tree.behind(ask, behind)) : speak(ask))]),
      ),
      paragraph([say(speak(EN.tree.inThread))]),
    ],
  }
}
