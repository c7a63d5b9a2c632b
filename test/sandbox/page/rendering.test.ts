import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startPage } from '../../../src/sandbox/page/start-page.ts'
import { startLocalSlack } from '../../../src/sandbox/slack/start-local-slack.ts'
import type { LocalSlack } from '../../../src/sandbox/slack/start-local-slack.ts'
import { SEED } from '../../../src/sandbox/slack/workspace/seed.ts'
import { buildPage } from '../../support/build-page.ts'
import { describeWith, findProgram } from '../../support/needs.ts'
import { aClient, aSocketApp } from '../slack/local.ts'

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script> javascript:alert(1)'

describeWith('chromium', 'messages as the page shows them', () => {
  let slack: LocalSlack
  let page: Page
  let browser: Browser
  let url = ''
  let close = (): Promise<void> => Promise.resolve()
  let asked: string[] = []

  beforeAll(async () => {
    buildPage()
    const executablePath = findProgram('chromium')
    if (executablePath === undefined) throw new Error('no chromium')
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    slack = await startLocalSlack({ mode: 'lenient' })
    const served = await startPage({
      slack: () => slack,
      commands: [{ command: '/vllm', hint: 'help' }],
      shortcuts: [{ callbackId: 'why_slow', name: 'Why slow?' }],
      port: 0,
    })
    url = served.url
    close = served.close
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, timezoneId: 'UTC' })
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(url)
  }, 60_000)

  afterAll(async () => {
    await browser.close()
    await close()
    await slack.close()
  })

  beforeEach(() => {
    asked = []
  })

  async function post(blocks: readonly object[], text = 'fallback'): Promise<ReturnType<Page['locator']>> {
    const { ts } = await aClient(slack).chat.postMessage({ channel: SEED.oncall, text, blocks: [...blocks] as never })
    const message = page.locator(`.channel-pane [data-ts="${ts}"]`)
    await message.waitFor()
    return message
  }

  it('shows every kind of block that a message may hold', async () => {
    const cell = (text: string) => ({ type: 'raw_text', text })
    const option = (value: string) => ({ text: { type: 'plain_text', text: value }, value })
    const message = await post([
      { type: 'header', text: { type: 'plain_text', text: 'A header' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '*bold* and `code` at <!date^1796000000^{date_num} {time}|then>' },
      },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Field*\none' },
          { type: 'plain_text', text: 'two' },
        ],
        accessory: { type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'Beside' } },
      },
      { type: 'divider' },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'emoji', name: 'red_circle' },
              { type: 'text', text: ' *not bold*', style: { italic: true } },
              { type: 'date', timestamp: 1_796_000_000, format: ' {time}', fallback: 'then' },
              { type: 'link', url: 'https://grafana.example/d/1', text: 'Grafana' },
            ],
          },
          {
            type: 'rich_text_list',
            style: 'ordered',
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'first step' }] }],
          },
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'queue   ████░░  6.1 s' }] },
          { type: 'rich_text_quote', elements: [{ type: 'text', text: 'quoted' }] },
        ],
      },
      {
        type: 'table',
        rows: [
          [cell('instance'), cell('share')],
          [cell('10.0.1.22:8000'), cell('78 %')],
        ],
        column_settings: [{}, { align: 'right' }],
      },
      { type: 'context', elements: [{ type: 'plain_text', text: '68 signals read' }] },
      {
        type: 'actions',
        elements: [
          { type: 'button', action_id: 'b', style: 'danger', text: { type: 'plain_text', text: 'Danger' } },
          { type: 'static_select', action_id: 'c', options: [option('1h'), option('2h')] },
          { type: 'overflow', action_id: 'd', options: [option('more')] },
        ],
      },
    ])
    const text = await message.innerText()
    for (const part of [
      'A header',
      'bold and code at 2026-11-30',
      '*not bold*',
      'Grafana',
      'first step',
      'queue   ████░░  6.1 s',
      'quoted',
      '78 %',
      '68 signals read',
      'Danger',
      'Beside',
      'two',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/not shown here|fallback|undefined|\[object/u)
    expect(await message.getByRole('link', { name: 'Grafana' }).getAttribute('href')).toBe(
      'https://grafana.example/d/1',
    )
    expect(await message.locator('ol li').count()).toBe(1)
    expect(await message.getByRole('columnheader').count()).toBe(2)
  })

  it('runs, loads and follows nothing that a message says', async () => {
    const text = { type: 'mrkdwn', text: HOSTILE.replaceAll('<', '&lt;') }
    const message = await post(
      [
        { type: 'section', text },
        { type: 'section', text: { type: 'mrkdwn', text: '<javascript:alert(1)|press> <data:text/html,x|here>' } },
        { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: HOSTILE }] }] },
        { type: 'image', image_url: 'https://evil.example/track.png', alt_text: HOSTILE },
        { type: 'header', text: { type: 'plain_text', text: HOSTILE.slice(0, 140) } },
        { type: 'table', rows: [[{ type: 'raw_text', text: HOSTILE }]] },
      ],
      HOSTILE,
    )
    expect(await message.innerText()).toContain('<script>document.title=2</script>')
    expect(await message.locator('script, iframe, img, [onerror]').count()).toBe(0)
    expect(await message.locator('a').count()).toBe(0)
    expect(await page.title()).toBe('whyslow: local Slack')
    expect(await message.innerText()).toContain('evil.example; pictures from elsewhere are not loaded here')
    expect(asked.filter((address) => !address.startsWith(url))).toEqual([])
  })

  it('shows a picture that was uploaded, in the thread where it belongs', async () => {
    const parent = await post([{ type: 'section', text: { type: 'mrkdwn', text: 'with a chart' } }])
    const ts = (await parent.getAttribute('data-ts')) ?? ''
    await aClient(slack).filesUploadV2({
      channel_id: SEED.oncall,
      thread_ts: ts,
      filename: 'chart.png',
      title: 'Latency by stage',
      file: PIXEL,
    })
    await parent.getByRole('button', { name: '1 reply' }).click()
    const picture = page.locator('.thread-pane img')
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth)).toBe(1)
    await page.getByRole('button', { name: 'Close thread' }).click()
  })

  it('lets a person fill in a modal, see what is wrong, and close it by Escape', async () => {
    const app = aSocketApp(slack)
    const submitted: unknown[] = []
    app.command('/vllm', async ({ ack, client, body }) => {
      await ack()
      await client.views.open({ trigger_id: body.trigger_id, view: SILENCE as never })
    })
    app.view('silence', async ({ ack, view: { state } }) => {
      submitted.push(state.values)
      await (submitted.length === 1 ? ack({ response_action: 'errors', errors: { why: 'say more' } }) : ack())
    })
    await app.start()
    const box = page.getByRole('textbox', { name: 'Message #llm-oncall' })
    await box.fill('/vllm help')
    await box.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Silence' })
    await dialog.getByRole('textbox', { name: 'Why' }).fill('too noisy')
    await dialog.getByRole('combobox').selectOption('2h')
    await dialog.getByRole('radio', { name: 'this one' }).check()
    await dialog.getByRole('checkbox', { name: 'tell the channel' }).check()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.getByText('say more').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Why' }).inputValue()).toBe('too noisy')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(submitted).toHaveLength(2)
    expect(submitted[1]).toMatchObject({
      why: { why: { value: 'too noisy' } },
      hours: { hours: { selected_option: { value: '2h' } } },
      scope: { scope: { selected_option: { value: 'this one' } } },
      tell: { tell: { selected_options: [{ value: 'tell the channel' }] } },
    })
    await box.fill('/vllm help')
    await box.press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(slack.views()).toEqual([])
  })

  it('shows what only one person may see to that person', async () => {
    await aClient(slack).chat.postEphemeral({ channel: SEED.oncall, user: SEED.bob, text: 'for Bob alone' })
    await aClient(slack).chat.postEphemeral({ channel: SEED.oncall, user: SEED.alice, text: 'for Alice alone' })
    await page.getByText('for Alice alone').waitFor()
    expect(await page.getByText('for Bob alone').count()).toBe(0)
    await page.getByRole('combobox', { name: 'You are' }).selectOption(SEED.bob)
    await page.getByText('for Bob alone').waitFor()
    expect(await page.getByText('for Alice alone').count()).toBe(0)
  })
})

const plain = (text: string) => ({ type: 'plain_text', text })
const option = (text: string) => ({ text: plain(text), value: text })

const SILENCE = {
  type: 'modal',
  callback_id: 'silence',
  title: plain('Silence'),
  submit: plain('Create'),
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: 'Silences *VLLMTTFTHigh*; it matches 1 active alert.' } },
    { type: 'input', block_id: 'why', label: plain('Why'), element: { type: 'plain_text_input', action_id: 'why' } },
    {
      type: 'input',
      block_id: 'hours',
      label: plain('For how long'),
      element: {
        type: 'static_select',
        action_id: 'hours',
        options: [option('1h'), option('2h')],
        initial_option: option('1h'),
      },
    },
    {
      type: 'input',
      block_id: 'scope',
      label: plain('Which instances'),
      element: { type: 'radio_buttons', action_id: 'scope', options: [option('all'), option('this one')] },
    },
    {
      type: 'input',
      block_id: 'tell',
      optional: true,
      label: plain('And'),
      element: { type: 'checkboxes', action_id: 'tell', options: [option('tell the channel')] },
    },
  ],
}
