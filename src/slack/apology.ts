import type { Speak } from '../domain/text.ts'
import { kept } from '../domain/text.ts'
import { WhyslowError, messageOf } from '../lib/errors.ts'
import { escapeText } from './render-escape.ts'
import { EN } from './strings/en.ts'

/** One line for a person. Only our own errors are written to be shown. */
export function apologyFor(error: unknown, speak: Speak): string {
  if (error instanceof WhyslowError) return speak(EN.failure.known(escapeText(speak(kept(messageOf(error))))))
  return speak(EN.failure.unknown)
}
