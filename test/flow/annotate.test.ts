import { describe, expect, it } from 'vitest'
import { unixSeconds } from '../../src/domain/time.ts'
import { GrafanaError } from '../../src/evidence/changes/open-grafana.ts'
import { createAnnotator } from '../../src/flow/annotate.ts'
import type { Cluster } from '../../src/flow/cluster.ts'
import { createLogger } from '../../src/lib/logger.ts'

const MARK = { from: unixSeconds(1), to: unixSeconds(2), text: 'x', tags: [] }

function aCluster(name: string, annotate?: () => Promise<void>): Cluster {
  const grafana = { changesIn: () => Promise.resolve({ changes: [], isCut: false }), ...(annotate && { annotate }) }
  return { name, sources: [], expectations: {}, start: () => undefined, close: () => Promise.resolve(), grafana }
}

describe('an incident that is over', () => {
  it('is marked for its own cluster alone, and where that is wanted', async () => {
    const marked: string[] = []
    const clusters = [
      aCluster('prod', () => Promise.resolve(void marked.push('prod'))),
      aCluster('staging', () => Promise.resolve(void marked.push('staging'))),
      aCluster('quiet'),
    ]
    const annotate = createAnnotator(clusters, createLogger('info', { write: () => undefined }))
    for (const name of ['staging', 'quiet', 'gone']) await annotate(name, MARK)
    expect(marked).toEqual(['staging'])
  })

  it('is not marked by a Grafana that is away, which is logged and no more', async () => {
    const logged: string[] = []
    const cluster = aCluster('prod', () => Promise.reject(new GrafanaError('annotations: HTTP 502')))
    await createAnnotator([cluster], createLogger('info', { write: (line) => void logged.push(line) }))('prod', MARK)
    expect(logged.join('')).toContain('annotations: HTTP 502')
  })
})
