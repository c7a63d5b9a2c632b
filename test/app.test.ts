import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { stringify } from 'yaml'
import { type App, startApp } from '../src/app.ts'
import { loadConfig } from '../src/config/load.ts'
import { createStore } from '../src/incidents/store.ts'
import { seconds } from '../src/domain/time.ts'
import { SEED } from '../src/sandbox/slack/workspace/seed.ts'
import { type LocalSlack, startLocalSlack } from '../src/sandbox/slack/start-local-slack.ts'
import { notification } from './acceptance/served.ts'
import { aLog } from './slack/ends.ts'
import { describeWith } from './support/needs.ts'
import { type RealServer, startAlertmanager } from './support/real-servers.ts'

const { oncall, alice, bob } = SEED
const LABELS = { alertname: 'VLLMTTFTHigh', cluster: 'prod', model_name: 'qwen', severity: 'page' }

describeWith('alertmanager', 'what people do about an incident', () => {
  describe.each(['http', 'socket'] as const)('over %s', (mode) => {
    let slack: LocalSlack
    let real: RealServer
    let app: App
    let folder: string
    const { log, lines } = aLog()

    async function start(): Promise<void> {
      const file = join(folder, 'whyslow.yml')
      const cluster = {
        name: 'prod',
        prometheus: { url: 'http://127.0.0.1:9' },
        alertmanager: [{ url: 'http://127.0.0.1:9' }, { url: real.baseUrl }],
        links: { prometheus: 'https://prometheus.example/p', grafana: 'https://grafana.example/d/vllm?orgId=1' },
      }
      await writeFile(
        file,
        stringify({
          slack: { channel: oncall, mode, api_url: slack.url, silencers: [SEED.oncallGroup] },
          listen: { host: '127.0.0.1', port: 0 },
          store: `file:${join(folder, 'whyslow.db')}`,
          clusters: [cluster],
        }),
      )
      const env = {
        SLACK_BOT_TOKEN: slack.botToken,
        SLACK_SIGNING_SECRET: slack.signingSecret,
        SLACK_APP_TOKEN: slack.appToken,
      }
      app = await startApp(loadConfig(file, env), log)
      if (mode === 'http') slack.deliverTo({ kind: 'http', url: `${app.url}/slack/events` })
      else await vi.waitFor(() => expect(slack.socket.connections()).toBe(1), 5000)
    }

    const card = () => slack.channel(oncall).threads[0]?.parent ?? slack.channel(oncall).messages[0]
    const saysCard = (words: RegExp) =>
      slack.waitFor(() => words.test(JSON.stringify(card()?.blocks)) && card(), 20_000)
    const thread = () => slack.channel(oncall).threads[0]?.replies ?? []
    const saysReply = (words: RegExp) =>
      slack.waitFor(() => thread().find(({ text, blocks }) => words.test(text + JSON.stringify(blocks))), 20_000)
    const told = (user: string, words: RegExp) =>
      slack.waitFor(
        () =>
          slack
            .channel(oncall)
            .ephemeral.find(
              ({ audience, text }) => audience.kind === 'ephemeral' && audience.userId === user && words.test(text),
            ),
        10_000,
      )
    const press = (actionId: string, user: string = alice, ts: string = card()?.ts ?? '') =>
      slack.press({ channel: oncall, ts, actionId, user })
    const silences = async (): Promise<readonly { status: { state: string }; createdBy: string }[]> =>
      (await fetch(`${real.baseUrl}/api/v2/silences`)).json() as never

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'whyslow-app-'))
      slack = await startLocalSlack({ mode: 'lenient' })
      real = await startAlertmanager()
      await fetch(`${real.baseUrl}/api/v2/alerts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([{ labels: LABELS }, { labels: { alertname: 'Other' } }]),
      })
      await start()
      const body = JSON.stringify(notification(LABELS))
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(`${app.url}/webhook`, { method: 'POST', headers, body })).status).toBe(200)
    }, 60_000)

    afterAll(async () => {
      await app.close()
      await real.stop()
      await slack.close()
      await rm(folder, { recursive: true, force: true })
    })

    it('the card offers all there is to do, and leads to the pages of the team', async () => {
      const { blocks } = await saysCard(/Acknowledge/u)
      const buttons = JSON.stringify(blocks)
      for (const name of ['Run again', 'Silence…', 'Evidence', 'Useful', 'Wrong']) expect(buttons).toContain(name)
      expect(buttons).toContain('https://prometheus.example/p/graph')
      expect(buttons).toMatch(/https:\/\/grafana\.example\/d\/vllm\?orgId=1&from=\d{13}&to=\d{13}/u)
    })

    it('the first who acknowledges is at it, and stays on the card', async () => {
      await press('acknowledge')
      const { blocks } = await saysCard(/Acknowledged by .*U0ALICE0000/u)
      expect(JSON.stringify(blocks)).not.toContain('"action_id":"acknowledge"')
      await press('run_again')
      await slack.waitFor(() => (slack.callsOf('chat.update').length >= 3 ? true : undefined), 20_000)
      await saysCard(/Acknowledged by .*U0ALICE0000/u)
    })

    it('who may not silence is told so, and nobody else', async () => {
      await press('silence', bob)
      await told(bob, /not among those who may silence/u)
      await slack.say({
        text: `<@${slack.botUserId}> silence 1h`,
        user: bob,
        channel: oncall,
        threadTs: card()?.ts ?? '',
      })
      await slack.waitFor(
        () => slack.channel(oncall).ephemeral.filter(({ text }) => /not among/u.test(text)).length === 2,
        10_000,
      )
      expect(slack.views()).toEqual([])
      expect(await silences()).toEqual([])
    })

    it('a silence is made in the dialog, said in the thread and on the card, and undone', async () => {
      await press('silence')
      const view = await slack.waitFor(
        () => slack.views().find((one) => JSON.stringify(one.view).includes('matches 1 active alert now')),
        10_000,
      )
      expect(JSON.stringify(view.view)).toContain(String.raw`alertname=\"VLLMTTFTHigh\"`)
      const { outcome } = await slack.submitView({ viewId: view.id, values: { length: '1800', comment: 'we know' } })
      expect(outcome.kind).toBe('closed')
      expect(await silences()).toMatchObject([{ createdBy: 'alice (whyslow)', status: { state: 'active' } }])
      const reply = await saysReply(/Silenced.*we know/u)
      await saysCard(/Silenced by .*U0ALICE0000/u)
      await slack.sendSlashCommand({ command: '/vllm', text: 'silence' })
      await slack.waitFor(
        () => slack.channel(oncall).messages.find(({ text }) => text === 'Silences of mine in force: 1'),
        10_000,
      )
      await press('undo_silence', bob, reply.ts)
      await told(bob, /not among/u)
      await press('undo_silence', alice, reply.ts)
      await saysReply(/The silence has ended\..*Undone by/u)
      expect(await silences()).toMatchObject([{ status: { state: 'expired' } }])
      await slack.waitFor(() => !/Silenced by/u.test(JSON.stringify(card()?.blocks)), 20_000)
    })

    it('a silence by name in the thread tells how many alerts it takes in', async () => {
      await slack.say({ text: `<@${slack.botUserId}> silence 1h`, channel: oncall, threadTs: card()?.ts ?? '' })
      await saysReply(/It matched 1 active alert then/u)
      expect((await silences()).filter(({ status }) => status.state === 'active')).toHaveLength(1)
    })

    it('the evidence comes as a file, once', async () => {
      await press('evidence')
      const reply = await slack.waitFor(() => thread().find(({ files }) => files.length > 0), 10_000)
      const text = new TextDecoder().decode(reply.files[0]?.bytes)
      expect(text).toContain('Evidence for prod / qwen')
      expect(text).toMatch(/instances up \(up\): unreachable/u)
      await told(alice, /is in the thread, as a file/u)
      await press('evidence')
      await told(alice, /in the thread already/u)
      expect(thread().filter(({ files }) => files.length > 0)).toHaveLength(1)
    })

    it('what people say of a conclusion is counted', async () => {
      await press('useful')
      await press('wrong')
      await told(alice, /it was wrong/u)
      await press('useful', bob)
      await told(bob, /it was useful/u)
      await slack.sendSlashCommand({ command: '/vllm', text: 'status' })
      const status = await slack.waitFor(
        () => slack.channel(oncall).messages.find(({ text }) => text.startsWith('1 open incident')),
        10_000,
      )
      expect(JSON.stringify(status.blocks)).toMatch(/: 1 useful, 1 wrong/u)
    })

    it('a dialog that cannot be opened any more is told of in the thread', async () => {
      slack.fail('views.open', { error: 'expired_trigger_id', times: 1 })
      await press('silence')
      await saysReply(/did not let me open the dialog in time/u)
    })

    it('what was done outlives a restart, and is written down', async () => {
      await app.close()
      await start()
      await press('run_again')
      await saysCard(/Acknowledged by .*U0ALICE0000/u)
      await app.close()
      const store = createStore(join(folder, 'whyslow.db'), {
        window: seconds(1),
        correlate: () => ({ changes: [], unchanged: 0 }),
      })
      onTestFinished(() => store.close())
      const audit = await store.db.selectFrom('audit').select(['user_id', 'deed', 'outcome']).orderBy('id').execute()
      const deeds = audit.map(
        ({ user_id: user, deed, outcome }) => `${user === alice ? 'alice' : 'bob'} ${deed} ${outcome}`,
      )
      expect(deeds).toEqual([
        'alice acknowledge done',
        'alice run_again done',
        'bob silence refused',
        'bob silence refused',
        'alice silence done',
        'bob undo_silence refused',
        'alice undo_silence done',
        'alice silence done',
        'alice evidence done',
        'alice evidence done',
        'alice useful done',
        'alice wrong done',
        'bob useful done',
        'alice run_again done',
      ])
      expect(lines()).toMatch(/"deed":"undo_silence".*"outcome":"done"/u)
      await start()
    })

    it('an Alertmanager that is down is said in the dialog, and nothing is lost', async () => {
      await real.stop()
      await press('silence')
      const view = await slack.waitFor(
        () => slack.views().find((one) => JSON.stringify(one.view).includes('Alertmanager does not answer')),
        15_000,
      )
      const { outcome, receipt } = await slack.submitView({ viewId: view.id, values: { comment: 'kept' } })
      expect(receipt.tookMs).toBeLessThan(3000)
      expect(outcome).toMatchObject({
        kind: 'errors',
        errors: { comment: expect.stringMatching(/^Alertmanager does not answer: [^\n]+$/u) },
      })
    })
  })
})
