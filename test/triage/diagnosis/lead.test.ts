import { expect, it } from 'vitest'
import type { Cause } from '../../../src/domain/cause.ts'
import type { Certainty, Finding } from '../../../src/domain/diagnosis.ts'
import { leadOf } from '../../../src/triage/diagnosis/lead.ts'
import { AT_WORK, anEvidence } from '../../support/evidence.ts'

function found(cause: Cause, certainty: Certainty = 'firm'): { readonly finding: Finding } {
  return { finding: { cause, certainty, page: '', title: '', because: [], instances: [], clients: [] } }
}

const SAME = anEvidence(AT_WORK)
const MORE = anEvidence({ ...AT_WORK, gateway_requests: { now: 8, before: 5 } })
const { gateway_requests: _, ...ENGINES_ALONE } = AT_WORK
const UNCOUNTED = anEvidence(ENGINES_ALONE)
const CAPACITY = found('queue.capacity')
const RETRIES = found('outside.client_retry_storm')
const HANG = found('engine.hang')

it.each([
  { told: 'a hang and its retries', all: [HANG, RETRIES], evidence: SAME, leads: HANG },
  { told: 'a full fleet and sure retries', all: [CAPACITY, RETRIES], evidence: SAME, leads: RETRIES },
  {
    told: 'a full fleet and retries that are not sure',
    all: [CAPACITY, found('outside.client_retry_storm', 'tentative')],
    evidence: SAME,
    leads: CAPACITY,
  },
  {
    told: 'a full fleet of which more is asked, and retries',
    all: [CAPACITY, RETRIES],
    evidence: MORE,
    leads: CAPACITY,
  },
  {
    told: 'a full fleet and retries, where nobody counts what is asked',
    all: [CAPACITY, RETRIES],
    evidence: UNCOUNTED,
    leads: CAPACITY,
  },
  { told: 'a hang, a full fleet and retries', all: [HANG, CAPACITY, RETRIES], evidence: SAME, leads: HANG },
  { told: 'retries alone', all: [RETRIES], evidence: SAME, leads: RETRIES },
  { told: 'nothing', all: [], evidence: SAME, leads: undefined },
])('$told', ({ all, evidence, leads }) => {
  expect(leadOf(evidence, all)).toBe(leads)
})
