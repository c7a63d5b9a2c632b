import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openAlertmanager } from '../../../src/alertmanager/open-alertmanager.ts'
import { equals } from '../../../src/domain/matcher.ts'
import { later, minutes, unixSeconds } from '../../../src/domain/time.ts'
import { openOutsideAlertmanager } from '../../../src/sandbox/demo/outside-alertmanager.ts'
import type { AlertNow } from '../../../src/sandbox/demo/watch-rule.ts'
import { describeWith } from '../../support/needs.ts'
import { type RealServer, startAlertmanager } from '../../support/real-servers.ts'

const LABELS = { alertname: 'VLLMTTFTHigh', model_name: 'qwen2.5-7b' }
/** The simulated clock runs ahead by this. */
const AHEAD = 1800

const simulated = () => unixSeconds(Date.now() / 1000 + AHEAD)

async function opened(url: string, alertNow: () => AlertNow) {
  const problems: string[] = []
  const outside = await openOutsideAlertmanager({
    url,
    labels: LABELS,
    annotations: {},
    alertNow,
    now: simulated,
    onProblem: (line) => problems.push(line),
  })
  const bot = openAlertmanager([{ url: outside.url }])
  onTestFinished(() => bot.close())
  return { outside, bot, problems }
}

describeWith('alertmanager', 'an Alertmanager of one’s own, in the demo', () => {
  let real: RealServer
  beforeAll(async () => {
    real = await startAlertmanager()
  }, 30_000)
  afterAll(() => real.stop())

  const firing = async (): Promise<readonly unknown[]> =>
    (await (await fetch(`${real.baseUrl}/api/v2/alerts`)).json()) as readonly unknown[]

  it('has the alert, takes silences by a clock that is ahead, and is left as it was', async () => {
    let alert: AlertNow = { state: 'firing', startsAt: unixSeconds(simulated() - 60) }
    const { outside, bot, problems } = await opened(real.baseUrl, () => alert)
    await outside.onAlert()
    expect(await bot.firing(['VLLMTTFTHigh'])).toEqual([LABELS])
    expect(await outside.isSilenced()).toBe(false)

    const startsAt = unixSeconds(Math.floor(simulated()))
    const endsAt = later(startsAt, minutes(60))
    const matchers = [equals('alertname', 'VLLMTTFTHigh')]
    const id = await bot.silence({ matchers, startsAt, endsAt, createdBy: 'alice (whyslow)', comment: 'why' })
    const [made] = await bot.silences()
    expect(made).toMatchObject({ id, state: 'active', matchers })
    expect(Math.abs((made?.endsAt ?? 0) - endsAt)).toBeLessThan(5)
    expect(await outside.isSilenced()).toBe(true)
    alert = { ...alert, state: 'resolved' }
    await outside.onAlert()
    expect(await firing()).toEqual([])
    expect(await outside.isSilenced()).toBe(true)
    await bot.expire(id)
    expect(await outside.isSilenced()).toBe(false)
    alert = { ...alert, state: 'firing' }
    await outside.onAlert()
    expect(await firing()).toHaveLength(1)
    await outside.close()
    expect(await firing()).toEqual([])
    expect(problems).toEqual([])
  })
})

it('that does not answer is told of, and holds nothing up', async () => {
  const { outside, bot, problems } = await opened('http://127.0.0.1:1', () => ({
    state: 'firing',
    startsAt: simulated(),
  }))
  await outside.onAlert()
  expect(problems).toEqual(['http://127.0.0.1:1 did not take the alert: no answer'])
  expect(await outside.isSilenced()).toBe(false)
  await expect(bot.silences()).rejects.toThrow(/^Alertmanager does not answer: HTTP 502$/)
  await outside.close()
})
