import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Evidence } from '../../src/domain/evidence.ts'
import { clientsOf } from '../../src/domain/evidence.ts'
import { equals } from '../../src/domain/matcher.ts'
import type { SlackMessage } from '../../src/domain/post.ts'
import { absent, nameOfRow } from '../../src/domain/reading.ts'
import type { KeptSilence } from '../../src/domain/silence.ts'
import { hours, later, minutes } from '../../src/domain/time.ts'
import { HELP, parseCommand } from '../../src/slack/command.ts'
import { renderAnswer, renderLine } from '../../src/slack/render-answer.ts'
import { renderCard } from '../../src/slack/render-card.ts'
import { renderDetails, renderPath } from '../../src/slack/render-details.ts'
import { withHandling } from '../../src/slack/render-handling.ts'
import { renderLatency } from '../../src/slack/render-latency.ts'
import { renderSilence, renderSilenceEnd, renderSilences } from '../../src/slack/render-silence.ts'
import { renderSilenceDialog } from '../../src/slack/render-silence-dialog.ts'
import { renderSkew } from '../../src/slack/render-skew.ts'
import { renderStatus } from '../../src/slack/render-status.ts'
import { renderTrunk } from '../../src/slack/render-tree.ts'
import { renderClients } from '../../src/slack/render-who.ts'
import { decide } from '../../src/triage/decide.ts'
import { TREE } from '../../src/triage/tree.ts'
import { verifyRecovery } from '../../src/triage/verify.ts'
import { speakIn } from '../../src/words/speak-in.ts'
import { KEPT } from '../../src/words/zh/kept/catalogue.ts'
import { END } from '../support/evidence.ts'
import { evidenceOf, parseIncidentStory } from '../support/incident-story.ts'
import { aResult, anIncident } from '../support/incident.ts'
import { hasEnglish } from '../words/english-in.ts'
import { textOf } from './text-of.ts'

const FOLDER = new URL('../triage/incidents/', import.meta.url)
const STORIES = readdirSync(FOLDER).map((file) => ({
  file,
  evidence: evidenceOf(parseIncidentStory(readFileSync(new URL(file, FOLDER), 'utf8'), file)),
}))
const speak = speakIn('zh')
/** What others wrote and call theirs: the alert's summary, and tokens of Slack's. */
const GIVEN = ['TTFT p99 is above 5 s', 'bot token', 'app-level token']

describe('no English sentence is in what is told in Chinese', () => {
  it.each(STORIES)('$file: the card, its thread and the answers', ({ evidence }) => {
    expect(englishIn(saidOf(evidence), namesIn(evidence))).toEqual([])
  })

  // A few of them, whatever the sources have to say.
  const CLIENTS = STORIES.filter(({ evidence }) => clientsOf(evidence).status === 'present')
  it.each(CLIENTS)('$file: with what sources may say of clients and of themselves', ({ evidence }) => {
    const said = [...KEPT.keys()].filter((template) => template.replaceAll(/\{\d\}/gu, '').length > 20).map(filledIn)
    for (let from = 0; from < said.length; from += 4) {
      const notes = said.slice(from, from + 4)
      const [why = '', mend = ''] = notes
      const clients = clientsOf(evidence)
      if (clients.status === 'absent') continue
      const dressed: Evidence = {
        ...evidence,
        clients: { ...clients, notes, stopsAt: { why, mend } },
        sources: [{ source: 'prometheus', status: 'partial', queries: 3, notes }],
      }
      expect(englishIn(saidOf(dressed), namesIn(dressed))).toEqual([])
    }
  })

  it('what people ask and do', () => {
    expect(englishIn(answers(), GIVEN)).toEqual([])
  })

  it.each(['why-slwo', 'why-slow a b', 'why-slow 1m 2m', 'why-slow 30d', 'tree x', 'silence a', 'doctor 5m', 'x'])(
    'a mistake: %s',
    (typed) => {
      const command = parseCommand(typed)
      if (command.kind !== 'mistake') throw new Error(`${typed} is no mistake`)
      expect(englishIn([renderLine(speak(command.problem))], [typed])).toEqual([])
    },
  )
})

/** All that a conclusion says, in its phases and to whoever asks. */
function saidOf(evidence: Evidence): readonly SlackMessage[] {
  const result = { ...aResult(evidence), diagnosis: decide(evidence, speak) }
  const { diagnosis } = result
  const clients = clientsOf(evidence)
  const incident = anIncident({ scope: evidence.scope })
  const resolved = { phase: 'resolved', incident, now: END, diagnosis } as const
  const stages = evidence.readings['up']
  const rows = stages?.status === 'present' ? stages.rows : []
  const of = { queue: absent('no_samples'), prefill: absent('timeout'), decode: absent('stale'), e2e: absent('stale') }
  return [
    renderCard({ phase: 'reading', incident, now: END }, speak),
    renderCard({ phase: 'concluded', incident, now: END, result }, speak),
    renderCard(resolved, speak),
    ...(['first', 'last'] as const).map((look) =>
      renderCard({ ...resolved, recovery: verifyRecovery(evidence, evidence, { look, speak }) }, speak),
    ),
    renderAnswer(result, speak),
    renderSkew(result, speak),
    renderLatency(
      result,
      rows.map(({ key }) => ({ key, ...of })),
      speak,
    ),
    renderPath(diagnosis, speak),
    ...(['tokens', 'request_bytes', 'requests'] as const).map((by) =>
      renderClients(evidence.scope, clients, { by, speak }),
    ),
    renderStatus(
      {
        open: [{ incident, diagnosis }, { incident }],
        hidden: 3,
        sources: evidence.sources.map((report) => ({
          cluster: 'prod',
          report: { ...report, status: 'failed' },
          up: 2,
        })),
        feedback: [{ cause: diagnosis.headline.cause, useful: 2, wrong: 1 }],
        now: END,
      },
      speak,
    ),
    ...renderDetails(result, speak)
      .filter(({ slot }) => slot !== 'queries')
      .map(({ message }) => message),
  ]
}

/** What does not hang on a conclusion. */
function answers(): readonly SlackMessage[] {
  const silence: KeptSilence = {
    id: 's1',
    cluster: 'prod',
    incidentId: 'i',
    matchers: [equals('alertname', 'VLLMTTFTHigh')],
    endsAt: later(END, hours(1)),
    user: 'U0000001',
    comment: '',
  }
  const ended = [{ at: END }, { at: END, undoneBy: 'U0000002' }].map((end) => ({ ...silence, end }))
  const own = { ...silence, startsAt: END, state: 'active', createdBy: 'alice (whyslow)' } as const
  const card = renderCard({ phase: 'reading', incident: anIncident(), now: END }, speak)
  const previews = [{ kind: 'counting' }, { kind: 'counted', count: 1 }, { kind: 'counted', count: 2 }] as const
  const dialogs = previews.map((preview) => {
    const draft = { ...silence, leftOut: 2, length: minutes(30) }
    return renderSilenceDialog(draft, preview, { channel: '', speak })
  })
  return [
    renderLine(HELP.map(speak).join('\n')),
    renderTrunk(
      TREE.causes.map(({ ask }, index) => ({ ask, behind: index })),
      speak,
    ),
    ...[0, 1, 2].map((matched) => renderSilence(silence, matched, speak)),
    ...ended.map((one) => renderSilence(one, undefined, speak)),
    renderSilenceEnd(silence, '', speak),
    renderSilences([{ cluster: 'prod', silences: [own] }], speak),
    renderSilences([{ cluster: 'prod', silences: [] }], speak),
    withHandling(
      card,
      { acknowledged: { user: 'U0000001', at: END }, silences: Array.from({ length: 5 }, () => silence) },
      speak,
    ),
    ...dialogs.map(({ blocks }) => ({ text: ' ', blocks: Array.isArray(blocks) ? blocks : [] })),
  ]
}

/** What others have named stays as it is. */
function namesIn({ changes, readings }: Evidence): readonly string[] {
  return [
    ...GIVEN,
    'prometheus callback',
    'capture request header',
    'engine core',
    ...changes.map(({ text }) => text),
    ...Object.values(readings).flatMap((reading) =>
      reading.status === 'present' ? reading.rows.map(({ key }) => nameOfRow(key)) : [],
    ),
  ]
}

function filledIn(template: string): string {
  return template.replaceAll(/\{(\d)\}/gu, 'x-$1')
}

function englishIn(messages: readonly SlackMessage[], names: readonly string[]): readonly string[] {
  const lines = messages.flatMap((message) => [message.text, ...textOf(message).split('\n')])
  return [...new Set(lines.filter((line) => hasEnglish(line, names)))]
}
