import type { Incident } from '../../domain/incident.ts'
import type { SlackMessage } from '../../domain/post.ts'
import type { Speak } from '../../domain/text.ts'
import { renderStatus } from '../../slack/render-status.ts'
import type { OpenIncident } from '../../slack/render-status.ts'
import { decide } from '../../triage/decide.ts'
import { askSources } from '../ask-sources.ts'
import type { Asker, Desk } from './desk.ts'

/** Each one takes a decision on its evidence. */
const MOST = 10

export async function status({ speak }: Asker, desk: Desk): Promise<SlackMessage> {
  const now = desk.now()
  const [{ incidents, total }, sources, feedback] = await Promise.all([
    desk.store.openIncidents(MOST),
    askSources(desk.clusters, now),
    desk.store.people.countFeedback(),
  ])
  const open: OpenIncident[] = []
  for (const incident of incidents) open.push(await concluded(incident, desk, speak))
  return renderStatus({ open, hidden: total - incidents.length, sources, feedback, now }, speak)
}

async function concluded(incident: Incident, { store }: Desk, speak: Speak): Promise<OpenIncident> {
  const evidence = await store.latestTriage(incident.id)
  return { incident, ...(evidence === undefined ? {} : { diagnosis: decide(evidence, speak) }) }
}
