import type { Action } from '../../domain/action.ts'
import { readOnly, reversible } from '../../domain/action.ts'
import type { ClientLine, PresentAttribution } from '../../domain/client-attribution.ts'
import { blameDoubts, coveredBy } from '../../domain/client-doubts.ts'
import { growthText, partText } from '../../domain/client-words.ts'
import { type Evidence, clientsOf } from '../../domain/evidence.ts'
import { formatPercent, formatSeconds, threeDigits } from '../../domain/quantity.ts'
import type { Text } from '../../domain/text.ts'
import { kept, say } from '../../domain/text.ts'
import { accused, namedClients } from './client-tests.ts'
import { CLIENT_MATTERS, LONGER_OF_ONE } from '../thresholds/outside.ts'

/** Whose growth it is, as a sentence with its doubts; nothing where nobody stands out or can be named. */
export function clientSentences(evidence: Evidence): readonly Text[] {
  const clients = namedClients(evidence)
  const line = accused(evidence)
  if (clients === undefined || line === undefined) return blindSentences(evidence)
  const doubts = blameDoubts(clients, line)
  const where = line.instances[0]
  const to = where === undefined ? '' : say`, ${formatPercent(where.share)} of them to ${where.instance}`
  return [
    say`${doubts.length === 0 ? '' : say`perhaps `}${line.client}: ${partsOf(line, clients)}${to}${reachOf(clients)}`,
    ...doubts.map((doubt) => say`not sure of ${line.client}: ${doubt}`).slice(0, 2),
  ]
}

/** `60 % of tokens (was 5 %), 92 % of their growth` */
export function partsOf(line: ClientLine, { by }: PresentAttribution): Text {
  const requests = by === 'requests' ? '' : say`${formatPercent(line.requestShare)} of requests and `
  return say`${requests}${partText(line, by)}${growthText(line)}`
}

function reachOf(clients: PresentAttribution): Text {
  const { coverage } = clients
  return coverage.status === 'absent'
    ? say``
    : say`; names explain ${formatPercent(Math.min(1, coverage.value))} of ${coveredBy(clients)}`
}

/** Why nobody is named, where somebody was asked. */
function blindSentences(evidence: Evidence): readonly Text[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'absent' || clients.stopsAt === undefined) return []
  return [say`who sends it is not seen: ${kept(clients.stopsAt.why)}`]
}

/** The clients that a finding names: the culprit, or the suspect. */
export function clientsNamed(evidence: Evidence): readonly string[] {
  const line = accused(evidence)
  return line === undefined ? [] : [line.client]
}

/** What to do about the client: limit it where it is sure, else look; and how to see it where only a gateway is. */
export function clientActions(evidence: Evidence): readonly Action<Text>[] {
  const clients = clientsOf(evidence)
  if (clients.status === 'present' && clients.stopsAt !== undefined) {
    return [readOnly(say`To see who sends it: ${kept(clients.stopsAt.mend)}`)]
  }
  const line = accused(evidence)
  if (line === undefined || clients.status === 'absent') return []
  return blameDoubts(clients, line).length === 0
    ? [reversible(say`Limit ${line.client} at the gateway, and nobody else`)]
    : [readOnly(say`Ask whose ${line.client} is, and whether it sends more than it did, before it is limited`)]
}

export type Length = 'prompts' | 'answers'

const LENGTHS: Readonly<Record<Length, (client: string) => Text>> = {
  prompts: (client) => say`prompts of ${client}`,
  answers: (client) => say`answers of ${client}`,
}

/** A client with much of the load whose prompts, or answers, are longer than they were; undefined where no source has tokens. */
function longerOf(evidence: Evidence, what: Length): { readonly line: ClientLine; readonly times: number } | undefined {
  const grown = (namedClients(evidence)?.clients ?? []).flatMap((line) => {
    const [now, before] =
      what === 'prompts'
        ? [line.promptTokensMean, line.promptTokensMeanBefore]
        : [line.outputTokensMean, line.outputTokensMeanBefore]
    const times = now === undefined || before === undefined || before <= 0 ? 0 : now / before
    return line.share >= CLIENT_MATTERS && times >= LONGER_OF_ONE ? [{ line, times }] : []
  })
  return grown[0]
}

/** `prompts of 10.42.9.80 are 3.2 × as long as they were`; whose requests became more where no source has tokens. */
export function longerSentences(evidence: Evidence, what: Length): readonly Text[] {
  const longer = longerOf(evidence, what)
  if (longer === undefined) return clientSentences(evidence)
  const { line, times } = longer
  return [
    say`${LENGTHS[what](line.client)} are ${threeDigits(times)} × as long as they were, and ${formatPercent(line.share)} of the tokens are its`,
  ]
}

/** Who a finding of longer prompts, or answers, names. */
export function longerNamed(evidence: Evidence, what: Length): readonly string[] {
  const longer = longerOf(evidence, what)
  return longer === undefined ? clientsNamed(evidence) : [longer.line.client]
}

/** `41 of 50 failures in access logs come after 60.0 s` */
export function ageSentences({ evidence }: { readonly evidence: Evidence }): readonly Text[] {
  const clients = clientsOf(evidence)
  const failed = clients.status === 'present' ? clients.failedAfter : undefined
  if (failed === undefined) return []
  return [say`${failed.requests} of ${failed.of} failures in access logs come after ${formatSeconds(failed.seconds)}`]
}
