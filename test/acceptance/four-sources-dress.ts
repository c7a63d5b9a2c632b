import type { Labels } from '../../src/domain/series.ts'
import type { Family, Row } from '../../src/sandbox/fleet/exposition/family.ts'
import type { Member } from '../../src/sandbox/fleet/fleet.ts'
import type { Target } from '../../src/sandbox/fleet/target.ts'
import { isReadFamily, isReadSample } from '../support/read-families.ts'

/**
 * Whose names the series of an engine have: its own; Ray's of old (vLLM before 0.11) or Ray's of now, where a node's
 * agent is scraped and not the engine; or its own in a store that has no colons. In data-parallel dress the instances
 * are the engines of one server, whose several API servers leave no `process_` series.
 */
export type Dress = 'plain' | 'ray_old' | 'ray' | 'underscores' | 'data_parallel'

/** A page that is made over only where the target made it anew, as after a restart. */
type Page = () => readonly Family[] | undefined

/** The target without what whyslow does not read, asked at every so manieth scrape. */
export function readOnly(target: Target, every = 1): Target {
  const page = madeOver(target.scrape, readFamilies)
  let scrapes = -1
  function scrape(): readonly Family[] | undefined {
    scrapes += 1
    return scrapes % every === 0 ? page() : []
  }
  return { ...target, scrape }
}

/** An engine's target in this dress, without what whyslow does not read. */
export function dressed(target: Target, dress: Dress, member: Member): Target {
  switch (dress) {
    case 'plain':
      return readOnly(target)
    case 'underscores':
      return { ...target, scrape: madeOver(target.scrape, (families) => readFamilies(families).map(renamed('vllm_'))) }
    case 'data_parallel':
      return inOneServer(target, member)
    case 'ray_old':
    case 'ray':
      return underRay(target, dress, member)
    default:
      return dress satisfies never
  }
}

/** Ray tells of a worker only while it is there, and its agent answers all the same; nothing of the process is shown. */
function underRay(target: Target, dress: 'ray_old' | 'ray', member: Member): Target {
  const { host } = member.instance.spec
  const page = madeOver(target.scrape, (families) => {
    const worker = String(member.instance.process?.createdAt ?? '')
    const labels: Labels = {
      Component: 'core_worker',
      SessionName: 'session_2026-11-20_08-15-02_417906_1',
      Version: dress === 'ray' ? '2.48.0' : '2.32.0',
      WorkerId: `${host}-${worker}`,
      ...(dress === 'ray' ? { ReplicaId: `replica-${host}-${worker}` } : { NodeAddress: host }),
    }
    return readFamilies(families)
      .filter(({ name }) => name.startsWith('vllm:'))
      .map(renamed(dress === 'ray' ? 'ray_vllm_' : 'ray_vllm:'))
      .map((family) => ({
        ...family,
        rows: family.rows.map((row) => ({ ...row, labels: { ...row.labels, ...labels } })),
      }))
      .flatMap((family) => (dress === 'ray' ? [family, ...gaugeTwin(family)] : [family]))
  })
  return { ...target, job: 'ray', instance: `${host}:8080`, scrape: () => page() ?? [] }
}

function inOneServer(target: Target, { instance }: Member): Target {
  const engine = instance.spec.host.split('.').at(-1) ?? ''
  const scrape = madeOver(target.scrape, (families) =>
    readFamilies(families)
      .filter(({ name }) => name.startsWith('vllm:'))
      .map((family) => ({
        ...family,
        rows: family.rows.map((row) => ({ ...row, labels: { ...row.labels, engine } })),
      })),
  )
  return { ...target, instance: '10.0.1.21:8000', scrape: () => scrape() ?? [] }
}

/** Ray writes counters as gauges without `_total` as well, for those who read them before it wrote counters. */
function gaugeTwin(family: Family): readonly Family[] {
  if (family.type !== 'counter') return []
  const rows = family.rows.map((row) => ({ ...row, name: family.name }))
  return [{ ...family, type: 'gauge', name: `${family.name} (gauge)`, rows }]
}

function renamed(prefix: string): (family: Family) => Family {
  const rename = (name: string): string => name.replace(/^vllm:/u, prefix)
  return (family) => ({
    ...family,
    name: rename(family.name),
    rows: family.rows.map((row) => ({ ...row, name: rename(row.name) })),
  })
}

function readFamilies(families: readonly Family[]): readonly Family[] {
  return families
    .filter(({ name }) => isReadFamily(name))
    .map((family) => ({ ...family, rows: family.rows.filter(isRead) }))
}

function isRead({ name }: Row): boolean {
  return isReadSample(name)
}

function madeOver(scrape: Page, make: (families: readonly Family[]) => readonly Family[]): Page {
  let last: readonly Family[] | undefined
  let made: readonly Family[] = []
  return () => {
    const families = scrape()
    if (families === undefined) return undefined
    if (families !== last) made = make(families)
    last = families
    return made
  }
}
