import type { Text } from '../../../domain/text.ts'
import { fewOf, say } from '../../../domain/text.ts'
import type { EngineFacts, Facts } from '../facts.ts'
import { countText, hasVllm, recognise } from '../known-engines.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { failureText } from '../words.ts'

/** Whether what answers is a vLLM that counts. */
export const series: Link = {
  id: 'series',
  question: "Are vLLM's own series among them?",
  examine: (facts) => {
    const pages = facts.engines.filter(({ answer }) => answer.kind === 'metrics')
    const poor = pages.map(onPage).find(({ status }) => status !== 'ok')
    if (poor !== undefined) return poor
    const [page] = pages
    return page === undefined ? inStore(facts) : onPage(page)
  },
}

function onPage({ url, answer }: EngineFacts): Finding<Text> {
  if (answer.kind !== 'metrics') return unknown(say`the page was not had`)
  if (hasVllm(answer.names)) return ok(countText(recognise(answer.names)))
  const isDeclared = hasVllm(new Set([...answer.declared].flatMap((name) => [name, `${name}_total`, `${name}_count`])))
  if (isDeclared) {
    return unknown(
      say`${url} names vLLM's series but has no sample of them yet`,
      say`send it one request, then look again`,
    )
  }
  return without(answer.names, url)
}

/** What Prometheus holds, where no engine's page was had. */
function inStore({ prometheus, settings, engines }: Facts): Finding<Text> {
  if (prometheus === undefined || (engines.length > 0 && prometheus.clock.status === 'failed')) {
    return unknown(say`not looked at: no page was had`)
  }
  if (prometheus.clock.status === 'failed') return UNASKED
  const { selected, names, up, dropped } = prometheus
  if (names.status === 'failed') return unknown(say`not looked at: ${failureText(names)}`)
  if (selected.status === 'ok' && hasVllm(selected.value)) return ok(countText(recognise(selected.value)))
  if (hasVllm(names.value)) return ok(say`${countText(recognise(names.value))}, in the whole store`)
  const { other, renamed } = recognise(names.value)
  if (renamed.length > 0) return ok(say`yes, renamed on the way (see names): ${fewOf(renamed, 2)}`)
  if (dropped.status === 'ok' && dropped.value > 0) {
    return unknown(
      say`none is stored, but rules drop samples (see names)`,
      say`ask the engine: --engine http://HOST:8000`,
    )
  }
  const isUp = up.status === 'ok' && up.value.some(({ value }) => value === 1)
  if (selected.status === 'ok' && isUp) return without(selected.value, say`what ${settings.selector} matches`)
  const beside = other === undefined ? '' : say` (only ${other.engine}: ${other.name})`
  return unknown(say`no series of vLLM in the whole store${beside}`, say`ask the engine: --engine http://HOST:8000`)
}

/** Metrics, but none of those that are read. */
function without(names: ReadonlySet<string>, where: string | Text): Finding<Text> {
  const { other, renamed, vllm } = recognise(names)
  if (other !== undefined) {
    return broken(
      say`${where}: this is ${other.engine} (${other.name}), which whyslow does not read`,
      say`Name the vLLM instances alone: as --engine, and with a selector that leaves the others out, such as:`,
      ['selector: \'job="vllm"\''],
    )
  }
  if (renamed.length > 0) {
    return broken(
      say`${where}: vLLM's series are renamed to ${fewOf(renamed, 2)}, which is not read`,
      say`Name what serves the page of vLLM itself, not a collector behind it; or have the collector leave the names alone.`,
    )
  }
  const router = [...vllm.values()].flat()
  if (router.length > 0) {
    return broken(
      say`${where}: ${fewOf(router, 2)}, but nothing of the engine's: this is a router or a part of vLLM`,
      say`Scrape the engines behind it, each by its own address:`,
      ["targets: ['ENGINE-1:8000', 'ENGINE-2:8000']"],
    )
  }
  return broken(
    say`${where}: metrics, but none of vLLM's`,
    say`If this is vLLM, its statistics are off: start it without --disable-log-stats (in Python: disable_log_stats=False). Then this shows them:`,
    ["curl -sS http://HOST:8000/metrics | grep -m3 '^vllm:'"],
  )
}
