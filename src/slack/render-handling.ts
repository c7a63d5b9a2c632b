import type { Handling } from '../domain/handling.ts'
import type { Block, SlackMessage } from '../domain/post.ts'
import type { Speak } from '../domain/text.ts'
import type { Piece } from './render-blocks.ts'
import { clock, paragraph, person, say } from './render-blocks.ts'
import { CARD_BUTTONS } from './render-buttons.ts'
import { EN } from './strings/en.ts'

const HANDLING = 'handling'
const SILENCES_SHOWN = 3

/** A card with what people have done about it, above its buttons. A card that says so already is dressed anew. */
export function withHandling({ text, blocks }: SlackMessage, handling: Handling, speak: Speak): SlackMessage {
  const bare = blocks.filter(({ block_id: id }) => id !== HANDLING)
  const lines = handlingLines(handling, speak)
  const said = lines.length === 0 ? [] : [{ ...paragraph(...lines), block_id: HANDLING }]
  const at = bare.findIndex(({ block_id: id }) => id === CARD_BUTTONS)
  const place = at === -1 ? bare.length : at
  const [before, after] = [bare.slice(0, place), bare.slice(place)]
  return { text, blocks: [...before, ...said, ...after.map((block) => withoutOffer(block, handling))] }
}

function handlingLines({ acknowledged, silences }: Handling, speak: Speak): readonly (readonly Piece[])[] {
  const shown = silences.slice(0, SILENCES_SHOWN)
  const more = silences.length - shown.length
  return [
    ...(acknowledged === undefined
      ? []
      : [
          [
            say(speak(EN.handling.acknowledged)),
            person(acknowledged.user),
            say(speak(EN.handling.at)),
            clock(acknowledged.at),
          ],
        ]),
    ...shown.map(({ user, endsAt }) => [
      say(speak(EN.handling.silenced)),
      person(user),
      say(speak(EN.handling.until)),
      clock(endsAt),
    ]),
    ...(more > 0 ? [[say(speak(EN.details.more(more)))]] : []),
  ]
}

/** Who is at it is said once. */
function withoutOffer(block: Block, { acknowledged }: Handling): Block {
  const { block_id: id, elements } = block
  if (acknowledged === undefined || id !== CARD_BUTTONS || !Array.isArray(elements)) return block
  const kept: readonly unknown[] = elements
  return { ...block, elements: kept.filter((one) => !isOffer(one)) }
}

function isOffer(button: unknown): boolean {
  return typeof button === 'object' && button !== null && 'action_id' in button && button.action_id === 'acknowledge'
}
