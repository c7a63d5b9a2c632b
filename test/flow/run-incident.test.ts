import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/domain/evidence.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { minutes, unixSeconds } from '../../src/domain/time.ts'
import type { Annotation } from '../../src/evidence/changes/open-grafana.ts'
import { createCards } from '../../src/flow/people/cards.ts'
import { createIncidentSteps } from '../../src/flow/run-incident.ts'
import { TEXT_JOBS } from '../../src/incidents/jobs.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { SIGNALS } from '../../src/signals/catalog.ts'
import { decide } from '../../src/triage/decide.ts'
import { aGroup, anAlert } from '../alerts/an-alert.ts'
import { aStore } from '../incidents/a-store.ts'
import { RESULT } from '../report/worked-incident.ts'
import { AT_WORK, END, anEvidence } from '../support/evidence.ts'

const UNREAD = anEvidence(Object.fromEntries(SIGNALS.map(({ id }) => [id, 'timeout'] as const)))

/** An incident that fires, is read and resolves; what was marked, and what was still to do by then. */
async function marksOf(evidence: Evidence) {
  const store = aStore()
  const marked: { readonly annotation: Annotation; readonly nextDue: number | undefined }[] = []
  const steps = createIncidentSteps({
    store,
    cards: createCards({ store, channel: 'C1', now: () => END, speak: inEnglish }),
    controlsOf: () => undefined,
    charts: { want: () => Promise.resolve(), post: () => Promise.resolve() },
    announceEnds: () => Promise.resolve(),
    read: () => Promise.resolve({ ...RESULT, evidence, diagnosis: decide(evidence, inEnglish) }),
    annotate: async (_, annotation) => void marked.push({ annotation, nextDue: await store.nextJobDue(TEXT_JOBS) }),
    now: () => END,
    window: minutes(5),
    settle: minutes(5),
    log: createLogger('silent'),
    metrics: createMetrics({ withProcess: false }),
    speak: inEnglish,
  })
  for (const endsAt of [undefined, END - 60]) {
    const alert = anAlert({ labels: { cluster: 'prod' }, startsAt: END - 600, ...(endsAt && { endsAt }) })
    await store.receive(aGroup([alert]), END)
    for (const job of await store.takeDueJobs({ kinds: TEXT_JOBS, now: END, limit: 9 })) {
      await steps.run(job)
      await store.finishJob(job.id)
    }
  }
  return marked
}

describe('an incident that is over', () => {
  it('is marked once it is sure to be looked at again', async () => {
    const [mark, ...others] = await marksOf(anEvidence(AT_WORK))
    expect(mark).toMatchObject({ annotation: { from: END - 600, to: END - 60 }, nextDue: unixSeconds(END + 300) })
    expect(others).toEqual([])
  })

  it('is not marked where nobody could tell what it was', async () => {
    expect(await marksOf(UNREAD)).toEqual([])
  })
})
