import type { Incident } from '../domain/incident.ts'
import { alertNames } from '../domain/incident.ts'
import type { Speak } from '../domain/text.ts'
import { EN } from './strings/en.ts'

/** `VLLMTTFTHigh +2` */
export function alertsText(incident: Incident, speak: Speak): string {
  const [first = speak(EN.card.alert), ...others] = alertNames(incident)
  return others.length === 0 ? first : `${first} +${others.length}`
}
