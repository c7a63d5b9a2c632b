import type { Text } from '../../../domain/text.ts'
import { say } from '../../../domain/text.ts'
import type { EngineFacts, Facts, PrometheusFacts, Target } from '../facts.ts'
import { hasVllm } from '../known-engines.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { selectTargets } from '../select-targets.ts'
import { failureText, someOf, targetsText, withoutSecrets } from '../words.ts'

/** Whether Prometheus scrapes the engines, and how it fares. */
export const target: Link = {
  id: 'target',
  question: 'Is it a target, and up?',
  examine: (facts) => {
    const { prometheus } = facts
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    if (prometheus.targets.status === 'failed') return byUp(prometheus)
    return byTargets(facts, prometheus, prometheus.targets.value)
  },
}

/** Thanos, Mimir and a store that is written to have no targets of their own; `up` was written by whoever scrapes. */
function byUp({ targets, up }: PrometheusFacts): Finding<Text> {
  const why = targets.status === 'failed' ? failureText(targets) : say`it has none`
  const down = up.status === 'ok' ? up.value.filter(({ value }) => value === 0) : []
  const [first] = down
  if (first !== undefined) {
    const who = someOf(down.map(({ labels }) => labels['instance'] ?? '?'))
    return broken(
      say`down: ${who}`,
      say`Ask the Prometheus that scrapes for the error; it is under Status, Targets, or:`,
      ['curl -sS http://PROMETHEUS:9090/api/v1/targets?state=active | grep -o \'"lastError":"[^"]*\''],
    )
  }
  return unknown(
    say`this server does not tell its targets (${why})`,
    say`name the Prometheus that scrapes, as --prometheus, to look at them`,
  )
}

function byTargets(facts: Facts, prometheus: PrometheusFacts, targets: readonly Target[]): Finding<Text> {
  const { found, unfound } = selectTargets(facts, targets)
  const down = found.filter(({ health }) => health === 'down')
  const [first] = down
  if (first !== undefined) return isDown(first, down.length, found.length)
  const isKnown = prometheus.names.status === 'ok' && hasVllm(prometheus.names.value)
  if (targets.length === 0 && isKnown) return unknown(say`it scrapes nothing itself: vLLM is written to it by others`)
  const [missing] = unfound
  if (missing !== undefined) {
    if (found.length === 0) return noTarget(unfound, targets)
    const known =
      found.length === 1
        ? say`1 other target up: ${someOf(found.map(({ address }) => address))}`
        : say`${found.length} other targets up: ${someOf(found.map(({ address }) => address))}`
    return unknown(
      say`no target has the address ${someOf(unfound.map(({ address }) => address))}; ${known}`,
      say`it may be scraped by another name of the same host; if not, add it to the job`,
    )
  }
  if (found.length === 0) return noTarget([], targets)
  if (found.every(({ health }) => health === 'unknown')) {
    return unknown(say`${targetsText(found.length)} not scraped yet`, say`look again after a scrape interval`)
  }
  return ok(say`${targetsText(found.length)} up`)
}

function noTarget(engines: readonly EngineFacts[], targets: readonly Target[]): Finding<Text> {
  const who = engines.length === 0 ? say`vLLM` : someOf(engines.map(({ address }) => address))
  const jobs = [...new Set(targets.map(({ labels }) => labels['job'] ?? ''))].filter((job) => job !== '')
  const said = jobs.length === 0 ? say`Prometheus has no targets at all` : say`its jobs: ${someOf(jobs)}`
  const addresses = engines.length === 0 ? ['HOST:8000'] : engines.map(({ address }) => address)
  return broken(
    say`no target is ${who}; ${said}`,
    say`Add a scrape job to prometheus.yml and reload it (in Kubernetes: a PodMonitor or ServiceMonitor that its selectors pick):`,
    [
      'scrape_configs:',
      '  - job_name: vllm',
      '    scrape_interval: 15s',
      '    static_configs:',
      `      - targets: [${addresses.map((address) => `'${address}'`).join(', ')}]`,
    ],
  )
}

function isDown(target: Target, down: number, all: number): Finding<Text> {
  // Both Prometheus and VictoriaMetrics say the URL again before what went wrong.
  const error = withoutSecrets(target.lastError).replace(/^(?:Get|error when scraping) "[^"]*": /, '')
  const says = say`${down} of ${targetsText(all)} down: ${target.url}: ${error === '' ? say`no error told` : error}`
  const { text, paste } = mendOf(target, error)
  return broken(says, text, paste)
}

function mendOf({ url, timeout }: Target, error: string): { readonly text: Text; readonly paste: readonly string[] } {
  if (/refused/i.test(error)) {
    return {
      text: say`Nothing listens there: the engine is loading or dead, or has another port. See its log, and from Prometheus' host:`,
      paste: [`curl -sS -m 5 ${url} | head`],
    }
  }
  if (/deadline exceeded|timeout|timed out/i.test(error)) {
    const now = timeout === undefined ? '' : say` (now ${timeout} s)`
    return {
      text: say`It answers too late or not at all: see how long it takes; if it is merely slow, raise the job's scrape_timeout${now}:`,
      paste: [`curl -sS -o /dev/null -w '%{time_total} s\\n' ${url}`, 'scrape_timeout: 10s'],
    }
  }
  if (/\b40[13]\b/.test(error)) {
    return {
      text: say`It asks for credentials: give them to the scrape job:`,
      paste: ['authorization:', '  credentials_file: /etc/prometheus/vllm.token'],
    }
  }
  if (/\b404\b/.test(error)) {
    return { text: say`The path is not vLLM's; set it in the scrape job:`, paste: ['metrics_path: /metrics'] }
  }
  if (/text\/html|unsupported content|invalid|expected|parse|format/i.test(error)) {
    return {
      text: say`What answers is no metrics page: correct port and path of the scrape job. This shows what is there:`,
      paste: [`curl -sS -m 5 ${url} | head`],
    }
  }
  if (/no such host|lookup/i.test(error)) {
    return { text: say`Prometheus does not know the name: correct it in the scrape job, or the DNS.`, paste: [] }
  }
  return { text: say`See what is there from Prometheus' own host:`, paste: [`curl -sS -m 5 ${url} | head`] }
}
