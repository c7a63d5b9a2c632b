import type { Matcher } from '../../../domain/matcher.ts'
import type { SourceReport } from '../../../domain/evidence.ts'
import type { Reading } from '../../../domain/reading.ts'
import type { Exposer, Signal } from '../../../signals/signal.ts'
import { type Term, familiesOf } from '../../../signals/term.ts'
import { toPromql } from '../../../signals/to-promql.ts'
import { plainNames } from '../../../signals/vllm-names.ts'
import type { GatherRequest, SourceAnswer } from '../../source.ts'
import { impossibleNote } from '../../possible.ts'
import { assembleReading } from './assemble-reading.ts'
import type { Backend, Failure } from './backend.ts'
import { type Discovery, discover } from './discover.ts'
import { type Joins, findJoins } from './find-joins.ts'
import { type Join, narrowedBy } from './join.ts'
import { type Layout, matchersOf } from './layout.ts'
import { createRowKeys, rowLabelsOf } from './row-keys.ts'
import { planParts } from './plan-parts.ts'
import { type Answered, type Plan, readBatches } from './read-batches.ts'
import { rereadMixedBuckets } from './reread-mixed-buckets.ts'

/**
 * Reads every signal from one backend: first which names there are, then all signals at once, by queries whose number
 * does not grow with the fleet.
 */
export async function readSignals(backend: Backend, layout: Layout, request: GatherRequest): Promise<SourceAnswer> {
  const found = await discover(backend, layout, request)
  if (found.status === 'failed') {
    const readings = request.signals.map((signal) => absentReading(signal, found))
    return { readings, report: reportOf(backend, 'failed', [found.detail ?? found.reason]) }
  }
  const discovery = found.value
  const joins = findJoins({ backend, layout, request, names: discovery.names })
  const rowKeys = createRowKeys(layout.instanceLabel)
  const context = { backend, layout, request, discovery, rowKeys }
  const [ofJoined, ofOthers] = await Promise.all([
    joins.then((found) => readTogether(request.signals.filter(isJoined), { ...context, joins: found })),
    readTogether(
      request.signals.filter((signal) => !isJoined(signal)),
      { ...context, joins: NO_JOINS },
    ),
  ])
  const bySignal = new Map([...ofOthers, ...ofJoined].map((outcome) => [outcome.reading.signal, outcome]))
  const outcomes = request.signals.flatMap(({ id }) => bySignal.get(id) ?? [])
  const notes = [
    ...discovery.notes,
    ...joinNotes(await joins, { layout, discovery, request }),
    ...outcomes.flatMap(({ notes = [] }) => notes),
    ...backend.notes(),
  ]
  const report = { ...reportOf(backend, statusOf(outcomes), notes), ...(discovery.isWider && { isWider: true }) }
  return { readings: outcomes.map(({ reading }) => reading), report }
}

interface SignalOutcome {
  readonly reading: Reading
  readonly fared: 'ok' | 'partial' | 'failed' | 'not_asked'
  /** One line each on what was read otherwise than asked, or not believed. */
  readonly notes?: readonly string[]
}

interface ReadContext {
  readonly backend: Backend
  readonly layout: Layout
  readonly request: GatherRequest
  readonly discovery: Discovery
  readonly rowKeys: ReturnType<typeof createRowKeys>
  readonly joins: Joins
}

/** Whether a signal's series are known by a join only: they know nothing of vLLM. */
function isJoined({ exposer }: Pick<Signal, 'exposer'>): boolean {
  return exposer === 'gpu' || exposer === 'host'
}

const NO_JOINS: Joins = { gpu: undefined, host: undefined }

function joinOf(exposer: Exposer, joins: Joins): Join | undefined {
  return exposer === 'gpu' || exposer === 'host' ? joins[exposer] : undefined
}

async function readTogether(signals: readonly Signal[], context: ReadContext): Promise<readonly SignalOutcome[]> {
  const questions = signals.map((signal) => questionOf(signal, context))
  const asked = questions.filter((question) => question.status === 'asked')
  const answers = await rereadMixedBuckets(context.backend, await readBatches(context.backend, asked))
  const read = answers.map((answered) => outcomeOf(answered, context))
  const left = questions.flatMap((question) => (question.status === 'asked' ? [] : [question.outcome]))
  return [...read, ...left]
}

type Question = Asked | { readonly status: 'left'; readonly outcome: SignalOutcome }

interface Asked extends Plan {
  readonly status: 'asked'
  readonly signal: Signal
}

function questionOf(signal: Signal, { layout, request, discovery, joins }: ReadContext): Question {
  const { names } = discovery
  const leave = (why: Pick<Failure, 'reason' | 'detail'>): Question => ({
    status: 'left',
    outcome: { reading: absentReading(signal, why), fared: 'not_asked' },
  })
  if (!layout.exposers.includes(signal.exposer)) return leave({ reason: 'not_configured' })
  const missing = familiesOf(signal.term).filter(({ id }) => names[id] === undefined)
  if (missing.length > 0) {
    const detail = `not exposed: ${missing.map(({ names }) => plainNames(names).join(' / ')).join(', ')}`
    return leave({ reason: 'not_exposed', detail })
  }
  const join = joinOf(signal.exposer, joins)
  if (signal.exposer === 'host' && join === undefined && layout.nodes.length === 0) {
    return leave({ reason: 'not_configured', detail: NO_HOSTS })
  }
  const rowLabels = rowLabelsOf(signal.exposer, layout.instanceLabel, join)
  const matchers = [...matchersOf(layout, signal.exposer), ...narrowing(signal, { layout, discovery, join })]
  const { window, baselines } = request
  const parts = planParts({ signal, names, matchers, rowLabels, window, baselines })
  return { status: 'asked', id: signal.id, signal, parts }
}

function outcomeOf(
  { plan: { signal, parts }, answer, note }: Answered<Asked>,
  { backend, request, discovery, rowKeys, joins }: ReadContext,
): SignalOutcome {
  const join = joinOf(signal.exposer, joins)
  const printed = new Map(parts.map(({ name, term, context: at }) => [name, toPromql(term, at)]))
  const query = printed.get('fleet') ?? ''
  if (answer.status === 'failed') return { reading: { ...absentReading(signal, answer), query }, fared: 'failed' }
  const { reading, impossible } = assembleReading(
    {
      source: backend.name,
      signal,
      metricNames: familiesOf(signal.term).flatMap(({ id }) => (discovery.names[id] ?? []).map(({ name }) => name)),
      query,
      rowQuery: printed.get('rows'),
      baselines: request.baselines,
      ownersOf: rowKeys(signal.exposer, join),
    },
    answer.value,
  )
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(impossible === 0 ? [] : [impossibleNote(reading, impossible)]),
  ]
  return { reading, notes, fared: answer.value.isPartial || impossible > 0 ? 'partial' : 'ok' }
}

/**
 * The model in scope narrows what the engines count; a target is up for all its models, and an info gauge names none.
 * Without a selector for GPUs or hosts, those of the instances are read and not all that the store knows.
 */
function narrowing(
  { exposer, term }: Signal,
  { layout, discovery, join }: Pick<ReadContext, 'layout' | 'discovery'> & { readonly join: Join | undefined },
): readonly Matcher[] {
  if (exposer === 'engine') return namesModel(term) ? discovery.model : []
  return matchersOf(layout, exposer).length > 0 ? [] : narrowedBy(join)
}

function namesModel(term: Term): boolean {
  return term.kind !== 'label_product'
}

function absentReading(
  signal: Signal,
  { reason, detail }: Pick<Failure, 'reason' | 'detail'>,
): Reading & { readonly status: 'absent' } {
  return { status: 'absent', signal: signal.id, reason, ...(detail !== undefined && { detail }) }
}

/** Which join was used, and where none could be. */
function joinNotes(
  joins: Joins,
  { layout, discovery, request }: Pick<ReadContext, 'layout' | 'discovery' | 'request'>,
): readonly string[] {
  const isExposed = (exposer: Exposer): boolean =>
    request.signals.some(
      (signal) =>
        signal.exposer === exposer && familiesOf(signal.term).every(({ id }) => discovery.names[id] !== undefined),
    )
  const ofHosts = layout.nodes.length === 0 ? NO_HOSTS : 'hosts are read for the fleet only: no label tells more'
  return [
    ...(joins.gpu === undefined && isExposed('gpu') ? [NO_GPU_LABEL] : [joins.gpu?.note ?? '']),
    ...(joins.host === undefined && isExposed('host') ? [ofHosts] : [joins.host?.note ?? '']),
  ].filter((note) => note !== '')
}

const NO_GPU_LABEL = 'GPUs are read for the fleet only: no label tells which instance they belong to'
const NO_HOSTS = 'hosts are not read: no label tells which of them run the instances, and there is no node_selector'

function statusOf(outcomes: readonly SignalOutcome[]): SourceReport['status'] {
  const asked = outcomes.filter(({ fared }) => fared !== 'not_asked')
  const failed = asked.filter(({ fared }) => fared === 'failed').length
  if (failed > 0 && failed === asked.length) return 'failed'
  return failed > 0 || asked.some(({ fared }) => fared === 'partial') ? 'partial' : 'ok'
}

function reportOf(backend: Backend, status: SourceReport['status'], notes: readonly string[]): SourceReport {
  return { source: backend.name, status, queries: backend.queries(), notes: [...new Set(notes)] }
}
