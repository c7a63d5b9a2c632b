import type { Text } from '../../../domain/text.ts'
import { say } from '../../../domain/text.ts'
import { hasVllm } from '../known-engines.ts'
import { quote } from '../../../signals/escape.ts'
import type { PlaceSeen, PrometheusFacts, SeriesSeen, Settings } from '../facts.ts'
import { type Finding, type Link, UNASKED, broken, ok, unknown } from '../link.ts'
import { enginesText, failureText, instancesText, someOf } from '../words.ts'

/** Whether the selector finds the fleet. */
export const selector: Link = {
  id: 'selector',
  question: 'Does the selector match them?',
  examine: ({ prometheus, settings }) => {
    if (prometheus === undefined || prometheus.clock.status === 'failed') return UNASKED
    const { selected, names } = prometheus
    if (selected.status === 'failed') return unknown(say`not looked at: ${failureText(selected)}`)
    if (hasVllm(selected.value)) return matches(prometheus, settings)
    if (names.status === 'failed' || !hasVllm(names.value)) return unknown(say`no series of vLLM are stored to match`)
    return misses(prometheus, settings)
  },
}

function matches({ series, places }: PrometheusFacts, { selector, instanceLabel }: Settings): Finding<Text> {
  if (series.status === 'failed') return unknown(say`not counted: ${failureText(series)}`)
  const rows = series.value
  const instances = distinct(rows, instanceLabel)
  if (instances.length === 0) {
    return rows.length === 0
      ? unknown(say`${selector} matched in the last hour, and matches no instance now`, say`see target and freshness`)
      : unknown(say`${selector} matches series that name no instance by ${instanceLabel}`, say`see labels`)
  }
  const models = distinct(rows, 'model_name')
  const served = models.length === 0 ? '' : say`, serving ${someOf(models)}`
  const jobs = new Set(distinct(rows, 'job'))
  const others = places.status === 'ok' ? places.value.filter(({ job }) => job !== '' && !jobs.has(job)) : []
  const beside =
    others.length === 0 || rows.length === 0 ? '' : say`; vLLM outside it: ${someOf(others.map(placeText))}`
  return ok(say`${selector} matches ${instancesText(instances.length)}${served}${beside}`)
}

function misses({ places }: PrometheusFacts, { selector, matchers }: Settings): Finding<Text> {
  const all = places.status === 'ok' ? places.value : []
  const wanted = matchers.map(({ value }) => value.replaceAll(/\W/g, ''))
  const isNear = ({ job }: PlaceSeen): boolean => job !== '' && wanted.some((text) => isAlike(text, job))
  const found = [...all.filter(isNear), ...all.filter((place) => !isNear(place))]
  const where =
    found.length === 0 ? say`vLLM is under other labels` : say`vLLM is under ${someOf(found.map(placeText))}`
  return broken(
    say`${selector} matches no series of vLLM; ${where}`,
    say`Name what the series have, in whyslow.yml or as --selector:`,
    [`selector: '${suggestion(found)}'`],
  )
}

/** `llm` and `vllm`, `vllm` and `vllm-prod`: one is a part of the other. */
function isAlike(one: string, other: string): boolean {
  return one !== '' && (other.includes(one) || one.includes(other))
}

/** A label that tells the fleet: the job, else the namespace. */
function suggestion(places: readonly PlaceSeen[]): string {
  const [first] = places
  if (first === undefined) return 'LABEL="VALUE"'
  const jobs = [...new Set(places.map(({ job }) => job))].filter((job) => job !== '')
  const [job] = jobs
  if (job !== undefined) return `job=${quote(job)}`
  return first.namespace === '' ? 'model_name!=""' : `namespace=${quote(first.namespace)}`
}

function placeText({ job, namespace, engines }: PlaceSeen): Text {
  const labels = [
    ...(job === '' ? [] : [`job=${quote(job)}`]),
    ...(namespace === '' ? [] : [`namespace=${quote(namespace)}`]),
  ]
  const text = labels.length === 0 ? say`neither job nor namespace` : labels.join(' ')
  return say`${text} (${enginesText(engines)})`
}

function distinct(rows: readonly SeriesSeen[], label: string): readonly string[] {
  return [...new Set(rows.map(({ labels }) => labels[label] ?? ''))].filter((value) => value !== '').toSorted()
}
