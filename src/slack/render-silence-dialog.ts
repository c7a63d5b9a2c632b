import { z } from 'zod'
import { matcherText } from '../domain/matcher.ts'
import type { SilenceDraft } from '../domain/silence.ts'
import { type Seconds, hours, minutes, seconds } from '../domain/time.ts'
import type { Speak } from '../domain/text.ts'
import { formatDuration } from '../report/format.ts'
import { footnote, paragraph, say } from './render-blocks.ts'
import { clip, cleanText } from './render-escape.ts'
import { EN } from './strings/en.ts'

export const SILENCE_DIALOG = 'silence_dialog'
/** The inputs; errors are said at them. */
export const SILENCE_FIELDS = { length: 'length', matchers: 'matchers', comment: 'comment' } as const

/** How many active alerts it takes in, or that this is not known (yet). */
export type Preview =
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly count: number }
  | { readonly kind: 'problem'; readonly line: string }

const LENGTHS: readonly Seconds[] = [minutes(30), hours(1), hours(2), hours(4), hours(8), hours(24)]
const OPTION_TEXT = 75

/** A dialog: Slack's `view`. */
export type View = Readonly<Record<string, unknown>> & { readonly type: 'modal' }

/** Where a dialog was opened, and the voice of that channel. */
export interface DialogPlace {
  /** Slack tells the channel of a button, and not that of a dialog: it goes with it unseen. */
  readonly channel: string
  readonly speak: Speak
}

/**
 * The dialog that makes a silence. What it is about goes with it unseen, so that what is sent is what was shown, whatever
 * has become of the incident meanwhile; which of the matchers stay is the person's choice.
 */
export function renderSilenceDialog(draft: SilenceDraft, preview: Preview, place: DialogPlace): View {
  const { channel, speak } = place
  return {
    type: 'modal',
    callback_id: SILENCE_DIALOG,
    private_metadata: JSON.stringify({
      incidentId: draft.incidentId,
      matchers: draft.matchers,
      leftOut: draft.leftOut,
      channel,
    }),
    title: plainText(speak(EN.silence.title)),
    submit: plainText(speak(EN.silence.submit)),
    close: plainText(speak(EN.silence.close)),
    blocks: [
      lengthInput(draft.length, speak),
      matchersInput(draft, speak),
      footnote(previewText(preview, speak)),
      commentInput(draft.comment, speak),
      ...(draft.leftOut > 0 ? [footnote(speak(EN.silence.leftOut(draft.leftOut)))] : []),
      paragraph([say(speak(EN.silence.said))]),
    ],
  }
}

function lengthInput(length: Seconds, speak: Speak): object {
  const lengths = LENGTHS.includes(length) ? LENGTHS : [length, ...LENGTHS]
  return {
    type: 'input',
    block_id: SILENCE_FIELDS.length,
    label: plainText(speak(EN.silence.length)),
    element: {
      type: 'static_select',
      action_id: SILENCE_FIELDS.length,
      options: lengths.map(lengthOption),
      initial_option: lengthOption(length),
    },
  }
}

function lengthOption(length: Seconds): object {
  return { text: plainText(formatDuration(length)), value: String(length) }
}

function matchersInput({ matchers }: SilenceDraft, speak: Speak): object {
  const options = matchers.map((matcher, index) => ({
    text: plainText(clip(cleanText(matcherText(matcher)), OPTION_TEXT)),
    value: String(index),
  }))
  return {
    type: 'input',
    block_id: SILENCE_FIELDS.matchers,
    dispatch_action: true,
    label: plainText(speak(EN.silence.matchers)),
    element: {
      type: 'checkboxes',
      action_id: SILENCE_FIELDS.matchers,
      options,
      initial_options: options,
    },
  }
}

function commentInput(comment: string, speak: Speak): object {
  return {
    type: 'input',
    block_id: SILENCE_FIELDS.comment,
    label: plainText(speak(EN.silence.comment)),
    element: {
      type: 'plain_text_input',
      action_id: SILENCE_FIELDS.comment,
      initial_value: clip(cleanText(comment), LONGEST_COMMENT),
      max_length: LONGEST_COMMENT,
    },
  }
}

const LONGEST_COMMENT = 300

function previewText(preview: Preview, speak: Speak): string {
  switch (preview.kind) {
    case 'counting':
      return speak(EN.silence.counting)
    case 'counted':
      return speak(EN.silence.matches(preview.count))
    case 'problem':
      return preview.line
    default:
      return preview satisfies never
  }
}

function plainText(text: string): object {
  return { type: 'plain_text', text }
}

const chosen = z.object({ selected_options: z.array(z.looseObject({ value: z.string() })).nullish() })
const picked = z.object({ selected_option: z.looseObject({ value: z.string() }).nullish() })
const written = z.object({ value: z.string().nullish() })

/** What a dialog of ours brings back, as Slack sends it (docs.slack.dev, view submission). */
const sent = z.looseObject({
  private_metadata: z.string(),
  state: z.looseObject({
    values: z.looseObject({
      [SILENCE_FIELDS.length]: z.looseObject({ [SILENCE_FIELDS.length]: picked }),
      [SILENCE_FIELDS.matchers]: z.looseObject({ [SILENCE_FIELDS.matchers]: chosen }),
      [SILENCE_FIELDS.comment]: z.looseObject({ [SILENCE_FIELDS.comment]: written }),
    }),
  }),
})

const carried = z.object({
  incidentId: z.string(),
  matchers: z.array(z.object({ name: z.string(), op: z.enum(['=', '!=', '=~', '!~']), value: z.string() })),
  leftOut: z.number(),
  channel: z.string(),
})

/** A dialog as read back; `kept` is the draft with the matchers that are still ticked. */
export interface ReadDialog {
  readonly offered: SilenceDraft
  readonly kept: SilenceDraft
  /** Where it was opened. */
  readonly channel: string
}

/** What a person has chosen; `undefined` where it is no dialog of ours. */
export function readSilenceDialog(view: unknown): ReadDialog | undefined {
  const read = sent.safeParse(view)
  if (!read.success) return undefined
  const offered = carried.safeParse(jsonOf(read.data.private_metadata))
  if (!offered.success) return undefined
  const { channel, ...about } = offered.data
  const { length, matchers, comment } = read.data.state.values
  const ticked = new Set(matchers.matchers.selected_options?.map(({ value }) => value))
  const chosenLength = Number(length.length.selected_option?.value)
  const draft: SilenceDraft = {
    ...about,
    length: seconds(Number.isFinite(chosenLength) ? chosenLength : hours(1)),
    comment: clip(cleanText(comment.comment.value ?? ''), LONGEST_COMMENT),
  }
  return {
    offered: draft,
    kept: { ...draft, matchers: draft.matchers.filter((_, index) => ticked.has(String(index))) },
    channel,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
