import type { ClientCounts, ClientUse, PresentClients } from '../../domain/clients.ts'
import { counted } from '../../domain/listed.ts'
import { keptIn } from '../../domain/once.ts'
import { type ClientNaming, nameFor, showClient } from './name-client.ts'
import { addCounts } from './sums.ts'

/** A client under the name it is shown by, with all that the source calls it. */
export interface NamedUse extends Omit<ClientUse, 'client'> {
  readonly shown: string
  /** As the source has them. */
  readonly raw: readonly string[]
  readonly hasGivenName: boolean
}

/** The source's clients under the configuration's names, those of one name as one. */
export function nameUses({ clients }: Pick<PresentClients, 'clients'>, naming: ClientNaming): readonly NamedUse[] {
  const given = new Map<string, ClientUse[]>()
  const own: NamedUse[] = []
  for (const use of clients) {
    const name = nameFor(use.client, naming)
    if (name === undefined) {
      const { client, ...counts } = use
      own.push({ ...counts, shown: showClient(client, naming), raw: [client], hasGivenName: false })
    } else keptIn(given, name, () => []).push(use)
  }
  return [...own, ...[...given].map(([name, uses]) => together(name, uses, naming))]
}

function together(name: string, uses: readonly ClientUse[], naming: ClientNaming): NamedUse {
  const [first] = uses
  const isOne = uses.length === 1 && first !== undefined
  const whose = isOne ? showClient(first.client, naming) : counted(uses.length, 'name')
  const befores = uses.flatMap(({ before }) => before ?? [])
  const minutes = uses.flatMap(({ byMinute }) => (byMinute === undefined ? [] : [byMinute]))
  return {
    // As an on-call person looks for it: the address first where there is one.
    shown: isOne ? `${whose} (${name})` : `${name} (${whose})`,
    raw: uses.map(({ client }) => client),
    hasGivenName: true,
    now: sum(uses.map(({ now }) => now)),
    // A new one beside a known one: what is left out was not there before.
    ...(befores.length > 0 && { before: sum(befores) }),
    ...(minutes.length === uses.length && { byMinute: sumMinutes(minutes) }),
  }
}

function sum(counts: readonly ClientCounts[]): ClientCounts {
  const [first = { requests: 0 }, ...others] = counts
  return others.reduce(addCounts, first)
}

function sumMinutes(all: readonly (readonly number[])[]): readonly number[] {
  const most = Math.max(0, ...all.map((minutes) => minutes.length))
  return Array.from({ length: most }, (_, index) => all.reduce((total, minutes) => total + (minutes[index] ?? 0), 0))
}
