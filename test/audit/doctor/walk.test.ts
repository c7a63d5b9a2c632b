import { describe, expect, it } from 'vitest'
import { type Finding, LINK_IDS, type LinkId } from '../../../src/audit/doctor/link.ts'
import { firstBroken, walk } from '../../../src/audit/doctor/walk.ts'
import type { EngineAnswer, EngineFacts, Facts } from '../../../src/audit/doctor/facts.ts'
import { type AbsentReason, type Reading, present } from '../../../src/domain/reading.ts'
import { inEnglish } from '../../../src/domain/text.ts'
import { minutes, seconds, unixSeconds } from '../../../src/domain/time.ts'
import { parseSelector } from '../../../src/signals/selector.ts'
import { NOW, PYTHON_NAMES, VLLM_NAMES, aSeries, aTarget, anEngine, facts, failed, okay } from './healthy-facts.ts'

interface Expected {
  readonly status: 'ok' | 'broken' | 'unknown'
  readonly says: RegExp
  /** Matched against the mend's text and what is to be pasted, or against what would settle it. */
  readonly mend?: RegExp
}

type Row = readonly [name: string, link: LinkId, facts: Facts, expected: Expected]

const NONE = new Set<string>()
const SGLANG = new Set(['sglang:num_running_reqs', 'process_start_time_seconds'])
const renamed = (prefix: string): ReadonlySet<string> =>
  new Set([...VLLM_NAMES].map((name) => name.replace(/^vllm:/, prefix)))
const without = (...names: readonly string[]): ReadonlySet<string> =>
  new Set([...VLLM_NAMES].filter((name) => !names.includes(name)))
const nothingStored = {
  names: okay(NONE),
  selected: okay(NONE),
  series: okay([]),
  ages: okay(new Map()),
  places: okay([]),
}

/** One engine that was scraped until it was stopped. */
const stopped = (age: number) => ({
  up: okay([{ labels: { job: 'vllm', instance: '10.0.0.1:8000' }, value: 0 }]),
  series: okay([]),
  ages: okay(new Map([['10.0.0.1:8000', seconds(age)]])),
})

const ROWS: readonly Row[] = [
  // endpoint
  ['an engine that answers', 'endpoint', facts({ engines: [anEngine()] }), { status: 'ok', says: /vLLM 0\.9\.2/ }],
  [
    'another server that says a version',
    'endpoint',
    facts({
      engines: [
        anEngine({
          answer: { kind: 'metrics', names: new Set(['prometheus_build_info']), declared: NONE },
          version: '2.42.0+ds',
        }),
      ],
    }),
    { status: 'ok', says: /answers with metrics$/ },
  ],
  [
    'a vLLM that has no samples yet',
    'endpoint',
    facts({ engines: [anEngine({ answer: { kind: 'metrics', names: NONE, declared: VLLM_NAMES } })] }),
    { status: 'ok', says: /\(vLLM 0\.9\.2\)$/ },
  ],
  ['no engine named, samples arriving', 'endpoint', facts(), { status: 'ok', says: /samples arrive/ }],
  [
    'no engine named, nothing arriving',
    'endpoint',
    facts({ prometheus: nothingStored }),
    { status: 'unknown', says: /no engine was asked/, mend: /--engine http/ },
  ],
  [
    'a port nobody listens on',
    'endpoint',
    engine({ kind: 'none', reason: 'unreachable', detail: 'the connection failed (ECONNREFUSED)' }),
    { status: 'broken', says: /10\.0\.0\.1:8000.*ECONNREFUSED/, mend: /loading.*--port.*curl/s },
  ],
  [
    'an engine that hangs',
    'endpoint',
    probed({ kind: 'hung' }),
    { status: 'broken', says: /no answer in time; connections are accepted/, mend: /before anybody restarts it/ },
  ],
  [
    'a host that is gone',
    'endpoint',
    probed({ kind: 'unreachable', why: '' }),
    { status: 'broken', says: /no connection comes about/, mend: /NetworkPolicy/ },
  ],
  [
    'a page that is too slow',
    'endpoint',
    probed({ kind: 'scrape_broken', why: '' }),
    { status: 'broken', says: /alive: \/health/, mend: /metrics page alone/ },
  ],
  [
    'an engine core that is dead',
    'endpoint',
    facts({
      engines: [
        anEngine({
          answer: { kind: 'refused', status: 500 },
          probe: { kind: 'not_serving', why: '/health answers 503' },
        }),
      ],
    }),
    { status: 'broken', says: /HTTP 500\); alive, but does not serve: \/health answers 503/, mend: /log/ },
  ],
  [
    'a certificate nobody knows',
    'endpoint',
    engine({ kind: 'none', reason: 'unreachable', detail: 'the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)' }),
    { status: 'broken', says: /SELF_SIGNED/, mend: /http or https/ },
  ],
  [
    'a name nobody knows',
    'endpoint',
    engine({ kind: 'none', reason: 'unreachable', detail: 'the connection failed (ENOTFOUND)' }),
    { status: 'broken', says: /ENOTFOUND/, mend: /name is not known/ },
  ],
  [
    'a proxy that asks who is there',
    'endpoint',
    engine({ kind: 'refused', status: 401 }),
    { status: 'broken', says: /credentials \(HTTP 401\)/, mend: /credentials_file/ },
  ],
  [
    'a redirect',
    'endpoint',
    engine({ kind: 'refused', status: 307 }),
    { status: 'broken', says: /redirects/, mend: /curl -sSI/ },
  ],
  [
    'a server that fails',
    'endpoint',
    engine({ kind: 'refused', status: 502 }),
    { status: 'broken', says: /HTTP 502/, mend: /log/ },
  ],
  [
    'another port',
    'endpoint',
    engine({ kind: 'refused', status: 404 }),
    { status: 'broken', says: /HTTP 404/, mend: /--port/ },
  ],
  ['a login page', 'endpoint', engine({ kind: 'html' }), { status: 'broken', says: /HTML/, mend: /login page/ }],
  ['an empty page', 'endpoint', engine({ kind: 'empty' }), { status: 'broken', says: /empty/, mend: /API server/ }],
  ['a page of JSON', 'endpoint', engine({ kind: 'other' }), { status: 'broken', says: /no metrics page/ }],
  [
    'metrics at another path',
    'endpoint',
    facts({
      engines: [
        anEngine({
          url: 'http://10.0.0.1:8000/v1/metrics',
          answer: { kind: 'refused', status: 404 },
          foundAt: 'http://10.0.0.1:8000/metrics',
        }),
      ],
    }),
    { status: 'broken', says: /8000\/metrics does/, mend: /metrics_path: \/metrics/ },
  ],
  [
    'one of several',
    'endpoint',
    facts({ engines: [anEngine(), anEngine({ answer: { kind: 'html' } }), anEngine({ answer: { kind: 'empty' } })] }),
    { status: 'broken', says: /HTML page \(2 of 3 engines do not serve metrics\)/ },
  ],

  // series
  ['a page of vLLM', 'series', facts({ engines: [anEngine()] }), { status: 'ok', says: /under vllm:/ }],
  ['a page of Ray', 'series', page(renamed('ray_vllm_')), { status: 'ok', says: /under ray_vllm_/ }],
  [
    'statistics off',
    'series',
    page(PYTHON_NAMES),
    { status: 'broken', says: /none of vLLM's/, mend: /--disable-log-stats/ },
  ],
  ['SGLang', 'series', page(SGLANG), { status: 'broken', says: /SGLang \(sglang:num_running_reqs\)/ }],
  ['TGI', 'series', page(new Set(['tgi_queue_size'])), { status: 'broken', says: /TGI/ }],
  ['Triton', 'series', page(new Set(['nv_inference_count'])), { status: 'broken', says: /Triton/ }],
  [
    'TensorRT-LLM',
    'series',
    page(new Set(['trtllm_request_success_total'])),
    { status: 'broken', says: /TensorRT-LLM/ },
  ],
  [
    'a router of vLLM',
    'series',
    page(new Set(['vllm:healthy_pods_total'])),
    { status: 'broken', says: /router/, mend: /engines behind it/ },
  ],
  [
    'a renaming exporter',
    'series',
    page(new Set(['llm_vllm_num_requests_running'])),
    { status: 'broken', says: /renamed/ },
  ],
  [
    'an idle V0 that has declared and not yet counted',
    'series',
    facts({
      engines: [
        anEngine({
          answer: { kind: 'metrics', names: PYTHON_NAMES, declared: new Set(['vllm:num_requests_running']) },
        }),
      ],
    }),
    { status: 'unknown', says: /no sample of them yet/, mend: /one request/ },
  ],
  ['no page, but stored', 'series', facts(), { status: 'ok', says: /under vllm:/ }],
  [
    'no page, another job stored',
    'series',
    facts({ prometheus: { selected: okay(NONE) } }),
    { status: 'ok', says: /in the whole store/ },
  ],
  [
    'no page, an up target without vLLM',
    'series',
    facts({ prometheus: { ...nothingStored, selected: okay(PYTHON_NAMES) } }),
    { status: 'broken', says: /what job="vllm" matches/, mend: /--disable-log-stats/ },
  ],
  [
    'no page, an up target that is SGLang',
    'series',
    facts({ prometheus: { ...nothingStored, names: okay(SGLANG), selected: okay(SGLANG) } }),
    { status: 'broken', says: /SGLang/ },
  ],
  [
    "no page, another team's SGLang",
    'series',
    facts({ prometheus: { ...nothingStored, names: okay(SGLANG), up: okay([]) } }),
    { status: 'unknown', says: /only SGLang/ },
  ],
  [
    'no page, rules that drop',
    'series',
    facts({ prometheus: { ...nothingStored, selected: okay(PYTHON_NAMES), dropped: okay(200) } }),
    { status: 'unknown', says: /rules drop/ },
  ],

  // target
  ['two targets up', 'target', facts(), { status: 'ok', says: /2 targets up/ }],
  [
    'no targets at all',
    'target',
    facts({ prometheus: { ...nothingStored, targets: okay([]) } }),
    { status: 'broken', says: /no targets at all/, mend: /scrape_configs:.*HOST:8000/s },
  ],
  [
    'no targets, but vLLM is written to it',
    'target',
    facts({ prometheus: { targets: okay([]) } }),
    { status: 'unknown', says: /written to it by others/ },
  ],
  [
    'targets of others only',
    'target',
    facts({
      engines: [anEngine()],
      prometheus: {
        ...nothingStored,
        targets: okay([aTarget({ labels: { job: 'node', instance: 'x:9100' }, address: 'x:9100' })]),
      },
    }),
    {
      status: 'broken',
      says: /no target is 10\.0\.0\.1:8000; its jobs: node/,
      mend: /targets: \['10\.0\.0\.1:8000'\]/,
    },
  ],
  [
    'an engine with a target by another name',
    'target',
    facts({ engines: [anEngine({ address: 'vllm-0.vllm:8000' })] }),
    { status: 'unknown', says: /no target has the address vllm-0\.vllm:8000; 2 other targets up/ },
  ],
  [
    'an engine whose instance label is its address',
    'target',
    facts({
      engines: [anEngine({ address: 'gpu-1:8000' })],
      prometheus: { targets: okay([aTarget({ labels: { job: 'vllm', instance: 'gpu-1:8000' } })]) },
    }),
    { status: 'ok', says: /1 target up/ },
  ],
  down('connect: connection refused', /refused/, /loading or dead/),
  down('context deadline exceeded', /1 of 2 targets down.*deadline/, /scrape_timeout \(now 10 s\)/),
  down('server returned HTTP status 401 Unauthorized', /401/, /authorization:/),
  down('server returned HTTP status 404 Not Found', /404/, /metrics_path: \/metrics/),
  down('received unsupported Content-Type "text/html"', /text\/html/, /no metrics page/),
  down('lookup vllm-0: no such host', /no such host/, /DNS/),
  down('', /no error told/, /curl/),
  [
    'targets not scraped yet',
    'target',
    facts({ prometheus: { targets: okay([aTarget({ health: 'unknown' })]) } }),
    { status: 'unknown', says: /not scraped yet/ },
  ],
  [
    'a selector by a label that only series have',
    'target',
    facts({ settings: { selector: 'model_name="qwen"', matchers: parseSelector('model_name="qwen"') } }),
    { status: 'ok', says: /2 targets up/ },
  ],
  [
    'a server without targets, such as Mimir',
    'target',
    facts({ prometheus: { targets: failed('http_404', '404 page not found') } }),
    { status: 'unknown', says: /does not tell its targets/, mend: /Prometheus that scrapes/ },
  ],
  [
    'a server without targets that knows who is down',
    'target',
    facts({
      prometheus: { targets: failed('http_404'), up: okay([{ labels: { instance: '10.0.0.9:8000' }, value: 0 }]) },
    }),
    { status: 'broken', says: /down: 10\.0\.0\.9:8000/ },
  ],

  // query
  ['a server that answers', 'query', facts(), { status: 'ok', says: /answers/ }],
  refusing('unreachable', 'the connection failed (ECONNREFUSED)', /ECONNREFUSED/, /Is it running/),
  refusing('timeout', 'no answer in time', /no answer in time/, /Is it running/),
  refusing('unreachable', 'the connection failed (CERT_HAS_EXPIRED)', /CERT_HAS_EXPIRED/, /ca_file/),
  refusing('http_401', 'no org id', /asks for a tenant/, /name yours:.*X-Scope-OrgID: TENANT/s),
  refusing('http_401', 'Unauthorized', /asks for credentials \(HTTP 401\)/, /bearer_token_file/),
  refusing('http_403', 'forbidden', /HTTP 403/, /bearer_token_file/),
  refusing('bad_answer', 'answered text/html, not JSON: Sign in', /not JSON: Sign in/, /login page/),
  refusing('http_302', 'answered a redirect (302)', /redirect/, /login page/),
  refusing('http_404', '404 page not found', /no query API/, /\/select\/0\/prometheus/),
  refusing('http_500', 'oops', /oops/, /curl/),
  [
    'credentials that are refused',
    'query',
    facts({ prometheus: { clock: failed('http_403'), sends: { tenant: false, credentials: true } } }),
    { status: 'broken', says: /refuses the credentials/ },
  ],
  [
    'a tenant that is not known',
    'query',
    facts({ prometheus: { clock: failed('http_401', 'no org id'), sends: { tenant: true, credentials: false } } }),
    { status: 'broken', says: /tenant/, mend: /not known there/ },
  ],
  [
    'a path prefix',
    'query',
    facts({ prometheus: { clock: failed('http_404'), foundAt: 'http://prometheus:9090/prometheus' } }),
    { status: 'broken', says: /9090\/prometheus is/, mend: /url: http:\/\/prometheus:9090\/prometheus/ },
  ],
  [
    'a clock that is behind',
    'query',
    facts({ prometheus: { clock: okay({ evaluated: unixSeconds(NOW - 400), date: NOW, here: NOW }) } }),
    { status: 'broken', says: /400 s behind/, mend: /clock of Prometheus:/ },
  ],
  [
    'a clock that is ahead',
    'query',
    facts({
      prometheus: { clock: okay({ evaluated: unixSeconds(NOW + 90), date: unixSeconds(NOW + 90), here: NOW }) },
    }),
    { status: 'broken', says: /90\.0 s ahead/, mend: /One of the two/ },
  ],
  [
    'the half minute of VictoriaMetrics',
    'query',
    facts({ prometheus: { clock: okay({ evaluated: unixSeconds(NOW - 30), here: NOW }) } }),
    { status: 'ok', says: /answers/ },
  ],

  // names
  ['all names', 'names', facts({ engines: [anEngine()] }), { status: 'ok', says: /under vllm:/ }],
  [
    'a family that a rule drops',
    'names',
    facts({
      engines: [anEngine()],
      prometheus: { selected: okay(without('vllm:num_requests_waiting')) },
    }),
    { status: 'broken', says: /Prometheus does not: vllm:num_requests_waiting/, mend: /metric_relabel_configs/ },
  ],
  [
    'buckets that a rule drops',
    'names',
    facts({ prometheus: { selected: okay(without('vllm:time_to_first_token_seconds_bucket')) } }),
    { status: 'broken', says: /without their buckets: vllm:time_to_first_token_seconds_bucket/ },
  ],
  [
    'a family missing while rules drop something',
    'names',
    facts({ prometheus: { selected: okay(without('vllm:num_preemptions_total')), dropped: okay(12) } }),
    { status: 'unknown', says: /drop 12 samples.*vllm:num_preemptions_total/, mend: /--engine/ },
  ],
  [
    'a family that an older version has not',
    'names',
    facts({ prometheus: { selected: okay(without('vllm:num_preemptions_total')) } }),
    { status: 'ok', says: /families/ },
  ],
  [
    'a prefix that a rule adds',
    'names',
    facts({ prometheus: { names: okay(renamed('ml_vllm:')), selected: okay(NONE) } }),
    { status: 'broken', says: /renamed on the way to ml_vllm:/, mend: /regex: 'ml_vllm\[_:\]\(\.\+\)'/ },
  ],
  [
    'dots of OpenTelemetry',
    'names',
    facts({ prometheus: { names: okay(new Set(['vllm.num_requests.running'])), selected: okay(NONE) } }),
    { status: 'broken', says: /vllm\.num_requests\.running/, mend: /translation_strategy/ },
  ],
  [
    'underscores, which are read',
    'names',
    facts({ prometheus: { names: okay(renamed('vllm_')), selected: okay(renamed('vllm_')) } }),
    { status: 'ok', says: /under vllm_/ },
  ],
  [
    'an engine that shows what is not stored',
    'names',
    facts({ engines: [anEngine()], prometheus: nothingStored }),
    { status: 'broken', says: /Prometheus has none of them/, mend: /action: keep/ },
  ],
  [
    'rules that drop all, without an engine to ask',
    'names',
    facts({ prometheus: { ...nothingStored, dropped: okay(96) } }),
    { status: 'broken', says: /drop 96 samples/, mend: /action: drop/ },
  ],
  [
    'nothing stored of a target that is down',
    'names',
    facts({ engines: [anEngine()], prometheus: { ...nothingStored, up: okay([{ labels: {}, value: 0 }]) } }),
    { status: 'unknown', says: /no series of vLLM are stored/ },
  ],

  // selector
  ['a selector that matches', 'selector', facts(), { status: 'ok', says: /matches 2 instances, serving qwen$/ }],
  [
    'a fleet beside it',
    'selector',
    facts({
      prometheus: {
        places: okay([
          { job: 'vllm', namespace: '', engines: 2 },
          { job: 'vllm-canary', namespace: 'ml', engines: 1 },
        ]),
      },
    }),
    { status: 'ok', says: /vLLM outside it: job="vllm-canary" namespace="ml" \(1 engine\)/ },
  ],
  [
    'a near miss',
    'selector',
    facts({
      prometheus: { selected: okay(NONE), places: okay([{ job: 'llm', namespace: 'ml', engines: 3 }]) },
    }),
    { status: 'broken', says: /job="llm" namespace="ml" \(3 engines\)/, mend: /selector: 'job="llm"'/ },
  ],
  [
    'series without a job',
    'selector',
    facts({
      prometheus: { selected: okay(NONE), places: okay([{ job: '', namespace: 'ml', engines: 3 }]) },
    }),
    { status: 'broken', says: /namespace="ml"/, mend: /selector: 'namespace="ml"'/ },
  ],
  [
    'nothing to match',
    'selector',
    facts({ prometheus: nothingStored }),
    { status: 'unknown', says: /no series of vLLM are stored/ },
  ],

  // labels
  ['names of their own', 'labels', facts(), { status: 'ok', says: /2 instances by the label instance/ }],
  [
    'data-parallel ranks',
    'labels',
    facts({ prometheus: { series: okay([aSeries('a'), aSeries('a', { engine: '1' })]) } }),
    { status: 'ok', says: /1 instance by the label instance, 2 engines/ },
  ],
  [
    'a label that nobody has',
    'labels',
    facts({ settings: { instanceLabel: 'pod' } }),
    { status: 'broken', says: /2 series without the label pod/, mend: /instance_label: instance/ },
  ],
  [
    'pods under one name',
    'labels',
    facts({ prometheus: { series: okay([aSeries('svc:8000', { pod: 'a' }), aSeries('svc:8000', { pod: 'b' })]) } }),
    { status: 'broken', says: /is 2 pods at once: a, b/, mend: /instance_label: pod/ },
  ],
  [
    'an engine that two jobs scrape',
    'labels',
    facts({ prometheus: { series: okay([aSeries('a:8000'), aSeries('a:8000', { job: 'vllm-2' })]) } }),
    { status: 'broken', says: /counted twice/, mend: /Two jobs/ },
  ],
  [
    'two replicas of Prometheus',
    'labels',
    facts({ prometheus: { series: okay([aSeries('a:8000', {}, 2)]) } }),
    { status: 'broken', says: /counted twice/, mend: /replicas/ },
  ],
  [
    'processes of one server',
    'labels',
    facts({ prometheus: { series: okay([aSeries('a:8000', { pid: '1' }), aSeries('a:8000', { pid: '2' })]) } }),
    { status: 'ok', says: /1 instance/ },
  ],
  [
    'a Service that is scraped',
    'labels',
    facts({ prometheus: { startsBack: okay(new Map([['svc:8000', 11]])), resets: okay(new Map([['svc:8000', 20]])) } }),
    { status: 'broken', says: /several processes in turn.*11 times/, mend: /role: pod.*instance_label: pod/s },
  ],
  [
    'counters that go down, with no start to tell why',
    'labels',
    facts({ prometheus: { startsBack: okay(new Map()), resets: okay(new Map([['svc:8000', 20]])) } }),
    { status: 'unknown', says: /20 times in half an hour/, mend: /instance_label: pod/ },
  ],
  [
    'a crash loop',
    'labels',
    facts({ prometheus: { resets: okay(new Map([['a:8000', 5]])) } }),
    { status: 'ok', says: /2 instances/ },
  ],

  // freshness
  [
    'a fleet whose series have ended',
    'selector',
    facts({ prometheus: stopped(20) }),
    { status: 'unknown', says: /matches no instance now/, mend: /freshness/ },
  ],
  [
    'series that name no instance',
    'selector',
    facts({ settings: { instanceLabel: 'pod' } }),
    { status: 'unknown', says: /name no instance by pod/, mend: /labels/ },
  ],
  [
    'instances that nobody counted',
    'selector',
    facts({ prometheus: { series: failed('timeout', 'no answer in time') } }),
    { status: 'unknown', says: /not counted.*no answer/ },
  ],
  ...[20, 59].map((age): Row => [
    `a stopped fleet ${age} s later`,
    'freshness',
    facts({ prometheus: stopped(age) }),
    { status: 'broken', says: /no sample of the fleet since .*ended/, mend: /target is up/ },
  ]),
  [
    'samples older than four scrapes',
    'freshness',
    facts({ prometheus: { ages: okay(new Map([['10.0.0.1:8000', seconds(62)]])) } }),
    { status: 'broken', says: /no sample of the fleet since 62\.0 s/ },
  ],
  [
    'samples as old as four rare scrapes',
    'freshness',
    facts({ prometheus: { gap: okay(seconds(60)), ages: okay(new Map([['10.0.0.1:8000', seconds(200)]])) } }),
    { status: 'ok', says: /1 instance/ },
  ],
  ...[20, 62].map((age): Row => [
    `nobody, of whom there were samples ${age} s ago`,
    'expected',
    facts({ prometheus: stopped(age) }),
    { status: 'unknown', says: /none is seen.*not there now: 10\.0\.0\.1:8000/ },
  ]),
  [
    'none of one that is expected',
    'expected',
    facts({ settings: { expectedInstances: 1 }, prometheus: stopped(20) }),
    { status: 'broken', says: /0 of 1 are there; not there now: 10\.0\.0\.1:8000/ },
  ],
  ['new samples', 'freshness', facts(), { status: 'ok', says: /oldest sample is 9\.0 s old/ }],
  [
    'an instance that ended',
    'freshness',
    facts({
      prometheus: {
        ages: okay(
          new Map([
            ['a', seconds(4)],
            ['b', seconds(1500)],
          ]),
        ),
      },
    }),
    { status: 'ok', says: /ended in the last hour: b \(25 min ago\)/ },
  ],
  [
    'an instance that lags behind',
    'freshness',
    facts({
      prometheus: {
        ages: okay(
          new Map([
            ['10.0.0.1:8000', seconds(4)],
            ['10.0.0.2:8000', seconds(240)],
          ]),
        ),
      },
    }),
    { status: 'broken', says: /10\.0\.0\.2:8000 \(240 s ago\) is late/ },
  ],
  [
    'a fleet that ended',
    'freshness',
    facts({ prometheus: { ages: okay(new Map([['a', seconds(1500)]])), series: okay([]) } }),
    { status: 'broken', says: /no sample of the fleet since 25 min$/ },
  ],
  [
    'stale markers',
    'freshness',
    facts({ prometheus: { ages: okay(new Map([['a', seconds(200)]])), series: okay([]) } }),
    { status: 'broken', says: /200 s, and marked as ended/ },
  ],
  [
    'slow scrapes, which are not late',
    'freshness',
    facts({ prometheus: { gap: okay(minutes(2)), ages: okay(new Map([['10.0.0.1:8000', seconds(200)]])) } }),
    { status: 'ok', says: /200 s old/ },
  ],

  // interval
  [
    'four scrapes in a window',
    'interval',
    facts({ prometheus: { gap: okay(seconds(75)) } }),
    { status: 'ok', says: /a hang shows late/ },
  ],
  [
    'three scrapes in a window',
    'interval',
    facts({ prometheus: { gap: okay(minutes(2)) } }),
    {
      status: 'broken',
      says: /every 120 s, the window is 300 s/,
      mend: /scrape_interval: 15s\ntriage: \{ window: 480s \}/,
    },
  ],
  [
    'an interval that only the targets tell',
    'interval',
    facts({ prometheus: { gap: okay(undefined) } }),
    { status: 'ok', says: /every 15\.0 s/ },
  ],
  [
    'nothing that tells it',
    'interval',
    facts({ prometheus: { gap: okay(undefined), targets: failed('http_404') } }),
    { status: 'unknown', says: /too few samples/ },
  ],

  // baselines
  ['a week of past', 'baselines', facts(), { status: 'ok', says: /the hour before, yesterday, a week ago$/ }],
  [
    'an hour of past',
    'baselines',
    facts({ prometheus: { baselines: { hour_before: okay(true), yesterday: okay(false), week_ago: okay(false) } } }),
    { status: 'ok', says: /the hour before; not yesterday, a week ago/ },
  ],
  [
    'no past',
    'baselines',
    facts({ prometheus: { baselines: { hour_before: okay(false), yesterday: okay(false), week_ago: okay(false) } } }),
    { status: 'unknown', says: /nothing from an hour ago/, mend: /8 days/ },
  ],
  [
    'a past that was not to be had',
    'baselines',
    facts({
      prometheus: { baselines: { hour_before: okay(true), yesterday: failed('timeout'), week_ago: okay(false) } },
    }),
    { status: 'unknown', says: /timeout/ },
  ],

  // expected
  ['nobody said how many', 'expected', facts(), { status: 'ok', says: /2 instances seen; expected_instances: 2/ }],
  ['all there', 'expected', facts({ settings: { expectedInstances: 2 } }), { status: 'ok', says: /all 2 are there/ }],
  [
    'one missing',
    'expected',
    facts({ settings: { expectedInstances: 3 }, prometheus: { up: okay([{ labels: { instance: 'c' }, value: 0 }]) } }),
    { status: 'broken', says: /2 of 3 are there; not there now: c/, mend: /expected_instances: 2/ },
  ],
  [
    'one too many',
    'expected',
    facts({ settings: { expectedInstances: 1 } }),
    { status: 'broken', says: /2 are there, 1 are expected/, mend: /Narrow the selector/ },
  ],
  ['none seen', 'expected', facts({ prometheus: nothingStored }), { status: 'unknown', says: /none is seen/ }],

  // joins
  ['no GPUs, which is no fault', 'gpus', facts(), { status: 'ok', says: /not needed/ }],
  [
    'a GPU selector that matches nothing',
    'gpus',
    facts({ settings: { gpuSelector: 'job="dcgm"' } }),
    { status: 'broken', says: /gpu_selector job="dcgm" matches no GPU series/, mend: /dcgm-exporter/ },
  ],
  [
    'GPUs that are joined',
    'gpus',
    withReading('gpu_clock', 1, ['GPUs are matched to instances by node']),
    { status: 'ok', says: /matched to instances by node/ },
  ],
  [
    'GPUs of nobody',
    'gpus',
    withReading('gpu_clock', 0),
    { status: 'unknown', says: /no label tells whose/, mend: /DCGM_EXPORTER_KUBERNETES/ },
  ],
  [
    'a host selector that matches nothing',
    'hosts',
    facts({ settings: { nodeSelector: 'job="node"' } }),
    { status: 'broken', says: /node_selector/, mend: /node_exporter/ },
  ],
  ['hosts that are joined', 'hosts', withReading('host_cpu', 2), { status: 'ok', says: /told apart by instance/ }],
  ['a gateway', 'gateway', withReading('gateway_latency', 0), { status: 'ok', says: /a_name/ }],
  [
    'a gateway selector that matches nothing',
    'gateway',
    facts({ settings: { gatewaySelector: 'job="nginx"' } }),
    { status: 'broken', says: /gateway_selector/ },
  ],
  [
    'questions that failed',
    'gateway',
    facts({ prometheus: { readings: [{ status: 'absent', signal: 'gateway_latency', reason: 'timeout' }] } }),
    { status: 'unknown', says: /failed/ },
  ],
]

function engine(answer: EngineAnswer): Facts {
  return facts({ engines: [anEngine({ answer })] })
}

function probed(probe: NonNullable<EngineFacts['probe']>): Facts {
  return facts({
    engines: [anEngine({ answer: { kind: 'none', reason: 'timeout', detail: 'no answer in time' }, probe })],
  })
}

function page(names: ReadonlySet<string>): Facts {
  return engine({ kind: 'metrics', names, declared: names })
}

function down(lastError: string, says: RegExp, mend: RegExp): Row {
  const targets = okay([aTarget({ health: 'down', lastError }), aTarget()])
  return [`a target down: ${lastError}`, 'target', facts({ prometheus: { targets } }), { status: 'broken', says, mend }]
}

function refusing(reason: AbsentReason, detail: string, says: RegExp, mend: RegExp): Row {
  const clock = failed(reason, detail)
  return [`${reason}: ${detail}`, 'query', facts({ prometheus: { clock } }), { status: 'broken', says, mend }]
}

function withReading(signal: string, rows: number, notes: readonly string[] = []): Facts {
  const reading: Reading = {
    status: 'present',
    signal,
    source: 'prometheus',
    names: ['a_name'],
    query: '',
    partial: false,
    fleet: present(1),
    baselines: {},
    rows: Array.from({ length: rows }, (_, index) => ({
      key: { instance: String(index) },
      now: present(1),
      before: present(1),
    })),
  }
  return facts({ prometheus: { readings: [reading], notes } })
}

describe('walk', () => {
  it.each(ROWS)('%s: %s', (_name, id, given, { status, says, mend }) => {
    const finding = walk(given, inEnglish).links.find((link) => link.id === id)?.finding
    expect(finding).toMatchObject({ status, says: expect.stringMatching(says) })
    if (mend !== undefined) expect(wordsOf(finding)).toMatch(mend)
  })

  it.each(ROWS)('says it in one line, and every mend says what to do: %s', (_name, _id, given) => {
    for (const { finding } of walk(given, inEnglish).links) {
      expect(finding.says).toMatch(/^[^\n]{3,300}$/)
      if (finding.status !== 'broken') continue
      expect(finding.mend.text).toMatch(
        finding.mend.paste.length > 0 ? /^[A-Z][^\n]{20,400}:$/ : /^[A-Z][^\n]{20,400}\.$/,
      )
      expect(finding.mend.paste.filter((line) => line.trim() === '' || line.includes('\n'))).toEqual([])
    }
  })

  it('has every link tried in every way it can be', () => {
    const tried = new Map<LinkId, Set<string>>()
    for (const [, id, , { status }] of ROWS) tried.set(id, (tried.get(id) ?? new Set()).add(status))
    // A past cannot be broken: a fleet may be new.
    expect(LINK_IDS.map((id) => [id, [...(tried.get(id) ?? [])].toSorted()])).toEqual(
      LINK_IDS.map((id) => [
        id,
        id === 'baselines' || id === 'query' ? expect.any(Array) : expect.arrayContaining(['broken', 'ok']),
      ]),
    )
  })

  it('walks the path in order, and whole', () => {
    expect(walk(facts(), inEnglish).links.map(({ id }) => id)).toEqual(LINK_IDS)
  })

  it('finds nothing broken where nothing is, though targets cannot be told', () => {
    const thanos = facts({ prometheus: { targets: failed('http_404') } })
    expect(walk(facts(), inEnglish).standing).toBe('ok')
    expect(walk(thanos, inEnglish).standing).toBe('ok')
  })

  it('cannot tell where no samples are known to arrive', () => {
    expect(walk(facts({ prometheus: { ages: failed('timeout') } }), inEnglish).standing).toBe('unknown')
  })

  it('names the first broken link from the engine outward', () => {
    const both = facts({
      engines: [anEngine({ answer: { kind: 'html' } })],
      prometheus: { clock: failed('http_401', 'no org id') },
    })
    expect(firstBroken(walk(both, inEnglish))?.id).toBe('endpoint')
    expect(walk(both, inEnglish).standing).toBe('broken')
    expect(firstBroken(walk(facts(), inEnglish))).toBeUndefined()
  })

  it('blames no later link when Prometheus does not answer', () => {
    const all = failed('timeout', 'no answer in time')
    const silent = facts({
      prometheus: {
        clock: all,
        targets: all,
        names: all,
        selected: all,
        places: all,
        up: all,
        series: all,
        ages: all,
        resets: all,
        startsBack: all,
        dropped: all,
        gap: all,
        baselines: { hour_before: all, yesterday: all, week_ago: all },
      },
    })
    const broken = walk(silent, inEnglish).links.filter(({ finding }) => finding.status === 'broken')
    expect(broken.map(({ id }) => id)).toEqual(['query'])
    expect(walk(silent, inEnglish).links.filter(({ finding }) => finding.status === 'ok')).toEqual([])
  })

  it('looks at engines alone where no Prometheus is named', () => {
    const { prometheus: _, ...alone } = facts({ engines: [anEngine()], settings: { expectedInstances: 1 } })
    expect(walk(alone, inEnglish).links.map(({ id, finding }) => [id, finding.status])).toEqual([
      ['endpoint', 'ok'],
      ['series', 'ok'],
      ['expected', 'ok'],
    ])
    expect(walk(alone, inEnglish).standing).toBe('ok')
    expect(walk({ ...alone, engines: [anEngine({ answer: { kind: 'empty' } })] }, inEnglish).standing).toBe('broken')
  })
})

function wordsOf(finding: Finding | undefined): string {
  if (finding?.status === 'broken') return [finding.mend.text, ...finding.mend.paste].join('\n')
  return finding?.status === 'unknown' ? (finding.settle ?? '') : ''
}
