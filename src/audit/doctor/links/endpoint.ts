import { enginesText } from '../words.ts'
import type { Text } from '../../../domain/text.ts'
import { kept, say } from '../../../domain/text.ts'
import type { AbsentReason } from '../../../domain/reading.ts'
import type { EngineFacts, Facts } from '../facts.ts'
import { type Finding, type Link, broken, ok, unknown } from '../link.ts'
import { hasFreshSeries } from '../freshness.ts'
import { recognise } from '../known-engines.ts'
import { isTlsFailure } from '../tls-failure.ts'
import { shorten } from '../../../lib/shorten.ts'

/** The engine's own page, asked from here. */
export const endpoint: Link = {
  id: 'endpoint',
  question: 'Does the engine serve its metrics?',
  examine: (facts) => {
    const { engines } = facts
    if (engines.length === 0) return unasked(facts)
    const silent = engines.filter(({ answer }) => answer.kind !== 'metrics')
    const [first] = silent
    if (first === undefined) return ok(answering(engines))
    const { says, mend, paste } = failing(first)
    const others =
      engines.length === 1 ? '' : say` (${silent.length} of ${engines.length} engines do not serve metrics)`
    return broken(say`${says}${others}`, mend, paste)
  },
}

function unasked(facts: Facts): Finding<Text> {
  if (hasFreshSeries(facts)) return ok(say`not asked from here; its samples arrive in Prometheus`)
  return unknown(say`no engine was asked`, say`name one: --engine http://HOST:8000`)
}

function answering(engines: readonly EngineFacts[]): Text {
  const [first] = engines
  const versions = [...new Set(engines.filter(isVllm).flatMap(({ version }) => version ?? []))]
  const said = versions.length === 0 ? '' : say` (vLLM ${versions.join(', ')})`
  const who = engines.length === 1 && first !== undefined ? first.url : say`${enginesText(engines.length)}, all asked,`
  return say`${who} ${engines.length === 1 ? say`answers` : say`answer`} with metrics${said}`
}

/** Other servers have a version under the same path. */
function isVllm({ answer }: EngineFacts): boolean {
  return answer.kind === 'metrics' && recognise([...answer.names, ...answer.declared]).vllm.size > 0
}

interface Failing {
  readonly says: Text
  readonly mend: Text
  readonly paste: readonly string[]
}

function failing({ url, address, answer, foundAt, probe }: EngineFacts): Failing {
  const look = [`curl -sS -m 5 ${url} | head`]
  if (foundAt !== undefined) {
    return {
      says: say`${url} serves no metrics; ${foundAt} does`,
      mend: say`Scrape the address that has them, in the scrape job of prometheus.yml:`,
      paste: [`metrics_path: ${new URL(foundAt).pathname}`, `targets: ['${new URL(foundAt).host}']`],
    }
  }
  switch (answer.kind) {
    case 'none':
      return {
        says: say`${url}: ${kept(answer.detail)}${besides(probe)}`,
        mend: mendOfSilence(answer.reason, answer.detail, probe),
        paste: look,
      }
    case 'refused':
      return refused(url, answer.status, { look, probe })
    case 'html':
      return {
        says: say`${url} answers an HTML page`,
        mend: say`A login page or another server stands at ${address}: name the address that vLLM itself listens on (--host, --port), as in:`,
        paste: look,
      }
    case 'empty':
    case 'other':
      return {
        says: say`${url} answers ${answer.kind === 'empty' ? say`an empty page` : say`something that is no metrics page`}`,
        mend: say`Name the address of vLLM's API server: it alone serves /metrics, as in:`,
        paste: look,
      }
    case 'metrics':
      return { says: say`${url} answers with metrics`, mend: say``, paste: [] }
    default:
      return answer satisfies never
  }
}

/** What the probe adds to a page that does not come. */
function besides(probe: EngineFacts['probe']): Text {
  switch (probe?.kind) {
    case 'hung':
      return say`; connections are accepted, nothing is answered`
    case 'not_serving':
      return say`; alive, but does not serve: ${kept(shorten(probe.why))}`
    case 'scrape_broken':
      return say`; alive: /health or /v1/models answers, only its metrics do not`
    case 'unclear':
      return say`; answered for, but not as vLLM answers: ${kept(shorten(probe.why))}`
    case 'unreachable':
      return say`; no connection comes about`
    case 'dead':
    case 'serving':
    case 'no_vllm_series':
    case 'unasked':
    case undefined:
      return say``
    default:
      return probe satisfies never
  }
}

function mendOfSilence(reason: AbsentReason, detail: string, probe: EngineFacts['probe']): Text {
  if (probe?.kind === 'hung') {
    return say`The process is there and hangs, or its host is out of CPU: see its log and its threads (py-spy dump), and whether it still generates tokens, before anybody restarts it. Try once more:`
  }
  if (probe?.kind === 'scrape_broken') {
    return say`The engine lives, its metrics page alone comes too late or not at all: see how long it takes, and vLLM's log:`
  }
  if (reason === 'timeout') {
    return say`A firewall or NetworkPolicy drops the packets, or the host is gone: ask it from its own host, then from that of Prometheus:`
  }
  if (isTlsFailure(detail)) {
    return say`Correct http or https in the URL: vLLM speaks plain http unless started with --ssl-certfile. See what is there:`
  }
  if (/ECONNREFUSED/.test(detail)) {
    return say`Nothing listens there: vLLM is still loading, has died, or has another --host or --port. See its log, then try:`
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(detail)) {
    return say`The name is not known here; correct it, or ask from a host that does:`
  }
  return say`See what is there, from this host:`
}

interface Beside {
  readonly look: readonly string[]
  readonly probe: EngineFacts['probe']
}

function refused(url: string, status: number, { look, probe }: Beside): Failing {
  if (status === 401 || status === 403) {
    return {
      says: say`${url} asks for credentials (HTTP ${status})`,
      mend: say`A proxy asks, since vLLM's own /metrics is open: scrape the engine's own port, or give the scrape job the credentials:`,
      paste: ['authorization:', '  credentials_file: /etc/prometheus/vllm.token'],
    }
  }
  if (status >= 300 && status < 400) {
    return {
      says: say`${url} redirects (HTTP ${status})`,
      mend: say`Name the address it redirects to:`,
      paste: [`curl -sSI -m 5 ${url}`],
    }
  }
  if (status >= 500) {
    return {
      says: say`${url} fails (HTTP ${status})${besides(probe)}`,
      mend: say`The server is there and cannot answer: see vLLM's log, then try:`,
      paste: look,
    }
  }
  return {
    says: say`${url} has no metrics (HTTP ${status})`,
    mend: say`Name the port of vLLM's API server (--port, 8000 unless stated), not that of a router or gateway in front:`,
    paste: look,
  }
}
