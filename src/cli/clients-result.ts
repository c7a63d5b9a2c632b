import type { ClientCounts, ClientUse, PresentClients } from '../domain/clients.ts'
import type { ClientSpans } from './clients-spans.ts'
import type { LineShape, Understood } from '../clients/scan/understood.ts'

/** What was found; every format prints it and nothing else. */
export interface ClientsResult {
  readonly reading: PresentClients
  readonly by: RankedBy
  /** The times asked for. */
  readonly spans: ClientSpans
  /** Whether lines tell times at all. */
  readonly isTimed: boolean
  readonly lines: Pick<Understood, 'total' | 'accessLines' | 'requests' | 'broken' | 'unknown' | 'other'>
  readonly shapes: readonly LineShape[]
  readonly notes: readonly string[]
  readonly top: readonly ClientUse[]
  /** Those who come after them, if any: how many where they could be counted one by one. */
  readonly more: { readonly requests: number; readonly clients?: number } | undefined
}

/** `request_bytes` stands for prompt tokens where the lines tell none. */
export type RankedBy = 'requests' | 'tokens' | 'request_bytes'

/** By what clients can be ranked where `wanted` was asked for, with a note where that is something else. */
export function rankedBy(
  wanted: 'requests' | 'tokens',
  { now }: PresentClients['total'],
): { readonly by: RankedBy; readonly note?: string } {
  if (wanted === 'requests') return { by: 'requests' }
  if (tokensOf(now) !== undefined) return { by: 'tokens' }
  if (now.requestBytes !== undefined) {
    return {
      by: 'request_bytes',
      note: 'the lines tell no tokens: ranked by bytes of the requests, which stand for prompts',
    }
  }
  return {
    by: 'requests',
    note: 'the lines tell neither tokens nor bytes of the requests: ranked by requests, which are not load',
  }
}

export function tokensOf({ promptTokens, outputTokens }: ClientCounts): number | undefined {
  return promptTokens === undefined && outputTokens === undefined
    ? undefined
    : (promptTokens ?? 0) + (outputTokens ?? 0)
}

export function valueOf(counts: ClientCounts, by: RankedBy): number {
  switch (by) {
    case 'requests':
      return counts.requests
    case 'tokens':
      return tokensOf(counts) ?? 0
    case 'request_bytes':
      return counts.requestBytes ?? 0
  }
}

/** A client's part of all; undefined of nothing. */
export function shareOf(part: ClientCounts, whole: ClientCounts, by: RankedBy): number | undefined {
  const all = valueOf(whole, by)
  return all === 0 ? undefined : valueOf(part, by) / all
}
