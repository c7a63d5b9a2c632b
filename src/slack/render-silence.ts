import { type Matcher, matcherText } from '../domain/matcher.ts'
import type { SlackMessage } from '../domain/post.ts'
import type { KeptSilence, Silence } from '../domain/silence.ts'
import type { Speak } from '../domain/text.ts'
import { bold, clock, footnote, italic, list, paragraph, person, say } from './render-blocks.ts'
import type { Piece } from './render-blocks.ts'
import { undoButton } from './render-buttons.ts'
import { clip } from './render-escape.ts'
import { EN } from './strings/en.ts'

const MATCHER_LENGTH = 160
const SILENCES_SHOWN = 10
const MATCHERS_SHOWN = 4

/** The reply in an incident's thread that says what is silenced, until when, and by whom. */
export function renderSilence(silence: KeptSilence, matched: number | undefined, speak: Speak): SlackMessage {
  const { matchers, endsAt, user, comment, end } = silence
  const head: readonly Piece[] =
    end === undefined
      ? [
          bold(speak(EN.silence.made)),
          say(speak(EN.silence.until)),
          clock(endsAt),
          say(speak(EN.silence.by)),
          person(user),
        ]
      : endPieces(silence, end, speak)
  return {
    text: end === undefined ? speak(EN.silence.madeNotice) : speak(EN.silence.endedNotice),
    blocks: [
      paragraph(head),
      list('bullet', matchers.map(matcherPieces)),
      ...(matched === undefined || end !== undefined ? [] : [paragraph([say(speak(EN.silence.matched(matched)))])]),
      ...(comment === '' ? [] : [footnote(comment)]),
      ...(end === undefined ? [undoButton(silence.id, speak)] : []),
    ],
  }
}

function endPieces(
  { user }: KeptSilence,
  { at, undoneBy }: NonNullable<KeptSilence['end']>,
  speak: Speak,
): readonly Piece[] {
  const how =
    undoneBy === undefined
      ? [say(speak(EN.silence.endedAt))]
      : [say(speak(EN.silence.undoneBy)), person(undoneBy), say(speak(EN.handling.at))]
  return [bold(speak(EN.silence.ended)), ...how, clock(at), say(speak(EN.silence.wasOf)), person(user)]
}

/** Said anew in the thread when one has ended, since nobody looks at an old reply. */
export function renderSilenceEnd(silence: KeptSilence, note: string, speak: Speak): SlackMessage {
  return {
    text: speak(EN.silence.endedNotice),
    blocks: [
      paragraph([bold(speak(EN.silence.ended)), say(` ${note}`)]),
      list('bullet', silence.matchers.map(matcherPieces)),
    ],
  }
}

/** What of a cluster's silences is whyslow's, or why nobody knows. */
export interface SilencesOf {
  readonly cluster: string
  readonly silences: readonly Silence[]
  readonly problem?: string
}

export function renderSilences(clusters: readonly SilencesOf[], speak: Speak): SlackMessage {
  const all = clusters.reduce((sum, { silences }) => sum + silences.length, 0)
  const lines = clusters.flatMap(({ cluster, silences, problem }) => [
    ...(problem === undefined ? [] : [[bold(clip(cluster, 60)), say(`: ${clip(problem, 200)}`)]]),
    ...silences.map((silence) => silencePieces(cluster, silence, speak)),
  ])
  const shown = lines.slice(0, SILENCES_SHOWN)
  const more = lines.length > shown.length ? [[say(speak(EN.details.more(lines.length - shown.length)))]] : []
  return {
    text: speak(EN.silence.count(all)),
    blocks: [
      paragraph([bold(speak(EN.silence.count(all)))]),
      ...(shown.length === 0 ? [] : [list('bullet', [...shown, ...more])]),
      footnote(speak(EN.silence.how)),
    ],
  }
}

function silencePieces(cluster: string, { matchers, endsAt, createdBy }: Silence, speak: Speak): readonly Piece[] {
  const shown = matchers.slice(0, MATCHERS_SHOWN).map((matcher) => clip(matcherText(matcher), 80))
  const more = matchers.length > shown.length ? speak(EN.details.more(matchers.length - shown.length)) : ''
  return [
    bold(clip(cluster, 60)),
    say(speak(EN.silence.until)),
    clock(endsAt),
    say(` · ${[...shown, more].filter((text) => text !== '').join(', ')} `),
    italic(clip(createdBy, 60)),
  ]
}

function matcherPieces(matcher: Matcher): readonly Piece[] {
  return [{ ...say(clip(matcherText(matcher), MATCHER_LENGTH)), style: { code: true } }]
}
