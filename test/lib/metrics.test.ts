import { expect, it } from 'vitest'
import { createMetrics } from '../../src/lib/metrics.ts'

it('gives what it counts under the promised names', async () => {
  const metrics = createMetrics()
  metrics.webhooks.inc({ result: 'accepted' })
  metrics.triageSeconds.observe(0.4)
  metrics.outboxPending.set(3)
  const text = await metrics.registry.metrics()
  expect(text).toContain('whyslow_webhooks_total{result="accepted"} 1')
  expect(text).toContain('whyslow_triage_seconds_count 1')
  expect(text).toContain('whyslow_outbox_pending 3')
  expect(text).toContain('process_cpu_seconds_total')
})

it('may be made twice', () => {
  expect(() => [createMetrics(), createMetrics()]).not.toThrow()
})
