import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildPage } from '../support/build-page.ts'
import { describeWith, findProgram } from '../support/needs.ts'
import { type RealServer, startAlertmanager } from '../support/real-servers.ts'

interface RunningDemo {
  readonly said: () => string
  readonly address: () => Promise<string>
  /** As Ctrl-C does; the exit code. */
  readonly stop: () => Promise<number | null>
}

/** From the command to the completed card; the demo promises thirty seconds on a machine that does nothing else. */
const CARD_WITHIN_MS = 60_000
const PATIENT = { timeout: 20_000 }
const SAYS_SKEW = /takes 7\d % of arrivals/u

describeWith(['chromium', 'alertmanager'], 'the demo in a browser, with a real Alertmanager', () => {
  let alertmanager: RealServer
  let demo: RunningDemo
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    buildPage()
    alertmanager = await startAlertmanager()
    demo = startDemo('--speed', '60', '--alertmanager', alertmanager.baseUrl)
    const executablePath = findProgram('chromium')
    if (executablePath === undefined) throw new Error('no chromium')
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    await page.goto(await demo.address())
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await alertmanager.stop()
    await demo.stop()
  })

  const silences = async (): Promise<unknown> => (await fetch(`${alertmanager.baseUrl}/api/v2/silences`)).json()
  const channel = () => page.getByRole('log', { name: 'Messages in llm-oncall' })
  const thread = () => page.getByRole('log', { name: 'Messages of the thread' })
  const card = () => channel().locator('.message').first()

  it(
    'shows the incident’s card, completed',
    async () => {
      await card().getByText('Do now').waitFor({ timeout: CARD_WITHIN_MS })
      const text = await card().innerText()
      expect(text).toMatch(/10\.0\.1\.22:8000 takes 7\d % of arrivals \(fair share 25 %\)/u)
      expect(text).toMatch(/queue +█+/u)
      expect(await card().getByRole('img', { name: 'red circle' }).count()).toBe(1)
      expect(demo.said()).toContain("Alertmanager's webhook (firing)")
    },
    CARD_WITHIN_MS + 5000,
  )

  it('answers a command to all in the channel', async () => {
    const box = page.getByRole('textbox', { name: 'Message #llm-oncall' })
    await box.fill('/vllm why-slow')
    await box.press('Enter')
    await expect.poll(() => channel().locator('.message').filter({ hasText: SAYS_SKEW }).count(), PATIENT).toBe(2)
    const answer = channel().locator('.message').filter({ hasText: SAYS_SKEW }).last()
    expect(await answer.innerText()).not.toContain('Only visible to you')
  })

  it('says of an unknown command that it is none, and keeps the page usable by keyboard', async () => {
    const box = page.getByRole('textbox', { name: 'Message #llm-oncall' })
    await box.fill('/vlm why-slow')
    await box.press('Enter')
    await page.getByRole('alert').getByText('/vlm is not a command here').waitFor()
    await box.fill('')
    await page.keyboard.press('Shift+Tab')
    expect(await page.locator('button.suggestion:focus').innerText()).toMatch(/^\/vllm \S+$/u)
  })

  it('answers a mention in the card’s thread', async () => {
    await card()
      .getByRole('button', { name: /repl(y|ies)/iu })
      .click()
    await thread().getByText('Path through the tree').first().waitFor()
    const box = page.getByRole('textbox', { name: 'Reply…' })
    const answers = thread().locator('.message').filter({ hasText: SAYS_SKEW })
    const before = await answers.count()
    await box.fill('@whyslow why slow')
    await box.press('Enter')
    await expect.poll(() => answers.count(), PATIENT).toBe(before + 1)
  })

  it('runs again when its button is pressed', async () => {
    const read = card().getByText(/queries in \d+ ms/u)
    const before = await read.innerText()
    await card().getByRole('button', { name: 'Run again' }).click()
    await expect.poll(() => read.innerText(), { timeout: 15_000 }).not.toBe(before)
    // Named by the gateway's access log.
    await card()
      .getByText(/Who .*10\.42\.9\.80/u)
      .waitFor()
  })

  it('has its picture in the thread, with what it shows in words', async () => {
    const picture = thread().getByRole('img', { name: /Latency by stage \(mean\): queue/u })
    await picture.waitFor({ timeout: 60_000 })
    expect(await picture.evaluate((image) => image.clientWidth)).toBeGreaterThan(250)
  }, 70_000)

  it('gives every reading as a file, and keeps what is thought of it', async () => {
    await card().getByRole('button', { name: 'Evidence' }).click()
    await thread()
      .getByRole('link', { name: /Every reading, and the query behind it/u })
      .waitFor(PATIENT)
    for (const [name, thanks] of [
      ['Useful', 'it was useful'],
      ['Wrong', 'it was wrong'],
    ] as const) {
      await card().getByRole('button', { name }).click()
      await page.getByText(thanks).first().waitFor(PATIENT)
    }
  }, 70_000)

  it('answers in its thread by the menu of a message', async () => {
    const answers = thread().locator('.message').filter({ hasText: SAYS_SKEW })
    const before = await answers.count()
    await thread().getByLabel('Message shortcuts').last().click()
    await thread().getByRole('button', { name: 'Why slow?' }).last().click()
    await expect.poll(() => answers.count(), PATIENT).toBe(before + 1)
  }, 30_000)

  it('is acknowledged, silenced by its dialog in Alertmanager, and told again', async () => {
    await card().getByRole('button', { name: 'Acknowledge' }).click()
    await card().getByText('Acknowledged by').waitFor()
    await card().getByRole('button', { name: 'Silence…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This matches 1 active alert now.').waitFor()
    await dialog.getByRole('button', { name: 'Silence', exact: true }).click()
    await card().getByText('Silenced by').waitFor()
    expect(await silences()).toMatchObject([{ createdBy: 'alice (whyslow)', status: { state: 'active' } }])
    await thread().getByRole('button', { name: 'Undo' }).first().click()
    await card().getByText('Silenced by').waitFor({ state: 'detached' })
    expect(await silences()).toMatchObject([{ status: { state: 'expired' } }])
  }, 60_000)

  it('is mended by hand, and the card verifies the recovery', async () => {
    for (const name of [/limit 10\.42\.9\.80/u, /balance evenly/u]) await page.getByRole('button', { name }).click()
    await card().getByText('resolved after').waitFor({ timeout: 60_000 })
    await card().getByText('Recovered').waitFor({ timeout: 60_000 })
    expect(await card().getByRole('img', { name: 'green circle' }).count()).toBe(1)
  }, 130_000)

  it('is as wide as a phone, without scrolling sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const tab of ['# llm-oncall', 'Thread', 'Fleet']) {
      await page.getByRole('tab', { name: tab }).click()
      const width = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
      expect(width, `of ${tab}`).toBe(360)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it('begins another incident in a workspace of its own', async () => {
    await page.getByRole('combobox', { name: 'Incident' }).selectOption('hang')
    await card().getByText('10.0.1.23:8000').first().waitFor({ timeout: CARD_WITHIN_MS })
    await card().getByText('VLLMNoProgress').first().waitFor()
    expect(await channel().locator('.message').count()).toBe(1)
  }, 90_000)

  it('speaks Chinese when told to, in the card, its thread and its dialogs', async () => {
    const chinese = startDemo('--speed', '60', '--language', 'zh')
    try {
      await page.goto(await chinese.address())
      await card().getByText('立即处理').waitFor({ timeout: CARD_WITHIN_MS })
      const text = await card().innerText()
      expect(text).toMatch(/10\.0\.1\.22:8000 占到达量的 7\d %（均摊份额 25 %）/u)
      expect(text).toMatch(/排队 +█+/u)
      const buttons = ['重新运行', '确认', '静默…', '证据', '有用', '不对']
      for (const name of buttons) expect(await card().getByRole('button', { name }).count(), `of ${name}`).toBe(1)
      await card()
        .getByRole('button', { name: /repl(y|ies)/iu })
        .click()
      await thread().getByText('决策树路径').waitFor(PATIENT)
      await card().getByRole('button', { name: '静默…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('当前匹配 1 条活跃告警。').waitFor(PATIENT)
      await dialog.getByRole('button', { name: '取消' }).click()
      await card().getByRole('button', { name: '确认' }).click()
      await card().getByText('已确认：').waitFor(PATIENT)
    } finally {
      await page.goto(await demo.address())
      await chinese.stop()
    }
  }, 130_000)

  it('ends cleanly, having complained of nothing', async () => {
    expect(complaints).toEqual([])
    expect(await demo.stop()).toBe(0)
    await page.getByText('The demo does not answer').waitFor()
  })
})

function startDemo(...flags: readonly string[]): RunningDemo {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'demo', ...flags])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  return {
    said: () => said,
    address: async () => {
      for (let attempt = 0; attempt < 300; attempt++) {
        const url = /Open (http:\S+)/u.exec(said)?.[1]
        if (url !== undefined) return url
        if (child.exitCode !== null) throw new Error(`the demo ended:\n${said}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`the demo did not say where to look:\n${said}`)
    },
    stop: async () => {
      if (child.exitCode !== null) return child.exitCode
      child.kill('SIGINT')
      await once(child, 'exit')
      return child.exitCode
    },
  }
}
