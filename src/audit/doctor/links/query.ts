import type { Text } from '../../../domain/text.ts'
import { inEnglish, say } from '../../../domain/text.ts'
import { formatSeconds } from '../../../domain/quantity.ts'
import type { Failure } from '../../../evidence/sources/reader/backend.ts'
import type { Clock, PrometheusFacts } from '../facts.ts'
import { type Finding, type Link, broken, ok, unknown } from '../link.ts'
import { isTlsFailure } from '../tls-failure.ts'
import { failureText } from '../words.ts'

/** VictoriaMetrics answers for half a minute ago by itself, so less than this is no fault of a clock. */
const SKEW_SECONDS = 60

/** Whether the store answers, and answers about now. */
export const query: Link = {
  id: 'query',
  question: 'Does Prometheus answer queries?',
  examine: ({ prometheus }) => {
    if (prometheus === undefined) return unknown(say`no Prometheus is named`)
    const { clock, url } = prometheus
    if (clock.status === 'failed') return failing(prometheus, clock)
    return skewed(clock.value) ?? ok(say`${url} answers`)
  },
}

function failing({ url, sends, foundAt }: PrometheusFacts, failure: Failure): Finding<Text> {
  const { reason } = failure
  const said = failureText(failure)
  const detail = inEnglish(said)
  if (foundAt !== undefined) {
    return broken(
      say`${url} is not where the API is; ${foundAt} is`,
      say`Name the address that has the API, in whyslow.yml or as --prometheus:`,
      [`prometheus: { url: ${foundAt} }`],
    )
  }
  if (/no org id|org ?id|tenant/i.test(detail)) {
    return broken(
      say`${url} asks for a tenant (${said})`,
      say`Mimir, Loki's kin and Cortex keep tenants apart: ${sends.tenant ? say`the tenant sent is not known there; correct it:` : say`name yours:`}`,
      [`prometheus: { url: ${url}, headers: { X-Scope-OrgID: TENANT } }`],
    )
  }
  if (reason === 'http_401' || reason === 'http_403') {
    const status = reason.replace('http_', 'HTTP ')
    const sent = sends.credentials ? say`refuses the credentials it was sent` : say`asks for credentials`
    return broken(say`${url} ${sent} (${status})`, say`Give whyslow credentials that may query, in whyslow.yml:`, [
      `prometheus: { url: ${url}, bearer_token_file: /run/secrets/prometheus-token }`,
    ])
  }
  if (reason === 'bad_answer' || reason.startsWith('http_3')) {
    return broken(
      say`${url}: ${said}`,
      say`A login page or another server stands there: name the API itself (behind a login, its address inside the cluster). This must answer JSON:`,
      [`curl -sS '${url}/api/v1/query?query=1'`],
    )
  }
  if (reason === 'http_404') {
    return broken(
      say`${url} has no query API (HTTP 404)`,
      say`Add its path prefix to the URL: /prometheus for Mimir, /select/0/prometheus for a VictoriaMetrics cluster, --web.route-prefix of a Prometheus. This must answer JSON:`,
      [`curl -sS '${url}/PREFIX/api/v1/query?query=1'`],
    )
  }
  if (isTlsFailure(detail)) {
    return broken(
      say`${url}: ${said}`,
      say`Its certificate is not trusted, or one side does not speak TLS: correct http or https in the URL, or name the authority that signed it:`,
      [`prometheus: { url: ${url}, tls: { ca_file: /etc/ssl/private-ca.pem } }`],
    )
  }
  if (reason === 'unreachable' || reason === 'timeout') {
    return broken(say`${url}: ${said}`, say`Is it running, and is this its address? From this host:`, [
      `curl -sS -m 5 '${url}/api/v1/query?query=1'`,
    ])
  }
  return broken(say`${url}: ${said}`, say`See what it says when it is asked from this host:`, [
    `curl -sS '${url}/api/v1/query?query=1'`,
  ])
}

function skewed({ evaluated, date, here }: Clock): Finding<Text> | undefined {
  const skew = evaluated - here
  if (Math.abs(skew) < SKEW_SECONDS) return undefined
  const side = skew > 0 ? say`ahead of` : say`behind`
  const isServerDate = date !== undefined && Math.abs(date - here) < SKEW_SECONDS
  const whose = isServerDate
    ? say`The HTTP server in front has our time, so it is the clock of Prometheus`
    : say`One of the two is wrong`
  return broken(
    say`the clock of Prometheus is ${formatSeconds(Math.abs(skew))} ${side} this host's`,
    say`${whose}: until it is set, the newest minutes are not seen. On both hosts:`,
    ['timedatectl status', 'sudo chronyc makestep'],
  )
}
