import { randomUUID } from 'node:crypto'
import { correlate } from './alerts/correlate.ts'
import { scopeOf } from './alerts/scope-of.ts'
import type { Config } from './config/config.ts'
import type { SlackSettings } from './config/require-slack.ts'
import { requireSlack } from './config/require-slack.ts'
import { languageIn } from './domain/language.ts'
import type { Speak } from './domain/text.ts'
import { unixSeconds } from './domain/time.ts'
import { answer } from './flow/answer.ts'
import { createAnnotator } from './flow/annotate.ts'
import { anyAnswers } from './flow/ask-sources.ts'
import { openCluster } from './flow/cluster.ts'
import { createExaminer } from './flow/examine-cluster.ts'
import { createReader } from './flow/reader.ts'
import { createAnnouncer } from './flow/people/announce-ends.ts'
import { createAuditor } from './flow/people/audit.ts'
import { createCards } from './flow/people/cards.ts'
import { createPresses } from './flow/people/presses.ts'
import { createSilencing } from './flow/people/silencing.ts'
import { createChartPosts } from './flow/post-chart.ts'
import { loadDrawing } from './flow/draw-chart.ts'
import { createSilencedWatch } from './flow/people/watch-silenced.ts'
import { createIncidentSteps } from './flow/run-incident.ts'
import { createServer } from './http/create-server.ts'
import { startForgetting } from './incidents/forget.ts'
import { createJobRunner } from './incidents/job-runner.ts'
import { CHART_JOBS, type Job, TEXT_JOBS } from './incidents/jobs.ts'
import { createOutbox } from './incidents/outbox.ts'
import { createStore } from './incidents/store.ts'
import type { Clock } from './lib/clock.ts'
import { systemClock } from './lib/clock.ts'
import type { Logger } from './lib/logger.ts'
import { createMetrics } from './lib/metrics.ts'
import type { SlackAccess, SlackLine } from './slack/create-bolt-app.ts'
import { createSlackApp } from './slack/create-bolt-app.ts'
import { createChannelIds, withChannelIds } from './slack/channel-ids.ts'
import { EVENTS_PATH } from './slack/manifest.ts'
import { createPostSender } from './slack/send-post.ts'
import { createRefusalFor } from './slack/silencers.ts'
import { createUploads } from './slack/upload-file.ts'
import { speakIn } from './words/speak-in.ts'

/** A running whyslow. */
export interface App {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  readonly url: string
  /** Takes nothing new, lets what is under way end, and leaves the rest in the store for the next start. */
  readonly close: () => Promise<void>
}

/** What a demonstration puts in the place of the real world. */
export interface Surroundings {
  readonly clock: Clock
  readonly openCluster: typeof openCluster
}

const REAL: Surroundings = { clock: systemClock, openCluster }
const DRAIN_SECONDS = 8

/**
 * Receive → correlate → gather → decide → render → deliver → record, put together.
 *
 * @throws ConfigError, SelectorError or ConnectionConfigError, in one line, when a setting is wrong
 */
export async function startApp(config: Config, log: Logger, surroundings: Surroundings = REAL): Promise<App> {
  const slackSettings = requireSlack(config)
  const { channel } = slackSettings
  const voiceOf = (id: string): Speak => speakIn(languageIn(slackSettings, id))
  const speak = voiceOf(channel)
  const { clock } = surroundings
  const now = () => unixSeconds(clock.now())
  const metrics = createMetrics()
  const onFinding = (result: string): void => metrics.scrapes.inc({ result })
  const clusters = config.clusters.map((cluster) => surroundings.openCluster(cluster, onFinding))

  // receive → correlate: on the disk before Alertmanager is answered.
  const store = createStore(config.store.file, {
    window: config.correlate.window,
    correlate: (arrival) =>
      correlate(arrival, {
        scopeOf: (alert) => scopeOf(alert, config.clusters),
        window: config.correlate.window,
        newId: randomUUID,
      }),
  })

  const { runbookUrl } = config
  const read = createReader({
    clusters,
    deadlineSeconds: config.triage.deadline,
    now,
    metrics,
    changesIn: (scope, within) => store.changesIn(scope, within),
    ...(runbookUrl === undefined ? {} : { runbookUrl }),
  })

  // gather → decide → render, and verify when the alerts have resolved.
  const { window } = config.triage
  const cards = createCards({ store, channel, speak, now })
  const uploads = createUploads(() => slack.client)
  const watch = createSilencedWatch({ clusters, store, cards, speak, now, log })
  const steps = createIncidentSteps({
    store,
    cards,
    controlsOf: (cluster) => clusters.find(({ name }) => name === cluster)?.controls,
    charts: createChartPosts({
      store,
      clusters,
      uploads,
      idOf: (name) => channelIds.idOf(name),
      deadlineSeconds: config.triage.deadline,
      speak,
      now,
      log,
      metrics,
    }),
    announceEnds: createAnnouncer({ clusters, store, watch, cards, speak, now, log }),
    read,
    speak,
    annotate: createAnnotator(clusters, log),
    now,
    window,
    settle: config.verify.settle,
    log,
    metrics,
  })
  const run = (job: Job): Promise<void> => steps.run(job)
  const runners = [
    createJobRunner({ kinds: TEXT_JOBS, store, run, clock, log, metrics }),
    createJobRunner({ kinds: CHART_JOBS, store, run, clock, log, metrics, concurrency: 1 }),
  ]

  // What people ask is answered from the same readings; what they do is done once, and written down.
  const audit = createAuditor({ people: store.people, now, log })
  const silencing = createSilencing({
    clusters,
    store,
    cards,
    refusalFor: (user) => refusalFor(user),
    audit,
    speak,
    now,
  })
  const desk = {
    clusters,
    window,
    deadline: config.triage.deadline,
    now,
    read,
    examine: createExaminer({ clusters: config.clusters, window, now }),
    store,
    silencing,
  }
  const slack = createSlackApp({
    ...secretsOf(slackSettings),
    log,
    voiceOf,
    handlers: {
      onCommand: ({ command, channel: where, person }) => answer(command, { person, speak: voiceOf(where) }, desk),
      // An incident's place has the channel's name as it is configured, an event its id.
      onThread: async ({ command, channel: where, threadTs, person }) => {
        const isHome = where === (await channelIds.idOf(channel))
        const incident = await store.incidentByThread(isHome ? channel : where, threadTs)
        return answer(command, { person, speak: voiceOf(where), ...(incident === undefined ? {} : { incident }) }, desk)
      },
      onPress: createPresses({ store, cards, silencing, uploads, audit, speak, now }),
      silences: silencing,
    },
  })
  const refusalFor = createRefusalFor({ allowed: slackSettings.silencers, client: slack.client, speak, now })

  const channelIds = createChannelIds(slack.client)

  // deliver → record.
  const sender = withChannelIds(createPostSender({ client: slack.client, log }), channelIds)
  const outbox = createOutbox({ store, sender, clock, log, metrics, random: Math.random })

  const server = createServer({
    ...config.listen,
    webhook: { ...config.webhook, receive: (group, receivedAt) => store.receive(group, receivedAt) },
    events: { clusters: clusters.map(({ name }) => name), keep: (change) => store.addChange(change) },
    checks: {
      store: () => store.healthy(),
      slack: () => Promise.resolve(slack.status().ok),
      cluster: () => anyAnswers(clusters, now()),
    },
    ...(slack.requestHandler === undefined ? {} : { slack: { path: EVENTS_PATH, handle: slack.requestHandler } }),
    clock,
    log,
    metrics,
  })

  const names = clusters.map(({ name }) => name)
  const url = await server.listen()
  await Promise.all([outbox.start(), ...runners.map((runner) => runner.start()), slack.start()])
  for (const cluster of clusters) cluster.start()
  const stopForgetting = startForgetting({ store, clock, log })
  log.info({ url, clusters: names, slack: slackSettings.mode }, 'listening')
  // The first incident's chart is not to wait for what draws it; nothing waits for this.
  if (clusters.some(({ sources }) => sources.some(({ history }) => history !== undefined))) {
    void loadDrawing().catch((error: unknown) => log.warn({ step: 'deliver', error }, 'no chart can be drawn here'))
  }

  return {
    url,
    close: async () => {
      stopForgetting()
      await server.close(DRAIN_SECONDS)
      await slack.stop()
      await Promise.all(runners.map((runner) => runner.drain(DRAIN_SECONDS)))
      await outbox.drain(DRAIN_SECONDS)
      await Promise.all(clusters.map((cluster) => cluster.close()))
      await store.close()
      log.info('stopped')
    },
  }
}

/** Secrets are revealed here, to be held by the Slack client alone. */
function secretsOf(settings: SlackSettings): SlackLine & SlackAccess {
  const { botToken, apiUrl } = settings
  const own = { botToken: botToken.reveal(), ...(apiUrl === undefined ? {} : { apiUrl }) }
  return settings.mode === 'http'
    ? { ...own, mode: settings.mode, signingSecret: settings.signingSecret.reveal() }
    : { ...own, mode: settings.mode, appToken: settings.appToken.reveal() }
}
