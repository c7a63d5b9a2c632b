import type { Evidence } from '../../src/domain/evidence.ts'
import type { Episode, Incident } from '../../src/domain/incident.ts'
import { inEnglish } from '../../src/domain/text.ts'
import { minutes, earlier } from '../../src/domain/time.ts'
import type { TriageResult } from '../../src/report/triage-result.ts'
import { queriesOf } from '../../src/report/triage-result.ts'
import { decide } from '../../src/triage/decide.ts'
import { END, MODEL } from './evidence.ts'

/** An incident of one firing alert that began six minutes ago. */
export function anIncident(more: Partial<Incident> = {}, episode: Partial<Episode> = {}): Incident {
  const startsAt = earlier(END, minutes(6))
  return {
    id: '01JDTEST',
    scope: { cluster: 'prod', modelName: MODEL },
    status: 'firing',
    startsAt,
    episodes: [
      {
        fingerprint: 'a1b2c3d4e5f60718',
        startsAt,
        status: 'firing',
        alertName: 'VLLMTTFTHigh',
        labels: { alertname: 'VLLMTTFTHigh', model_name: MODEL },
        annotations: { summary: 'TTFT p99 is above 5 s' },
        ...episode,
      },
    ],
    ...more,
  }
}

/** What a triage of the evidence gives to show. */
export function aResult(evidence: Evidence): TriageResult {
  return {
    incident: { id: '01JDTEST', status: 'firing', alerts: evidence.alerts },
    evidence,
    diagnosis: decide(evidence, inEnglish),
    tookMs: 412,
    queries: queriesOf(evidence),
  }
}
