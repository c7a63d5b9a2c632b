import { unixSeconds } from '../../../src/domain/time.ts'

const at = unixSeconds(Date.UTC(2026, 10, 29, 10, 0, 5) / 1000)

/** How each collector writes a line; of the hosts' clocks, those without a zone are two hours ahead. */
export interface Sample {
  readonly name: string
  /** The wrappers' ids, the outermost first. */
  readonly ids: readonly string[]
  readonly wrap: (line: string) => string
  readonly at?: number
  readonly isZoneGuessed?: true
  readonly source?: string
}

const json = (value: unknown): string => JSON.stringify(value)

export const WRAPPED: readonly Sample[] = [
  { name: 'nothing', ids: [], wrap: (line) => line },
  { name: 'CRI', ids: ['cri'], wrap: (line) => `2026-11-29T10:00:05.000000000Z stdout F ${line}`, at },
  {
    name: 'CRI with seven digits and a zone',
    ids: ['cri'],
    wrap: (line) => `2026-11-29T12:00:05.0000000+02:00 stderr F ${line}`,
    at,
  },
  { name: 'kubectl --timestamps', ids: ['timestamps'], wrap: (line) => `2026-11-29T10:00:05.000000000Z ${line}`, at },
  { name: 'kubectl --prefix', ids: ['kubectl-prefix'], wrap: (line) => `[pod/vllm-0/vllm] ${line}`, source: 'vllm-0' },
  {
    name: 'kubectl --prefix --timestamps',
    ids: ['kubectl-prefix', 'timestamps'],
    wrap: (line) => `[pod/vllm-0/vllm] 2026-11-29T10:00:05Z ${line}`,
    at,
    source: 'vllm-0',
  },
  { name: 'compose', ids: ['compose'], wrap: (line) => `\u001B[36mvllm-1   | \u001B[0m${line}`, source: 'vllm-1' },
  {
    name: 'compose -t',
    ids: ['compose', 'timestamps'],
    wrap: (line) => `\u001B[2Kvllm-1  | 2026-11-29T10:00:05.000000000Z ${line}`,
    at,
    source: 'vllm-1',
  },
  {
    name: 'docker’s json-file',
    ids: ['docker-json-file'],
    wrap: (line) => json({ log: `${line}\n`, stream: 'stdout', time: '2026-11-29T10:00:05.000000000Z' }),
    at,
  },
  {
    name: 'journalctl',
    ids: ['syslog'],
    wrap: (line) => `Nov 29 12:00:05 gpu-7 vllm[1356]: ${line}`,
    at,
    isZoneGuessed: true,
    source: 'vllm',
  },
  {
    name: 'journalctl in another language',
    ids: ['syslog'],
    wrap: (line) => `нояб 29 12:00:05 gpu-7 vllm[1356]: ${line}`,
    source: 'vllm',
  },
  {
    name: 'journalctl -o short-iso',
    ids: ['syslog'],
    wrap: (line) => `2026-11-29T12:00:05+0200 gpu-7 vllm[1356]: ${line}`,
    at,
    source: 'vllm',
  },
  {
    name: 'journalctl -o json',
    ids: ['journald-json'],
    wrap: (line) => json({ __REALTIME_TIMESTAMP: String(at * 1e6), MESSAGE: line, _SYSTEMD_UNIT: 'vllm.service' }),
    at,
    source: 'vllm.service',
  },
  {
    name: 'journalctl -o json of bytes',
    ids: ['journald-json'],
    wrap: (line) =>
      json({ MESSAGE: [...new TextEncoder().encode(`\u001B[32m${line}`)], __REALTIME_TIMESTAMP: String(at * 1e6) }),
    at,
  },
  {
    name: 'syslog with its priority',
    ids: ['syslog'],
    wrap: (line) => `<134>Nov 29 12:00:05 2001:db8::7 haproxy[7]: ${line}`,
    at,
    isZoneGuessed: true,
    source: 'haproxy',
  },
  {
    name: 'RFC 5424',
    ids: ['syslog'],
    wrap: (line) => `<134>1 2026-11-29T10:00:05.000Z gpu-7 vllm 1356 ID47 [a@1 k="v \\" ]"][b@1] \u{FEFF}${line}`,
    at,
    source: 'vllm',
  },
  {
    name: 'RFC 5424 without data',
    ids: ['syslog'],
    wrap: (line) => `<134>1 2026-11-29T10:00:05Z - - - - - ${line}`,
    at,
  },
  {
    name: 'Fluent Bit',
    ids: ['json'],
    wrap: (line) =>
      json({ date: at, log: line, stream: 'stdout', kubernetes: { pod_name: 'vllm-0', labels: { app: 'x' } } }),
    at,
    source: 'vllm-0',
  },
  {
    name: 'Vector',
    ids: ['json'],
    wrap: (line) => json({ message: line, timestamp: '2026-11-29T10:00:05Z', host: 'gpu-7' }),
    at,
    source: 'gpu-7',
  },
  {
    name: 'Elasticsearch’s document',
    ids: ['json'],
    wrap: (line) =>
      json({ '@timestamp': '2026-11-29T10:00:05.000Z', message: line, kubernetes: { pod: { name: 'vllm-0' } } }),
    at,
    source: 'vllm-0',
  },
  {
    name: 'a logger of Python’s',
    ids: ['json'],
    wrap: (line) =>
      json({ asctime: '2026-11-29 12:00:05,000', levelname: 'INFO', name: 'uvicorn.access', message: line }),
    at,
    isZoneGuessed: true,
  },
  {
    name: 'a logger of Python’s below vLLM’s prefix',
    ids: ['vllm-process', 'json'],
    wrap: (line) => `(APIServer pid=1) ${json({ asctime: '2026-11-29 12:00:05,000', message: line })}`,
    at,
    isZoneGuessed: true,
  },
  {
    name: 'a stream of Loki’s',
    ids: ['loki'],
    wrap: (line) => json({ stream: { pod: 'vllm-0' }, values: [[`${at}000000000`, line, { trace: 'x' }]] }),
    at,
    source: 'vllm-0',
  },
  {
    name: 'an answer of Loki’s',
    ids: ['loki'],
    wrap: (line) =>
      json({
        status: 'success',
        data: { resultType: 'streams', result: [{ stream: {}, values: [[`${at}000000000`, line]] }] },
      }),
    at,
  },
  {
    name: 'logcli',
    ids: ['loki'],
    wrap: (line) => json({ labels: { pod: 'vllm-0' }, line, timestamp: '2026-11-29T12:00:05+02:00' }),
    at,
    source: 'vllm-0',
  },
]
