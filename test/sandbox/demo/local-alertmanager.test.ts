import { expect, it, onTestFinished } from 'vitest'
import { openAlertmanager } from '../../../src/alertmanager/open-alertmanager.ts'
import { equals } from '../../../src/domain/matcher.ts'
import type { Labels } from '../../../src/domain/series.ts'
import { unixSeconds } from '../../../src/domain/time.ts'
import { startLocalAlertmanager } from '../../../src/sandbox/demo/local-alertmanager.ts'

const ALERT: Labels = { alertname: 'VLLMTTFTHigh', model_name: 'qwen2.5-7b' }
const NOW = 1_796_000_000
const WANTED = { startsAt: unixSeconds(NOW), createdBy: 'alice', comment: 'why' }

async function anAlertmanager() {
  let now = NOW
  const local = await startLocalAlertmanager({ firing: () => [ALERT], now: () => now })
  const client = openAlertmanager([{ url: local.url }])
  onTestFinished(async () => {
    await client.close()
    await local.close()
  })
  return { local, client, pass: (seconds: number) => (now += seconds) }
}

it('is to the bot as Alertmanager is: an alert that is silenced is active no more, until that ends', async () => {
  const { local, client, pass } = await anAlertmanager()
  const matchers = [equals('alertname', 'VLLMTTFTHigh')]
  expect(await client.activeAlerts(matchers)).toEqual([ALERT])
  const id = await client.silence({ ...WANTED, matchers, endsAt: unixSeconds(NOW + 60) })
  expect(local.isSilenced(ALERT)).toBe(true)
  expect(await client.activeAlerts(matchers)).toEqual([])
  expect(await client.firing(['VLLMTTFTHigh'])).toEqual([ALERT])
  expect(await client.silences()).toMatchObject([{ id, state: 'active', createdBy: 'alice', matchers }])
  pass(60)
  expect(local.isSilenced(ALERT)).toBe(false)
  expect(await client.silences()).toMatchObject([{ id, state: 'expired' }])
})

it.each([
  [{ name: 'alertname', op: '=~', value: 'VLLM.*' }, true],
  [{ name: 'alertname', op: '!~', value: 'VLLM.*' }, false],
  [{ name: 'alertname', op: '!=', value: 'Other' }, true],
  [{ name: 'cluster', op: '=', value: 'prod' }, false],
] as const)('asked for %j answers %s', async (matcher, isFound) => {
  const { client } = await anAlertmanager()
  expect(await client.activeAlerts([matcher])).toHaveLength(isFound ? 1 : 0)
})

it('takes a silence back, knows none that it has not made, and refuses a pattern that is none', async () => {
  const { local, client } = await anAlertmanager()
  const matchers = [equals('model_name', 'qwen2.5-7b')]
  const id = await client.silence({ ...WANTED, matchers, endsAt: unixSeconds(NOW + 60) })
  await client.expire(id)
  expect(local.isSilenced(ALERT)).toBe(false)
  await expect(client.expire('unheard-of')).rejects.toMatchObject({ code: 'alertmanager_not_found' })
  const broken = [equals('model_name', 'qwen2.5-7b'), { name: 'alertname', op: '=~', value: '(' }] as const
  await expect(client.silence({ ...WANTED, matchers: broken, endsAt: unixSeconds(NOW + 60) })).rejects.toMatchObject({
    code: 'alertmanager_refused',
  })
})
