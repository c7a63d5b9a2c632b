import type { NotRuledOut } from '../domain/diagnosis.ts'
import { listed } from '../domain/listed.ts'

/** As many as are told of one by one; of more each family is one line. */
const TOLD_APART = 8
const NAMES_SHOWN = 3

/** What could not be ruled out, for want of what, and how to settle it. */
export function openTexts(open: readonly NotRuledOut[]): readonly string[] {
  if (open.length <= TOLD_APART) return open.map(openText)
  const families = new Map<string, NotRuledOut[]>()
  for (const one of open) families.set(familyOf(one), [...(families.get(familyOf(one)) ?? []), one])
  return [...[...families].map(([family, all]) => familyText(family, all)), 'what each lacks is in --format json']
}

function openText({ cause, missing, settleWith }: NotRuledOut): string {
  const want = missing.length === 0 ? '' : `${listed(missing, NAMES_SHOWN)} not read; `
  return `${cause}: ${want}to settle it: ${settleWith}`
}

/** `engine (crash_loop, hang.kernel, hang): to begin with: kubectl get pods: does RESTARTS grow?` */
function familyText(family: string, all: readonly NotRuledOut[]): string {
  const [first, ...others] = all
  if (first === undefined || others.length === 0) return all.map(openText).join('')
  const kinds = all.map(({ cause }) => cause.slice(family.length + 1) || 'other')
  return `${family} (${kinds.join(', ')}): to begin with: ${first.settleWith}`
}

function familyOf({ cause }: NotRuledOut): string {
  return cause.split('.')[0] ?? cause
}
