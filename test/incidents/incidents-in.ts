import type { Incident } from '../../src/domain/incident.ts'
import type { Store } from '../../src/incidents/store.ts'

/** What the store's file holds of incidents, newest first. */
export async function incidentsIn(store: Store, which: 'all' | 'open' = 'all'): Promise<readonly Incident[]> {
  const all = store.db.selectFrom('incidents').select('id').orderBy('latest_starts_at', 'desc')
  const rows = await (which === 'open' ? all.where('firing', '>', 0) : all).execute()
  const incidents: Incident[] = []
  for (const { id } of rows) {
    const incident = await store.incident(id)
    if (incident !== undefined) incidents.push(incident)
  }
  return incidents
}
