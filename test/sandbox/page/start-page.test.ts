import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPage } from '../../../src/sandbox/page/start-page.ts'
import type { PageEvent } from '../../../src/sandbox/page/wire.ts'
import type { LocalSlack } from '../../../src/sandbox/slack/start-local-slack.ts'
import { SEED } from '../../../src/sandbox/slack/workspace/seed.ts'
import { buildPage } from '../../support/build-page.ts'
import { aClient, aSlack, aSocketApp } from '../slack/local.ts'

beforeAll(buildPage)

const COMMANDS = [{ command: '/vllm', hint: 'why-slow' }]

interface Asked {
  readonly slack: LocalSlack
  readonly port: number
  /** Sends anything, also what a browser would not. */
  readonly ask: (path: string, options?: Asking) => Promise<Answered>
  /** Does what the page's own front end does. */
  readonly act: (action: object) => Promise<unknown>
}

interface Asking {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

async function aPage(): Promise<Asked> {
  const slack = await aSlack({ mode: 'lenient', ackLimitMs: 300 })
  const page = await startPage({ slack: () => slack, commands: COMMANDS, shortcuts: [], port: 0 })
  onTestFinished(() => page.close())
  const port = Number(new URL(page.url).port)
  const ask = (path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  const act = async (action: object): Promise<unknown> => {
    const headers = { origin: page.url, 'content-type': 'application/json' }
    const { body } = await ask('/do', { method: 'POST', headers, body: JSON.stringify(action) })
    return JSON.parse(body) as unknown
  }
  return { slack, port, ask, act }
}

/** What a new listener is told until `isEnough`. */
async function eventsOf(
  { port }: Asked,
  isEnough: (events: readonly PageEvent[]) => boolean,
): Promise<readonly PageEvent[]> {
  const stop = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/events`, { signal: stop.signal })
  const events: PageEvent[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    events.push(
      ...parts.filter((part) => part.startsWith('data: ')).map((part) => JSON.parse(part.slice(6)) as PageEvent),
    )
    if (isEnough(events)) break
  }
  stop.abort()
  return events
}

function messagesIn(events: readonly PageEvent[]) {
  return events.flatMap((event) => (event.kind === 'messages' ? event.messages : []))
}

describe('the page', () => {
  it('is one document whose script and style come from itself, under a policy that lets nothing else in', async () => {
    const { ask } = await aPage()
    const { status, headers, body } = await ask('/')
    expect(status).toBe(200)
    expect(body).toContain('<script type="module" src="/main.js">')
    expect(body).not.toMatch(/https?:|<style|\sstyle=|\son\w+=/u)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect((await ask('/main.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await ask('/main.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('has no way to make markup of a text', async () => {
    const { ask } = await aPage()
    const { body } = await ask('/main.js')
    expect(body).not.toMatch(/insertAdjacentHTML|outerHTML|document\.write|\beval\(|new Function/u)
    // Preact itself knows the property; nothing here gives it one.
    expect(body.match(/dangerouslySetInnerHTML:/gu)).toBeNull()
  })

  it.each([
    ['another host, as a rebound name has it', { headers: { host: 'evil.example' } }],
    ['another port', { headers: { host: '127.0.0.1:1' } }],
    ['a page of another site', { headers: { origin: 'https://evil.example' } }],
    ['a picture of another site', { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } }],
    ['a null origin', { headers: { origin: 'null' } }],
  ])('turns away %s', async (_, { headers }) => {
    const { ask } = await aPage()
    for (const path of ['/', '/events', '/files/F1']) {
      expect((await ask(path, { headers })).status, `of ${path}`).toBe(403)
    }
  })

  it.each([
    ['from another site', (own: string) => ({ origin: `${own}.evil.example`, 'content-type': 'application/json' })],
    ['without an origin', () => ({ 'content-type': 'application/json' })],
    ['that a form could send', (own: string) => ({ origin: own, 'content-type': 'text/plain' })],
    ['without a type', (own: string) => ({ origin: own })],
  ])('does nothing asked %s', async (_, headersFor) => {
    const { ask, port, slack } = await aPage()
    const body = JSON.stringify({ do: 'say', user: SEED.alice, channel: SEED.oncall, text: 'hello' })
    const headers = headersFor(`http://127.0.0.1:${port}`)
    expect((await ask('/do', { method: 'POST', headers, body })).status).toBe(403)
    expect(slack.channel(SEED.oncall).messages).toEqual([])
  })

  it('opens for a link on another site, but tells it nothing', async () => {
    const { ask } = await aPage()
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await ask('/', { headers })).status).toBe(200)
  })

  it.each([
    ['no JSON', '{'],
    ['too much', JSON.stringify({ do: 'say', text: 'x'.repeat(300_000) })],
  ])('refuses %s', async (_, body) => {
    const { ask, port } = await aPage()
    const headers = { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' }
    expect((await ask('/do', { method: 'POST', headers, body })).status).toBe(400)
  })

  it.each([
    { do: 'nothing' },
    { do: 'say' },
    { do: 'press', user: SEED.alice, on: { channel: SEED.oncall, ts: '1.1' }, actionId: 'x', blockId: 'y' },
    { do: 'press', user: 'U404', on: { viewId: 'V1' }, actionId: 'x', blockId: 'y' },
    { do: 'close', viewId: 'V404' },
    { do: 'say', user: SEED.alice, channel: 'C404', text: '/vllm help' },
    { do: 'say', user: SEED.alice, channel: SEED.oncall, text: '/unheard-of' },
    { do: 'say', user: SEED.alice, channel: SEED.oncall, threadTs: '1.1', text: '/vllm help' },
    { do: 'say', user: SEED.alice, channel: SEED.oncall, text: 'x'.repeat(13_000) },
  ])('answers %j with a line and not a failure', async (action) => {
    const { act } = await aPage()
    expect(await act(action)).toEqual({ ok: false, problem: expect.stringMatching(/^.{5,160}$/u) as string })
  })

  it('hears of messages, of edits, of what only one person sees and of what is deleted', async () => {
    const page = await aPage()
    const client = aClient(page.slack)
    const { ts = '' } = await client.chat.postMessage({ channel: SEED.oncall, text: 'first' })
    await client.chat.postEphemeral({ channel: SEED.oncall, user: SEED.bob, text: 'psst' })
    const events = eventsOf(page, (all) => messagesIn(all).some(({ isDeleted }) => isDeleted))
    await new Promise((resolve) => setTimeout(resolve, 100))
    await client.chat.update({ channel: SEED.oncall, ts, text: 'second' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await client.chat.delete({ channel: SEED.oncall, ts })
    const told = await events
    expect(told.map(({ kind }) => kind).slice(0, 2)).toEqual(['hello', 'channels'])
    expect(
      messagesIn(told).map(({ text, onlyFor, isEdited, isDeleted }) => [text, onlyFor, isEdited, isDeleted]),
    ).toEqual([
      ['first', undefined, false, false],
      ['psst', SEED.bob, false, false],
      ['second', undefined, true, false],
      ['', undefined, true, true],
    ])
  })

  it('says when the bot is not there', async () => {
    const { act } = await aPage()
    const asked = { do: 'say', user: SEED.alice, channel: SEED.oncall, text: '/vllm help' }
    expect(await act(asked)).toMatchObject({ ok: false, problem: expect.stringContaining('the bot') as string })
  })

  it('gives pictures as pictures and all else as a download', async () => {
    const { ask, slack } = await aPage()
    const client = aClient(slack)
    for (const [filename, text] of [
      ['a.png', 'not really'],
      ['a.html', '<script>alert(1)</script>'],
      ['a.svg', '<svg/>'],
    ] as const) {
      await client.filesUploadV2({ channel_id: SEED.oncall, filename, content: text })
    }
    const files = await slack.waitFor(() => {
      const all = slack.channel(SEED.oncall).messages.flatMap((message) => message.files)
      return all.length === 3 ? all : undefined
    })
    const answers = await Promise.all(files.map(({ id }) => ask(`/files/${id}`)))
    expect(
      answers.map(({ headers }) => [headers['content-type'], headers['content-disposition'] !== undefined]),
    ).toEqual([
      ['image/png', false],
      ['application/octet-stream', true],
      ['application/octet-stream', true],
    ])
    expect((await ask('/files/..%2fetc')).status).toBe(404)
    expect((await ask('/files/F404')).status).toBe(404)
  })

  it('takes the next port when one is taken, unless only that one will do', async () => {
    const first = await aPage()
    const { slack } = first
    const second = await startPage({ slack: () => slack, commands: [], shortcuts: [], port: first.port })
    onTestFinished(() => second.close())
    expect(Number(new URL(second.url).port)).toBeGreaterThan(first.port)
    const third = startPage({ slack: () => slack, commands: [], shortcuts: [], port: first.port, isOnlyPort: true })
    await expect(third).rejects.toThrow(`port ${first.port} is taken; name another one with --port`)
  })
})

describe('a modal on the page', () => {
  it('opens, tells of picks, shows errors, is updated and closes', async () => {
    const page = await aPage()
    const { slack, act } = page
    const app = aSocketApp(slack)
    const picked: unknown[] = []
    app.command('/vllm', async ({ ack, client, body }) => {
      await ack()
      await client.views.open({ trigger_id: body.trigger_id, view: view('Silence') })
    })
    app.action('hours', async ({ ack, body }) => {
      await ack()
      picked.push('view' in body ? body.view?.state.values : undefined)
    })
    app.view('silence', async ({ ack, view: { state } }) => {
      const why = state.values['why']?.['why']?.value
      if (why === 'no') await ack({ response_action: 'errors', errors: { why: 'say more' } })
      else if (why === 'show') await ack({ response_action: 'update', view: view('Again') })
      else await ack()
    })
    await app.start()
    expect(await act({ do: 'say', user: SEED.alice, channel: SEED.oncall, text: '/vllm help' })).toEqual({ ok: true })
    const [{ id: viewId } = { id: '' }] = await slack.waitFor(() =>
      slack.views().length > 0 ? slack.views() : undefined,
    )
    const told = await eventsOf(page, (all) => all.some((event) => event.kind === 'views' && event.views.length > 0))
    expect(JSON.stringify(told)).toContain('Silence')
    const press = { do: 'press', user: SEED.alice, on: { viewId }, actionId: 'hours', blockId: 'hours' }
    expect(await act({ ...press, choose: '2h', values: { why: 'noisy', hours: '2h' } })).toEqual({ ok: true })
    expect(picked).toMatchObject([
      { why: { why: { value: 'noisy' } }, hours: { hours: { selected_option: { value: '2h' } } } },
    ])
    const submit = (why: string) => act({ do: 'submit', viewId, values: { why } })
    expect(await submit('')).toMatchObject({ ok: false, problem: 'input why has to be filled in' })
    expect(await submit('no')).toEqual({ ok: false, errors: { why: 'say more' } })
    expect(await submit('show')).toEqual({ ok: true })
    expect(slack.views()[0]?.view['title']).toMatchObject({ text: 'Again' })
    expect(await submit('fine')).toEqual({ ok: true })
    expect(slack.views()).toEqual([])
  })
})

function view(title: string) {
  const plain = (text: string) => ({ type: 'plain_text' as const, text })
  const option = (hours: string) => ({ text: plain(hours), value: hours })
  return {
    type: 'modal' as const,
    callback_id: 'silence',
    title: plain(title),
    submit: plain('Create'),
    blocks: [
      {
        type: 'input' as const,
        block_id: 'why',
        label: plain('Why'),
        element: { type: 'plain_text_input' as const, action_id: 'why' },
      },
      {
        type: 'actions' as const,
        block_id: 'hours',
        elements: [{ type: 'static_select' as const, action_id: 'hours', options: [option('1h'), option('2h')] }],
      },
    ],
  }
}
